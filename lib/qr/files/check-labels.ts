import { plainArray } from "@/lib/db/arrays";
import { pool } from "@/lib/db/pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { designsInForce } from "@/lib/qr/designs/design-in-force";
import { assertCodesFit, type LabelledCode, labelOf } from "@/lib/qr/files/sheet-fit";
import type { Sheet } from "@/lib/qr/files/sheet-schema";
import { qrContent } from "@/lib/qr/render";
import { renderLabel } from "@/lib/qr/studio";

/** Number of links whose designs are read at once. */
const CHUNK = 1000;
/** Number of labels drawn of each kind: codes without separators, and codes with them, which break into more lines. */
const DRAWN = 4;
/** Advances of the characters of short codes in the labels' font, in hundredths of its size; all others have 62. */
const ADVANCES: readonly (readonly [string, number])[] = [
  ["i", 27],
  ["Ijl", 30],
  ["-1frt", 42],
  ["7_sz", 55],
  ["LTZaceuvy", 58],
  ["23458KPSX", 65],
  ["0BDRU", 69],
  ["ACGHV", 72],
  ["NOQ", 76],
  ["w", 84],
  ["Mm", 90],
  ["W", 99],
];
const ADVANCE_OF = new Map(ADVANCES.flatMap(([all, advance]) => [...all].map((one) => [one, advance])));

type Wanted = {
  ids: readonly string[];
  visible: Sql;
  withPlacements: boolean;
  baseUrl: string;
  /** As for `renderDesign`. */
  requester: string;
};
type Url = { id: string; groupId: string | null; shortCode: string; placement: string | null };

/**
 * Asserts that the codes of links and their short URLs fit on a sheet's labels.
 *
 * @throws AppError invalid naming a link whose code or short URL does not; unavailable
 */
export async function assertLabelsFit(sheet: Sheet, { ids, baseUrl, requester, ...wanted }: Wanted): Promise<void> {
  const codes: LabelledCode[] = [];
  for (let from = 0; from < ids.length; from += CHUNK) {
    const urls = await readUrls({ ...wanted, ids: ids.slice(from, from + CHUNK) });
    const designs = await designsInForce(urls);
    for (const { id, shortCode, placement } of urls) {
      const content = qrContent(`${baseUrl}/${shortCode}`, placement ?? undefined);
      codes.push({ shortCode, content, design: designs.get(id)?.design ?? DEFAULT_DESIGN });
    }
  }
  assertCodesFit(codes, sheet);
  await assertShortUrlsFit(codes, sheet, { baseUrl, requester });
}

/** Draws the labels of the widest short URLs; only the process that draws labels can measure and break text. */
async function assertShortUrlsFit(
  codes: readonly LabelledCode[],
  sheet: Sheet,
  { baseUrl, requester }: Pick<Wanted, "baseUrl" | "requester">,
): Promise<void> {
  if (sheet.text === "none") return;
  for (const { shortCode, content, design } of widestOf(codes)) {
    const plain = { content, design: { ...design, logo: null, frame: null }, logo: null };
    const label = labelOf({ shortUrl: `${baseUrl}/${shortCode}`, title: "" }, sheet);
    await renderLabel({ ...plain, ...label }, requester).catch((error) => {
      if (!(error instanceof AppError) || error.code !== "invalid") throw error;
      throw new AppError("invalid", `${shortCode}: ${error.message}`, "sheet");
    });
  }
}

function widestOf(codes: readonly LabelledCode[]): LabelledCode[] {
  const widths = new Map(codes.map(({ shortCode }) => [shortCode, roughWidthOf(shortCode)]));
  const sorted = codes.toSorted((a, b) => (widths.get(b.shortCode) ?? 0) - (widths.get(a.shortCode) ?? 0));
  const hasSeparator = ({ shortCode }: LabelledCode) => /[-_]/.test(shortCode);
  const broken = sorted.filter(hasSeparator).slice(0, DRAWN);
  const plain = sorted.filter((code) => !hasSeparator(code)).slice(0, DRAWN);
  return [...plain, ...broken];
}

/** The width of a short code relative to the font's size, up to 4 % wrong. */
export function roughWidthOf(shortCode: string): number {
  return [...shortCode].reduce((sum, character) => sum + (ADVANCE_OF.get(character) ?? 62), 0) / 100;
}

/** Reads the links, each with its longest placement. */
function readUrls({ ids, visible, withPlacements }: Omit<Wanted, "baseUrl" | "requester">): Promise<Url[]> {
  return queryRows<Url>(
    pool(),
    sql`
      SELECT id, group_id AS "groupId", short_code AS "shortCode",
        (SELECT name FROM qr_placements WHERE url_id = short_urls.id AND ${withPlacements}
          ORDER BY length(name) DESC LIMIT 1) AS placement
      FROM short_urls
      WHERE id = ANY (${plainArray([...ids])}::uuid[]) AND ${visible} AND qr_generated_at IS NOT NULL
        AND status <> 'deleted'`,
  );
}
