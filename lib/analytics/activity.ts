import type { Actor } from "@/lib/actor";
import { canReadAudit } from "@/lib/audit/policy";
import { type Activity, BULK_URLS, unnamedActor } from "@/lib/audit/types";
import { readPool } from "@/lib/db/read-pool";
import { join, queryRows, type Sql, sql } from "@/lib/db/sql";
import { plural } from "@/lib/format";
import { groupIdsOf } from "@/lib/groups/queries";
import { authorNames } from "@/lib/urls/history";
import { someVisibleUrls, visibleUrls } from "@/lib/urls/visible";
import { canListUsers } from "@/lib/users/policy";

export const ACTIVITY_ENTRIES = 5;
const ACTIVITY_DAYS = 30;

/** For up to this many visible links, their entries are looked up directly. */
const FEW_LINKS = 1_000;
/** With more, this many of the newest entries are checked: changes of one link, and bulk changes, with their items. */
const EXAMINED = { urls: 5_000, bulk: 50 };

/** Audit events that change nothing the dashboard shows. */
const NOT_CHANGES = {
  subjectTypes: ["session", "export"],
  actions: [
    "user.end_sessions",
    "user.invite",
    "user.sign_in_link",
    "api_key.use",
    "setting.test",
    "backup.create",
    "backup.remove",
  ],
};

/**
 * The link of an entry or item. Both directions have an index: from few visible links to an entry's items, and back from
 * its items. The pattern is needed because casting a subject id that is not a UUID would fail.
 */
const IS_OF_URL = sql`subject_id = short_urls.id::text AND short_urls.id = CASE
  WHEN subject_id LIKE '________-____-____-____-____________' THEN subject_id::uuid END`;

/** Null if it isn't one, such as a setting's key. */
const SUBJECT_UUID = sql`CASE WHEN "subjectId" LIKE '________-____-____-____-____________' THEN "subjectId"::uuid END`;

type Row = Omit<Activity, "occurredAt"> & {
  actorId: string | null;
  apiKeyId: string | null;
  occurredAt: Date;
  visibleUrls: number | null;
};

/**
 * The latest changes to what the actor may see, newest first. Of bulk changes, only the visible links are counted. Users
 * and keys are named as in the history of a link.
 *
 * For users who see many links but not all, only the newest entries are checked (EXAMINED), so they may get fewer
 * changes than there are, if links that they don't see change far more often.
 */
export async function listActivity(actor: Actor): Promise<Activity[]> {
  const visible = await visibleUrls(actor);
  const rows = await queryRows<Row>(
    readPool(),
    sql`
      SELECT latest.*, CASE WHEN "subjectType" = ${BULK_URLS} THEN (
        SELECT count(*)::int FROM audit_items JOIN short_urls ON ${IS_OF_URL}
        WHERE entry_id = latest.id AND ${visible}) END AS "visibleUrls",
        CASE WHEN "subjectType" = 'user' THEN (
          SELECT email FROM users WHERE id = ${SUBJECT_UUID}) END AS "subjectEmail",
        CASE WHEN "subjectType" = 'api_key' THEN (
          SELECT group_id FROM api_keys WHERE id = ${SUBJECT_UUID}) END AS "subjectGroupId"
      FROM (
        SELECT * FROM (${join((await visibleKinds(actor, visible)).map(latestOf), " UNION ALL ")}) AS kinds
        ORDER BY "occurredAt" DESC, id DESC
        LIMIT ${ACTIVITY_ENTRIES}) AS latest
      ORDER BY "occurredAt" DESC, id DESC`,
  );
  const nameOf = await authorNames(actor, await groupIdsOf(actor.id), rows);
  return rows.map((row) => {
    const { actorId: _, apiKeyId, visibleUrls: count, ...entry } = row;
    return {
      ...entry,
      actorLabel: nameOf(row) ?? unnamedActor(apiKeyId !== null),
      subjectLabel: count === null ? row.subjectLabel : plural(count, "URL"),
      occurredAt: row.occurredAt.toISOString(),
    };
  });
}

const IS_RECENT = sql`
  occurred_at > now() - ${ACTIVITY_DAYS} * interval '1 day'
  AND occurred_at < now() + interval '1 hour'
  AND NOT (subject_type = ANY (${NOT_CHANGES.subjectTypes}) OR action = ANY (${NOT_CHANGES.actions}))`;
const NEWEST_FIRST = sql`ORDER BY occurred_at DESC, id DESC`;

/** Entries of one kind that the actor may see. No entry is of two kinds. */
type Kind = { is: Sql; isVisible: Sql; examined?: number };

/** The latest entries of a kind: of all, or of the newest that are examined. */
function latestOf({ is, isVisible, examined }: Kind): Sql {
  const entries = examined
    ? sql`(SELECT * FROM audit_entries WHERE ${IS_RECENT} AND ${is} ${NEWEST_FIRST} LIMIT ${examined}) AS audit_entries`
    : sql`audit_entries`;
  return sql`(
    SELECT id, occurred_at AS "occurredAt", actor_id AS "actorId", api_key_id AS "apiKeyId",
      actor_label AS "actorLabel", action, subject_type AS "subjectType", subject_id AS "subjectId", subject_label AS "subjectLabel"
    FROM ${entries} WHERE ${IS_RECENT} AND ${is} AND ${isVisible} ${NEWEST_FIRST} LIMIT ${ACTIVITY_ENTRIES})`;
}

async function visibleKinds(actor: Actor, visible: Sql): Promise<Kind[]> {
  if (canReadAudit(actor)) return [{ is: sql`true`, isVisible: sql`true` }];
  const groupIds = [...(await groupIdsOf(actor.id))];
  return [
    ...(await kindsOfUrls(actor, visible)),
    { is: sql`subject_type = 'group'`, isVisible: sql`subject_id = ANY (${groupIds}::text[])` },
    ...(canListUsers(actor) ? [{ is: sql`subject_type = 'user'`, isVisible: sql`true` }] : []),
  ];
}

/** OFFSET 0 keeps Postgres from reading all visible links, or the items of all entries, into a hash table first. */
async function kindsOfUrls(actor: Actor, visible: Sql): Promise<Kind[]> {
  const some = await queryRows<{ id: string }>(readPool(), await someVisibleUrls(actor, FEW_LINKS + 1));
  const ids = some.map(({ id }) => id);
  const [isOfOne, isOfMany] = [sql`subject_type = 'short_url'`, sql`subject_type = ${BULK_URLS}`];
  if (ids.length <= FEW_LINKS) {
    const isOfThem = sql`subject_id = ANY (${ids}::text[])`;
    return [
      { is: isOfOne, isVisible: isOfThem },
      { is: isOfMany, isVisible: sql`id IN (SELECT entry_id FROM audit_items WHERE ${isOfThem})` },
    ];
  }
  return [
    {
      is: isOfOne,
      isVisible: sql`EXISTS (SELECT FROM short_urls WHERE ${IS_OF_URL} AND ${visible} OFFSET 0)`,
      examined: EXAMINED.urls,
    },
    {
      is: isOfMany,
      isVisible: sql`EXISTS (
        SELECT FROM audit_items JOIN short_urls ON ${IS_OF_URL}
        WHERE entry_id = audit_entries.id AND ${visible} OFFSET 0)`,
      examined: EXAMINED.bulk,
    },
  ];
}
