import { plainArray } from "@/lib/db/arrays";
import { pool } from "@/lib/db/pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { designsInForce } from "@/lib/qr/design-in-force";
import { qrContent } from "@/lib/qr/render";
import { assertCodesFit, type LabelledCode } from "@/lib/qr/sheet-fit";
import type { Sheet } from "@/lib/qr/sheet-schema";

/** Number of links whose designs are read at once. */
const CHUNK = 1000;

type Wanted = { ids: readonly string[]; visible: Sql; withPlacements: boolean; baseUrl: string };
type Url = { id: string; groupId: string | null; shortCode: string; placement: string | null };

/**
 * Asserts that the codes of links fit on a sheet's labels.
 *
 * @throws AppError invalid naming a link whose code does not
 */
export async function assertLabelsFit(sheet: Sheet, { ids, baseUrl, ...wanted }: Wanted): Promise<void> {
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
}

/** Reads the links, each with its longest placement. */
function readUrls({ ids, visible, withPlacements }: Omit<Wanted, "baseUrl">): Promise<Url[]> {
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
