import type pg from "pg";

/** What stands in the place of a person in the audit log. */
export const ERASED_LABEL = "Erased user";
const ERASED_VALUE = "[erased]";
const PERSONAL_FIELDS: ReadonlySet<string> = new Set(["firstName", "lastName", "email"]);
/** Characters of a local part: "nn@example.com" is not found in "ann@example.com" (RFC 5322, section 3.2.3). */
const BEFORE_ADDRESS = "(?<![\\w.!#$%&'*+/=?^`{|}~-])";
const AFTER_ADDRESS = "(?![\\w-]|\\.\\w)";

type Person = {
  /** Null: nobody has the addresses any more. */
  userId: string | null;
  /** In lower case. */
  addresses: readonly string[];
};

type Entry = { id: string; actor_label: string; subject_label: string; before: unknown; after: unknown };
type FoundEntry = Entry & { is_of_user: boolean; is_about_user: boolean };

/** The addresses of a user that the audit log holds, in lower case, without those that others have now. */
export async function findFormerAddresses(client: pg.ClientBase, userId: string): Promise<string[]> {
  const { rows } = await client.query<{ address: string }>(
    `SELECT DISTINCT lower(address) AS address
     FROM audit_entries,
       unnest(ARRAY[before->>'email', after->>'email', CASE subject_type WHEN 'user' THEN subject_label END]) AS address
     WHERE (subject_type = 'user' AND subject_id = $1 OR before->>'userId' = $1 OR after->>'userId' = $1)
       AND address LIKE '%@%'
       AND NOT EXISTS (SELECT FROM users WHERE email = lower(address) AND id <> $1::uuid)`,
    [userId],
  );
  return rows.map(({ address }) => address);
}

/**
 * Takes a person's name and addresses out of the audit log: out of the entries by them and about
 * them, and their addresses out of all others. What was done, when, and by which user id stays.
 *
 * @returns how many entries were changed
 */
export async function anonymiseAuditEntries(client: pg.ClientBase, person: Person): Promise<number> {
  const byThem = await client.query(
    // Of a session, also what it was signed in with and where.
    `UPDATE audit_entries
     SET actor_label = $2,
         subject_label = CASE subject_type WHEN 'session' THEN $2 ELSE subject_label END,
         after = CASE subject_type WHEN 'session' THEN NULL ELSE after END
     WHERE actor_id = $1 AND (actor_label <> $2 OR subject_type = 'session' AND subject_label <> $2)`,
    [person.userId, ERASED_LABEL],
  );
  const changed = (await findEntries(client, person)).flatMap(({ is_of_user, is_about_user, ...entry }) => {
    const scrubbed = scrub(entry, { isOfUser: is_of_user, isAboutUser: is_about_user, addresses: person.addresses });
    return JSON.stringify(scrubbed) === JSON.stringify(entry) ? [] : [scrubbed];
  });
  await client.query(
    `UPDATE audit_entries
     SET actor_label = entry.actor_label, subject_label = entry.subject_label, before = entry.before, after = entry.after
     FROM jsonb_to_recordset($1::jsonb) AS entry (id uuid, actor_label text, subject_label text, before jsonb, after jsonb)
     WHERE audit_entries.id = entry.id`,
    [JSON.stringify(changed)],
  );
  return (byThem.rowCount ?? 0) + changed.length;
}

/** All are looked through, once. */
async function findEntries(client: pg.ClientBase, { userId, addresses }: Person): Promise<FoundEntry[]> {
  const { rows } = await client.query<FoundEntry>(
    `WITH entry AS (
       SELECT id, actor_label, subject_label, before, after,
              coalesce(subject_type = 'user' AND subject_id = $1, false) AS is_of_user,
              coalesce(before->>'userId' = $1, false) OR coalesce(after->>'userId' = $1, false) AS names_user,
              lower(concat_ws(' ', actor_label, subject_label, before, after)) AS words
       FROM audit_entries)
     SELECT id, actor_label, subject_label, before, after, is_of_user, is_of_user OR names_user AS is_about_user
     FROM entry
     WHERE is_of_user OR names_user OR EXISTS (SELECT FROM unnest($2::text[]) AS address WHERE strpos(words, address) > 0)`,
    [userId, addresses],
  );
  return rows;
}

type Erased = { isOfUser: boolean; isAboutUser: boolean; addresses: readonly string[] };

function scrub(entry: Entry, { isOfUser, isAboutUser, addresses }: Erased): Entry {
  const anyAddress = addresses.map((address) => address.replace(/[^\w@-]/g, "\\$&")).join("|");
  const pattern = new RegExp(`${BEFORE_ADDRESS}(?:${anyAddress})${AFTER_ADDRESS}`, "gi");
  const scrubText = (text: string) => (anyAddress ? text.replace(pattern, ERASED_VALUE) : text);
  const scrubValue = (field: string, value: unknown): unknown => {
    if (typeof value !== "string") return value;
    return isAboutUser && PERSONAL_FIELDS.has(field) ? ERASED_VALUE : scrubText(value);
  };
  const scrubFields = (fields: unknown): unknown =>
    fields && JSON.parse(JSON.stringify(fields), (field, value) => scrubValue(field, value));
  return {
    id: entry.id,
    actor_label: scrubText(entry.actor_label),
    subject_label: isOfUser ? ERASED_LABEL : scrubText(entry.subject_label),
    before: scrubFields(entry.before),
    after: scrubFields(entry.after),
  };
}
