import type { Actor } from "@/lib/actor";
import { canReadAudit } from "@/lib/audit/policy";
import { type Activity, BULK_URLS } from "@/lib/audit/types";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { plural } from "@/lib/format";
import { groupIdsOf } from "@/lib/groups/queries";
import { authorNames } from "@/lib/urls/history";
import { visibleUrls } from "@/lib/urls/visible";
import { canListUsers } from "@/lib/users/policy";

export const ACTIVITY_ENTRIES = 5;
/** Limits how much is read for a user who may see only few of many entries. */
const ACTIVITY_DAYS = 30;

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
 * Links of items. Both directions have an index: from few visible links to an entry's items, and back from its items.
 * The pattern is needed because casting a subject id that is not a UUID would fail.
 */
const IS_ITEM_OF_URL = sql`subject_id = short_urls.id::text AND short_urls.id = CASE
  WHEN subject_id LIKE '________-____-____-____-____________' THEN subject_id::uuid END`;

/** Null if it isn't one, such as a setting's key. */
const SUBJECT_UUID = sql`CASE WHEN "subjectId" LIKE '________-____-____-____-____________' THEN "subjectId"::uuid END`;

type Row = Omit<Activity, "occurredAt"> & {
  actorId: string | null;
  apiKeyId: string | null;
  occurredAt: Date;
  visibleUrls: number | null;
};

/** Instead of names that the actor may not see. */
const UNNAMED_KEY = "An API key";
const UNNAMED_USER = "Someone outside your groups";

/**
 * The latest changes to what the actor may see, newest first. Of bulk changes, only the visible links are counted. Users
 * and keys are named as in the history of a link.
 */
export async function listActivity(actor: Actor): Promise<Activity[]> {
  const visible = await visibleUrls(actor);
  const rows = await queryRows<Row>(
    readPool(),
    sql`
      SELECT latest.*, CASE WHEN "subjectType" = ${BULK_URLS} THEN (
        SELECT count(*)::int FROM audit_items JOIN short_urls ON ${IS_ITEM_OF_URL}
        WHERE entry_id = latest.id AND ${visible}) END AS "visibleUrls",
        CASE WHEN "subjectType" = 'user' THEN (
          SELECT email FROM users WHERE id = ${SUBJECT_UUID}) END AS "subjectEmail",
        CASE WHEN "subjectType" = 'api_key' THEN (
          SELECT group_id FROM api_keys WHERE id = ${SUBJECT_UUID}) END AS "subjectGroupId"
      FROM (
        SELECT id, occurred_at AS "occurredAt", actor_id AS "actorId", api_key_id AS "apiKeyId",
          actor_label AS "actorLabel", action, subject_type AS "subjectType", subject_id AS "subjectId", subject_label AS "subjectLabel"
        FROM audit_entries
        WHERE occurred_at > now() - ${ACTIVITY_DAYS} * interval '1 day'
          AND NOT (subject_type = ANY (${NOT_CHANGES.subjectTypes}) OR action = ANY (${NOT_CHANGES.actions}))
          AND ${await visibleTo(actor, visible)}
        ORDER BY occurred_at DESC, id DESC
        LIMIT ${ACTIVITY_ENTRIES}) AS latest
      ORDER BY "occurredAt" DESC, id DESC`,
  );
  const nameOf = await authorNames(actor, await groupIdsOf(actor.id), rows);
  return rows.map((row) => {
    const { actorId: _, apiKeyId, visibleUrls: count, ...entry } = row;
    return {
      ...entry,
      actorLabel: nameOf(row) ?? (apiKeyId === null ? UNNAMED_USER : UNNAMED_KEY),
      subjectLabel: count === null ? row.subjectLabel : plural(count, "URL"),
      occurredAt: row.occurredAt.toISOString(),
    };
  });
}

/** OFFSET 0 keeps Postgres from reading the items of all entries into a hash table first. */
async function visibleTo(actor: Actor, visible: Sql): Promise<Sql> {
  if (canReadAudit(actor)) return sql`true`;
  const groupIds = await groupIdsOf(actor.id);
  return sql`(
    (subject_type = 'short_url' AND subject_id IN (SELECT id::text FROM short_urls WHERE ${visible}))
    OR (subject_type = ${BULK_URLS} AND EXISTS (
      SELECT FROM audit_items JOIN short_urls ON ${IS_ITEM_OF_URL}
      WHERE entry_id = audit_entries.id AND ${visible}
      OFFSET 0))
    OR (subject_type = 'group' AND subject_id = ANY (${[...groupIds]}::text[]))
    OR (subject_type = 'user' AND ${canListUsers(actor)}))`;
}
