import type { Actor } from "@/lib/actor";
import { canDeleteApiKeys, canManageApiKeysOf } from "@/lib/api-keys/policy";
import { BULK_URLS } from "@/lib/audit/types";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { namesOf } from "@/lib/groups/people";
import { CURSOR_INVALID, DEFAULT_PAGE_SIZE, MAX_COUNTED, type Page, toPage, toTotal } from "@/lib/list-query";
import type { UrlHistoryQuery } from "@/lib/urls/list-schema";
import { canEditUrl } from "@/lib/urls/policy";
import { getUrlOrThrow } from "@/lib/urls/queries";
import type { UrlHistoryEntry } from "@/lib/urls/types";

type Row = Omit<UrlHistoryEntry, "occurredAt" | "actorLabel"> & {
  occurredAt: Date;
  actorId: string | null;
  apiKeyId: string | null;
  actorLabel: string;
};

/**
 * Lists the changes of a link, newest first, to those who may see it; the changed values only to those who may edit it,
 * since a destination may date from before the link came into their group (decision 0152).
 *
 * @throws AppError not_found, invalid
 */
export async function listUrlHistory(
  actor: Actor,
  id: string,
  { limit = DEFAULT_PAGE_SIZE, cursor }: UrlHistoryQuery = {},
): Promise<Page<UrlHistoryEntry>> {
  const { url, memberOf } = await getUrlOrThrow(actor, id);
  const changes = changesOf(url.id);
  const [counted, rows] = await Promise.all([
    queryRows<{ count: number }>(
      pool(),
      sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM (${changes}) AS change LIMIT ${MAX_COUNTED + 1}) AS counted`,
    ),
    queryRows<Row>(
      pool(),
      sql`SELECT * FROM (${changes}) AS change WHERE ${cursor ? await after(cursor, changes) : sql`true`}
          ORDER BY "occurredAt" DESC, id DESC LIMIT ${limit + 1}`,
    ),
  ]);
  const [names, keys] = await Promise.all([
    namesOf(actor, [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]),
    visibleKeys(actor, memberOf, [...new Set(rows.flatMap(({ apiKeyId }) => apiKeyId ?? []))]),
  ]);
  const entries = rows.map(({ actorId, apiKeyId, occurredAt, before, after, ...row }) => {
    const isNamed = apiKeyId ? keys.has(apiKeyId) : actorId === null || names.has(actorId);
    return {
      ...row,
      occurredAt: occurredAt.toISOString(),
      actorLabel: isNamed ? row.actorLabel : null,
      isByApiKey: apiKeyId !== null,
      ...(canEditUrl(actor, url, memberOf) ? { before, after } : { before: null, after: null }),
    };
  });
  return toPage(entries, limit, toTotal(counted[0]?.count ?? 0));
}

/** Which of these keys the actor may know by name. Deleted ones only whoever may delete keys. */
async function visibleKeys(actor: Actor, memberOf: ReadonlySet<string>, ids: string[]): Promise<ReadonlySet<string>> {
  if (canDeleteApiKeys(actor)) return new Set(ids);
  const keys = await prisma().apiKey.findMany({ where: { id: { in: ids } }, select: { id: true, groupId: true } });
  return new Set(keys.filter(({ groupId }) => canManageApiKeysOf(actor, groupId, memberOf)).map(({ id }) => id));
}

/** Query for single changes, and for the link's part in bulk changes. Both have an index. */
export function changesOf(urlId: string): Sql {
  return sql`
    SELECT id, occurred_at AS "occurredAt", actor_id AS "actorId", api_key_id AS "apiKeyId",
      actor_label AS "actorLabel", action, before, after
    FROM audit_entries
    WHERE subject_type = 'short_url' AND subject_id = ${urlId}
    UNION ALL
    SELECT entry.id, entry.occurred_at, entry.actor_id, entry.api_key_id, entry.actor_label, entry.action, item.before,
      item.after
    FROM audit_items AS item JOIN audit_entries AS entry ON entry.id = item.entry_id
    WHERE item.subject_id = ${urlId} AND entry.subject_type = ${BULK_URLS}`;
}

async function after(cursor: string, changes: Sql): Promise<Sql> {
  const [last] = await queryRows<{ occurredAt: Date }>(
    pool(),
    sql`SELECT "occurredAt" FROM (${changes}) AS change WHERE id = ${cursor}::uuid`,
  );
  if (!last) throw new AppError("invalid", CURSOR_INVALID, "cursor");
  return sql`("occurredAt", id) < (${last.occurredAt}, ${cursor}::uuid)`;
}
