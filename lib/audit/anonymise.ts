import type pg from "pg";
import { execute, queryRows, sql } from "@/lib/db/sql";

/** Replaces a person's name in the audit log. */
export const ERASED_LABEL = "Erased user";
const ERASED_VALUE = "[erased]";
const PERSONAL_FIELDS: ReadonlySet<string> = new Set(["firstName", "lastName", "email"]);
/** Not preceded by a local-part character: "nn@example.com" does not match in "ann@example.com" (RFC 5322, 3.2.3). */
const BEFORE_ADDRESS = "(?<![\\w.!#$%&'*+/=?^`{|}~-])";
const AFTER_ADDRESS = "(?![\\w-]|\\.\\w)";

/** Whose traces are removed. */
export type Person = {
  /** Null if no user has the addresses any more. */
  userId: string | null;
  /** Lowercase. */
  addresses: readonly string[];
};

type Entry = { id: string; actor_label: string; subject_label: string; before: unknown; after: unknown };
type FoundEntry = Entry & { is_of_user: boolean; is_about_user: boolean };

/** Finds a user's addresses in the audit log, lowercased, except those that now belong to other users. */
export async function findFormerAddresses(client: pg.ClientBase, userId: string): Promise<string[]> {
  const rows = await queryRows<{ address: string }>(
    client,
    sql`
      SELECT DISTINCT lower(address) AS address
      FROM audit_entries,
        unnest(ARRAY[before->>'email', after->>'email', CASE subject_type WHEN 'user' THEN subject_label END]) AS address
      WHERE (subject_type = 'user' AND subject_id = ${userId} OR before->>'userId' = ${userId} OR after->>'userId' = ${userId})
        AND address LIKE '%@%'
        AND NOT EXISTS (SELECT FROM users WHERE email = lower(address) AND id <> ${userId}::uuid)`,
  );
  return rows.map(({ address }) => address);
}

/**
 * Removes a person's name and addresses from entries by and about them, and their addresses from all other entries and
 * the items of bulk changes. Actions, times and user ids remain.
 *
 * @returns the number of changed entries and items
 */
export async function anonymiseAuditEntries(client: pg.ClientBase, person: Person): Promise<number> {
  const ofActor = await execute(
    client,
    // Session entries also contain device and location.
    sql`
      UPDATE audit_entries
      SET actor_label = ${ERASED_LABEL},
          subject_label = CASE subject_type WHEN 'session' THEN ${ERASED_LABEL} ELSE subject_label END,
          after = CASE subject_type WHEN 'session' THEN NULL ELSE after END
      WHERE actor_id = ${person.userId}
        AND (actor_label <> ${ERASED_LABEL} OR subject_type = 'session' AND subject_label <> ${ERASED_LABEL})`,
  );
  const changed = (await findEntries(client, person)).flatMap(({ is_of_user, is_about_user, ...entry }) => {
    const scrubbed = scrub(entry, { isOfUser: is_of_user, isAboutUser: is_about_user, addresses: person.addresses });
    return JSON.stringify(scrubbed) === JSON.stringify(entry) ? [] : [scrubbed];
  });
  await execute(
    client,
    sql`
      UPDATE audit_entries
      SET actor_label = entry.actor_label, subject_label = entry.subject_label, before = entry.before,
          after = entry.after
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        AS entry (id uuid, actor_label text, subject_label text, before jsonb, after jsonb)
      WHERE audit_entries.id = entry.id`,
  );
  return ofActor + changed.length + (await anonymiseItems(client, person.addresses));
}

type Item = { entry_id: string; subject_id: string; before: unknown; after: unknown };

/** Scans all items. Another system's id of a link may contain an address. */
async function anonymiseItems(client: pg.ClientBase, addresses: readonly string[]): Promise<number> {
  const items = await queryRows<Item>(
    client,
    sql`
      SELECT entry_id, subject_id, before, after FROM audit_items
      WHERE EXISTS (
        SELECT FROM unnest(${addresses}::text[]) AS address
        WHERE strpos(lower(concat_ws(' ', before, after)), address) > 0)`,
  );
  const scrubText = scrubber(addresses);
  const scrubbed = items.map((item) => ({
    ...item,
    before: scrubStrings(item.before, (_field, text) => scrubText(text)),
    after: scrubStrings(item.after, (_field, text) => scrubText(text)),
  }));
  const changed = scrubbed.filter((item, index) => JSON.stringify(item) !== JSON.stringify(items[index]));
  return execute(
    client,
    // A different time prevents undoing the change, which would store the replaced text.
    sql`
      UPDATE audit_items SET before = item.before, after = item.after, subject_updated_at = 'epoch'
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        AS item (entry_id uuid, subject_id text, before jsonb, after jsonb)
      WHERE audit_items.entry_id = item.entry_id AND audit_items.subject_id = item.subject_id`,
  );
}

/** Scans the whole log. */
async function findEntries(client: pg.ClientBase, { userId, addresses }: Person): Promise<FoundEntry[]> {
  return queryRows<FoundEntry>(
    client,
    sql`
     WITH entry AS (
       SELECT id, actor_label, subject_label, before, after,
              coalesce(subject_type = 'user' AND subject_id = ${userId}, false) AS is_of_user,
              coalesce(before->>'userId' = ${userId}, false) OR coalesce(after->>'userId' = ${userId}, false) AS names_user,
              lower(concat_ws(' ', actor_label, subject_label, before, after)) AS words
       FROM audit_entries)
     SELECT id, actor_label, subject_label, before, after, is_of_user, is_of_user OR names_user AS is_about_user
     FROM entry
     WHERE is_of_user OR names_user
       OR EXISTS (SELECT FROM unnest(${addresses}::text[]) AS address WHERE strpos(words, address) > 0)`,
  );
}

/** Matches these addresses, of which there is at least one, in a text. */
export function addressPattern(addresses: readonly string[]): RegExp {
  const anyAddress = addresses.map((address) => address.replace(/[^\w@-]/g, "\\$&")).join("|");
  return new RegExp(`${BEFORE_ADDRESS}(?:${anyAddress})${AFTER_ADDRESS}`, "gi");
}

type Erased = { isOfUser: boolean; isAboutUser: boolean; addresses: readonly string[] };

function scrub(entry: Entry, { isOfUser, isAboutUser, addresses }: Erased): Entry {
  const scrubText = scrubber(addresses);
  const scrubField = (field: string, text: string) =>
    isAboutUser && PERSONAL_FIELDS.has(field) ? ERASED_VALUE : scrubText(text);
  return {
    id: entry.id,
    actor_label: scrubText(entry.actor_label),
    subject_label: isOfUser ? ERASED_LABEL : scrubText(entry.subject_label),
    before: scrubStrings(entry.before, scrubField),
    after: scrubStrings(entry.after, scrubField),
  };
}

function scrubber(addresses: readonly string[]): (text: string) => string {
  const pattern = addressPattern(addresses);
  return (text) => text.replace(pattern, ERASED_VALUE);
}

function scrubStrings(fields: unknown, scrubField: (field: string, text: string) => string): unknown {
  return (
    fields &&
    JSON.parse(JSON.stringify(fields), (field, value) => (typeof value === "string" ? scrubField(field, value) : value))
  );
}
