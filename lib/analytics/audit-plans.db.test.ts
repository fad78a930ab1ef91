import { randomUUID } from "node:crypto";
import { listActivity } from "@/lib/analytics/activity";
import { listAudit } from "@/lib/audit/queries";
import { pool } from "@/lib/db/pool";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import { explain, type Plan, rowsRead } from "@/lib/db/testing/plans";

const ENTRIES = 60;
const ITEMS = 200;
const OTHER_ENTRIES = 20_000;

/**
 * Stores bulk changes of the same links, and many entries about other things.
 *
 * @returns the ids of the links
 */
async function fill(creatorId: string): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(
    `WITH links AS (
       INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
       SELECT gen_random_uuid(), $1 || n, 'https://example.com/', $2, now() FROM generate_series(1, $4::int) n
       RETURNING id), entries AS (
       INSERT INTO audit_entries (id, occurred_at, actor_label, action, subject_type, subject_id, subject_label)
       SELECT gen_random_uuid(), now() - n * interval '1 hour', 'A', 'short_urls.pause', 'short_urls', n, '2 URLs'
       FROM generate_series(1, $3::int) n RETURNING id),
     items AS (
       INSERT INTO audit_items (entry_id, subject_id, subject_label, subject_updated_at)
       SELECT entries.id, links.id, 'A', now() FROM entries, links)
     SELECT id FROM links`,
    [unique("code"), creatorId, ENTRIES, ITEMS],
  );
  await pool().query(
    `INSERT INTO audit_entries (id, occurred_at, actor_label, action, subject_type, subject_id, subject_label)
     SELECT gen_random_uuid(), now() - n * interval '1 minute', 'A', 'user.update', 'user', gen_random_uuid(), 'A'
     FROM generate_series(1, $1::int) n`,
    [OTHER_ENTRIES],
  );
  await pool().query("ANALYZE short_urls, audit_entries, audit_items");
  return rows.map(({ id }) => id);
}

const AUDIT = "audit_entries";
/** The most subjects that a search of the log may find. */
const MAX_SUBJECTS = 500;

/** Expects that fewer than a tenth of the log's entries are read. */
function expectFewEntriesRead(plans: Plan[], names: string[]): void {
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(rowsRead(AUDIT, plan)).toBeLessThan(OTHER_ENTRIES / 10);
    for (const name of names) expect(JSON.stringify(plan)).toContain(name);
  }
}

test("a long log is not scanned for one subject, for search results or for recent activity", async () => {
  const [admin, creator] = [await createUser({ role: "overall_admin" }), await createUser()];
  const linkIds = await fill(creator.id);
  const ofSubject = await explain(AUDIT, () => listAudit(admin, { subjectId: unique("subject") }));
  expectFewEntriesRead(ofSubject, ["audit_entries_subject_type_subject_id_id_idx"]);

  const bySubject = "audit_entries_subject_type_subject_id_id_idx";
  const byActor = "audit_entries_actor_id_occurred_at_id_idx";
  const some = (count: number) => Array.from({ length: count }, () => randomUUID());
  for (const [urlIds, userIds] of [
    [some(1), [creator.id]],
    [some(MAX_SUBJECTS), some(MAX_SUBJECTS)],
    [[...linkIds, ...some(MAX_SUBJECTS - linkIds.length)], some(MAX_SUBJECTS)],
  ] as const) {
    const found = { urlIds: [...urlIds], userIds: [...userIds] };
    expectFewEntriesRead(await explain(AUDIT, () => listAudit(admin, {}, found)), [bySubject, byActor]);
  }

  const [activity] = await explain(AUDIT, () => listActivity(creator));
  const read = activity && rowsRead("audit_items", activity);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan((ENTRIES * ITEMS) / 4);
});
