import { MAX as MAX_UUID } from "uuid";
import type { Actor } from "@/lib/actor";
import { canDeleteApiKeys, canManageApiKeysOf } from "@/lib/api-keys/policy";
import { BULK_URLS } from "@/lib/audit/types";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { namesOf } from "@/lib/groups/people";
import { CURSOR_INVALID, DEFAULT_PAGE_SIZE, type Page, toPage, toTotal } from "@/lib/list-query";
import type { UrlHistoryQuery } from "@/lib/urls/list-schema";
import { canEditUrl } from "@/lib/urls/policy";
import { getUrlOrThrow } from "@/lib/urls/queries";
import type { UrlHistoryEntry } from "@/lib/urls/types";

/** Lower than for links: ids of two indexes are merged before they are counted. */
const MAX_COUNTED_CHANGES = 2000;
const VALUES = sql`, before, after`;

type Row = Omit<UrlHistoryEntry, "occurredAt" | "actorLabel"> & {
  occurredAt: Date;
  actorId: string | null;
  apiKeyId: string | null;
  actorLabel: string;
};

/**
 * Lists the changes to a link, newest first, to those who may see it; the changed values only to those who may edit it,
 * since a destination may predate the link's move into their group (decision 0118).
 *
 * @throws AppError not_found, invalid
 */
export async function listUrlHistory(
  actor: Actor,
  id: string,
  { limit = DEFAULT_PAGE_SIZE, cursor }: UrlHistoryQuery = {},
): Promise<Page<UrlHistoryEntry>> {
  const { url, memberOf } = await getUrlOrThrow(actor, id);
  if (cursor) await assertIsChangeOf(url.id, cursor);
  const [counted, rows] = await Promise.all([
    queryRows<{ count: number }>(
      pool(),
      sql`SELECT count(DISTINCT id)::int AS count FROM (${latestOf(url.id, { columns: sql``, limit: MAX_COUNTED_CHANGES + 1 })}) AS change`,
    ),
    queryRows<Row>(
      pool(),
      sql`
        SELECT DISTINCT ON (id) id, occurred_at AS "occurredAt", actor_id AS "actorId", api_key_id AS "apiKeyId",
          actor_label AS "actorLabel", action, change.before, change.after
        FROM (${latestOf(url.id, { columns: VALUES, limit: limit + 1, cursor })}) AS change JOIN audit_entries AS entry USING (id)
        ORDER BY id DESC LIMIT ${limit + 1}`,
    ),
  ]);
  const nameOf = await authorNames(actor, memberOf, rows);
  const entries = rows.map((row) => {
    const { actorId: _, apiKeyId, occurredAt, before, after, ...entry } = row;
    return {
      ...entry,
      occurredAt: occurredAt.toISOString(),
      actorLabel: nameOf(row),
      isByApiKey: apiKeyId !== null,
      ...(canEditUrl(actor, url, memberOf) ? { before, after } : { before: null, after: null }),
    };
  });
  return toPage(entries, limit, toTotal(counted[0]?.count ?? 0, MAX_COUNTED_CHANGES), ({ id }) => id);
}

type Author = { actorId: string | null; apiKeyId: string | null; actorLabel: string };

/** Returns a function that names who made a change; it returns null if the actor may not see their name. */
export async function authorNames(
  actor: Actor,
  memberOf: ReadonlySet<string>,
  changes: readonly Author[],
): Promise<(change: Author) => string | null> {
  const [names, keys] = await Promise.all([
    namesOf(actor, [...new Set(changes.flatMap(({ actorId }) => actorId ?? []))]),
    visibleKeys(actor, memberOf, [...new Set(changes.flatMap(({ apiKeyId }) => apiKeyId ?? []))]),
  ]);
  return ({ actorId, apiKeyId, actorLabel }) => {
    const isNamed = apiKeyId ? keys.has(apiKeyId) : actorId === null || names.has(actorId);
    return isNamed ? withoutAddress(actorLabel, names.get(actorId ?? "")) : null;
  };
}

/** An entry by a user without a name contains their email address, which is replaced by their current name, if any. */
function withoutAddress(label: string, name = ""): string | null {
  return label.includes("@") ? name || null : label;
}

/** The keys whose names the actor may see. Names of deleted keys are visible only to those who may delete keys. */
async function visibleKeys(actor: Actor, memberOf: ReadonlySet<string>, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || canDeleteApiKeys(actor)) return new Set(ids);
  const keys = await prisma().apiKey.findMany({ where: { id: { in: ids } }, select: { id: true, groupId: true } });
  return new Set(keys.filter(({ groupId }) => canManageApiKeysOf(actor, groupId, memberOf)).map(({ id }) => id));
}

/** Query for all changes to a link: single changes, and its part in bulk changes. Both have an index. */
export function changesOf(urlId: string): Sql {
  return sql`
    SELECT id, occurred_at AS "occurredAt", before, after FROM audit_entries
    WHERE subject_type = 'short_url' AND subject_id = ${urlId}
    UNION ALL
    SELECT entry.id, entry.occurred_at, item.before, item.after
    FROM audit_items AS item JOIN audit_entries AS entry ON entry.id = item.entry_id
    WHERE item.subject_id = ${urlId} AND entry.subject_type = ${BULK_URLS}`;
}

/**
 * The latest changes of each kind: those of the link alone, and its part in bulk changes. Both have an index in the
 * order of ids, which is chronological. A bulk change of a single link is in both.
 */
function latestOf(urlId: string, { columns, limit, cursor = MAX_UUID }: Latest): Sql {
  return sql`
    (SELECT id ${columns} FROM audit_entries
     WHERE subject_type = 'short_url' AND subject_id = ${urlId} AND id < ${cursor}::uuid
     ORDER BY id DESC LIMIT ${limit})
    UNION ALL
    (SELECT entry_id ${columns} FROM audit_items
     WHERE subject_id = ${urlId} AND entry_id < ${cursor}::uuid
     ORDER BY entry_id DESC LIMIT ${limit})`;
}

/** Columns besides the id, and the id after which to start. */
type Latest = { columns: Sql; limit: number; cursor?: string | undefined };

/** @throws AppError invalid */
async function assertIsChangeOf(urlId: string, id: string): Promise<void> {
  const found = await queryRows(
    pool(),
    sql`
      SELECT FROM audit_entries WHERE id = ${id}::uuid AND subject_type = 'short_url' AND subject_id = ${urlId}
      UNION ALL
      SELECT FROM audit_items WHERE entry_id = ${id}::uuid AND subject_id = ${urlId}`,
  );
  if (found.length === 0) throw new AppError("invalid", CURSOR_INVALID, "cursor");
}
