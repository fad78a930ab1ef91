import type pg from "pg";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { pool } from "@/lib/db/pool";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { forbidden, notFound } from "@/lib/errors";
import type { Page } from "@/lib/list-query";
import { getBaseUrl } from "@/lib/settings/queries";
import type { ListUnknownCodesQuery } from "@/lib/urls/list-schema";
import { nearCodes } from "@/lib/urls/near-codes";
import { canManageUnknownCodes } from "@/lib/urls/policy";
import { MAX_UNKNOWN_CODES, type SuggestedUrl, type UnknownCode, type UnknownCodeState } from "@/lib/urls/types";
import { visibleUrls } from "@/lib/urls/visible";

/** A single visit may be a typo. */
const MIN_VISITS = 2;
const KEPT_DAYS = 90;

type Row = { code: string; visits: number; lastSeenAt: Date; total: number };

/**
 * Lists the codes that visitors tried at least twice and that no link has, the most visited first, each with the link
 * that was probably meant.
 *
 * @throws AppError forbidden
 */
export async function listUnknownCodes(
  actor: Actor,
  { limit = MAX_UNKNOWN_CODES }: ListUnknownCodesQuery = {},
): Promise<Page<UnknownCode>> {
  if (!canManageUnknownCodes(actor)) throw forbidden();
  const rows = await queryRows<Row>(
    pool(),
    sql`
      SELECT code, visits, last_seen_at AS "lastSeenAt", count(*) OVER ()::int AS total
      FROM unknown_codes AS unknown
      WHERE visits >= ${MIN_VISITS} AND dismissed_at IS NULL AND last_seen_at > now() - make_interval(days => ${KEPT_DAYS})
        AND NOT EXISTS (SELECT FROM short_urls WHERE lower(short_code) = unknown.code)
      ORDER BY visits DESC, last_seen_at DESC, code LIMIT ${limit}`,
  );
  const suggestions = await findNear(
    actor,
    rows.map(({ code }) => code),
  );
  const items = rows.map(({ code, visits, lastSeenAt }) => ({
    code,
    visits,
    lastSeenAt: lastSeenAt.toISOString(),
    suggestion: suggestions.get(code) ?? null,
  }));
  return { items, total: rows[0]?.total ?? 0, nextCursor: null };
}

type NearRow = Omit<SuggestedUrl, "shortUrl"> & { key: string };

/**
 * The visible link one typo away from each code, preferring active ones, then the most clicked. Uses the unique index,
 * since trigrams take 100 times as long (decision 0170).
 */
async function findNear(actor: Actor, codes: string[]): Promise<Map<string, SuggestedUrl>> {
  const near = codes.map((code) => [code, nearCodes(code)] as const);
  const variants = [...new Set(near.flatMap(([, variants]) => [...variants]))];
  if (variants.length === 0) return new Map();
  const [baseUrl, rows] = await Promise.all([
    getBaseUrl(),
    queryRows<NearRow>(
      pool(),
      sql`
        SELECT lower(short_code) AS key, id, short_code AS "shortCode", original_url AS "originalUrl", status
        FROM short_urls
        WHERE lower(short_code) = ANY (${variants}) AND status <> 'deleted' AND ${await visibleUrls(actor)}
        ORDER BY status, click_count DESC, id`,
    ),
  ]);
  const found = near.flatMap(([code, variants]) => {
    const row = rows.find(({ key }) => variants.has(key));
    return row ? [[code, toSuggestion(row, baseUrl)] as const] : [];
  });
  return new Map(found);
}

function toSuggestion({ key, ...row }: NearRow, baseUrl: string): SuggestedUrl {
  return { ...row, shortUrl: `${baseUrl}/${row.shortCode}` };
}

/**
 * Dismisses a code from the list, or restores it. Further visits do not restore it. Audited.
 *
 * @throws AppError forbidden, not_found
 */
export async function setUnknownCodeDismissed(
  actor: Actor,
  code: string,
  isDismissed: boolean,
): Promise<UnknownCodeState> {
  if (!canManageUnknownCodes(actor)) throw forbidden();
  const id = code.toLowerCase();
  await inTransaction(pool(), async (client) => {
    const [stored] = await queryRows<{ isDismissed: boolean }>(
      client,
      sql`SELECT dismissed_at IS NOT NULL AS "isDismissed" FROM unknown_codes WHERE code = ${id} FOR UPDATE`,
    );
    if (!stored) throw notFound("Unknown code");
    if (stored.isDismissed === isDismissed) return;
    await execute(
      client,
      sql`UPDATE unknown_codes SET dismissed_at = CASE WHEN ${isDismissed} THEN now() END WHERE code = ${id}`,
    );
    const action = isDismissed ? "unknown_code.dismiss" : "unknown_code.restore";
    await recordAudit(client, actor, { action, subject: { type: "unknown_code", id, label: id } });
  });
  return { code: id, isDismissed };
}

/** Removes codes that nobody has tried for 90 days. */
export async function removeOldUnknownCodes(pool: pg.Pool): Promise<void> {
  await execute(pool, sql`DELETE FROM unknown_codes WHERE last_seen_at < now() - make_interval(days => ${KEPT_DAYS})`);
}
