import { plainArray } from "@/lib/db/arrays";
import { pool } from "@/lib/db/pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { designsInForce } from "@/lib/qr/design-in-force";
import { qrContent } from "@/lib/qr/render";
import { assertCodesFit, type LabelledCode, labelOf } from "@/lib/qr/sheet-fit";
import type { Sheet } from "@/lib/qr/sheet-schema";
import { renderLabel } from "@/lib/qr/studio";

/** Number of links whose designs are read at once. */
const CHUNK = 1000;

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

/** Draws the label of the widest short URL; only the process that draws labels can measure text. */
async function assertShortUrlsFit(
  codes: readonly LabelledCode[],
  sheet: Sheet,
  { baseUrl, requester }: Pick<Wanted, "baseUrl" | "requester">,
): Promise<void> {
  const [widest] = codes.toSorted((a, b) => roughWidthOf(b.shortCode) - roughWidthOf(a.shortCode));
  if (!widest || sheet.text === "none") return;
  const { shortCode, content, design } = widest;
  const plain = { content, design: { ...design, logo: null, frame: null }, logo: null };
  const label = labelOf({ shortUrl: `${baseUrl}/${shortCode}`, title: "" }, sheet);
  await renderLabel({ ...plain, ...label }, requester).catch((error) => {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    throw new AppError("invalid", `${shortCode}: ${error.message}`, "sheet");
  });
}

/** In characters of medium width. */
function roughWidthOf(shortCode: string): number {
  const widths = shortCode
    .split("")
    .map((character) => (/[mw]/i.test(character) ? 1.5 : /[fijlrt-]/.test(character) ? 0.5 : 1));
  return widths.reduce((sum, width) => sum + width, 0);
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
