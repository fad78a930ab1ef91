import type pg from "pg";
import type { Click } from "@/lib/clicks/types";
import { plainArray, textArray } from "@/lib/db/arrays";
import { queryRows, sql } from "@/lib/db/sql";

/**
 * Removes placements from clicks whose links don't have them, so that visitors can't make up any. One query; none if no
 * click has a placement.
 */
export async function removeUnknownPlacements(pool: pg.Pool, clicks: Click[]): Promise<void> {
  const named = new Map<string, Click[]>();
  for (const click of clicks) {
    if (click.placement === null) continue;
    const key = keyOf(click.urlId, click.placement);
    const same = named.get(key);
    if (same) same.push(click);
    else named.set(key, [click]);
  }
  if (named.size === 0) return;
  const firsts = [...named.values()].flatMap((some) => some.slice(0, 1));
  const rows = await queryRows<{ urlId: string; name: string }>(
    pool,
    sql`
      SELECT url_id AS "urlId", name FROM qr_placements
      JOIN unnest(${plainArray(firsts.map(({ urlId }) => urlId))}::uuid[],
                  ${textArray(firsts.map(({ placement }) => placement))}::text[]) AS named (url_id, name)
        USING (url_id, name)`,
  );
  for (const { urlId, name } of rows) named.delete(keyOf(urlId, name));
  for (const click of [...named.values()].flat()) click.placement = null;
}

function keyOf(urlId: string, name: string): string {
  return `${urlId} ${name}`;
}
