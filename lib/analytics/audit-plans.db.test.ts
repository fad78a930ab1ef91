import pg from "pg";
import { listActivity } from "@/lib/analytics/activity";
import { listAudit } from "@/lib/audit/queries";
import { pool } from "@/lib/db/pool";
import { createUser, unique } from "@/lib/db/testing/fixtures";

type Plan = { "Relation Name"?: string; "Actual Rows": number; "Actual Loops": number; Plans?: Plan[] };

const ENTRIES = 60;
const ITEMS = 200;

/** Runs a read of the audit log, and its statements once more with EXPLAIN. */
async function explain(run: () => Promise<unknown>): Promise<Plan[]> {
  const query = jest.spyOn(pg.Client.prototype, "query");
  await run();
  const calls = query.mock.calls as unknown as [{ text?: string; values?: unknown[] }, unknown[]?][];
  const statements = calls.map(([{ text = "", values }, given]) => ({ text, values: values ?? given ?? [] }));
  query.mockRestore();
  const plans: Plan[] = [];
  for (const { text, values } of statements.filter(({ text }) => text.includes("audit_entries"))) {
    const { rows } = await pool().query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    plans.push(rows[0]["QUERY PLAN"][0].Plan);
  }
  return plans;
}

/** How many rows of a table a plan passes on from its scans. */
function rowsOf(table: string, plan: Plan): number {
  const own = plan["Relation Name"] === table ? plan["Actual Rows"] * plan["Actual Loops"] : 0;
  return (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(table, child), own);
}

/** Stores bulk changes of the same links, and many entries about other things. */
async function fill(creatorId: string): Promise<void> {
  await pool().query(
    `WITH links AS (
       INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
       SELECT gen_random_uuid(), $1 || n, 'https://example.com/', $2, now() FROM generate_series(1, $4::int) n
       RETURNING id), entries AS (
       INSERT INTO audit_entries (id, occurred_at, actor_label, action, subject_type, subject_id, subject_label)
       SELECT gen_random_uuid(), now() - n * interval '1 hour', 'A', 'short_urls.pause', 'short_urls', n, '2 URLs'
       FROM generate_series(1, $3::int) n RETURNING id)
     INSERT INTO audit_items (entry_id, subject_id, subject_label, subject_updated_at)
     SELECT entries.id, links.id, 'A', now() FROM entries, links`,
    [unique("code"), creatorId, ENTRIES, ITEMS],
  );
  await pool().query(
    `INSERT INTO audit_entries (id, occurred_at, actor_label, action, subject_type, subject_id, subject_label)
     SELECT gen_random_uuid(), now() - n * interval '1 minute', 'A', 'user.update', 'user', gen_random_uuid(), 'A'
     FROM generate_series(1, 20000) n`,
  );
  await pool().query("ANALYZE short_urls, audit_entries, audit_items");
}

test("a long log is neither read for one subject, for what a search has found nor for the recent activity", async () => {
  const [admin, creator] = [await createUser({ role: "overall_admin" }), await createUser()];
  await fill(creator.id);
  const ofSubject = await explain(() => listAudit(admin, { subjectId: unique("subject") }));
  expect(ofSubject).toHaveLength(2);
  for (const plan of ofSubject) expect(JSON.stringify(plan)).toContain("audit_entries_subject_type_subject_id_idx");

  const found = { urlIds: [unique("link")], userIds: [creator.id] };
  const ofSearch = await explain(() => listAudit(admin, {}, found));
  expect(ofSearch).toHaveLength(2);
  for (const plan of ofSearch) {
    expect(JSON.stringify(plan)).toContain("audit_entries_subject_type_subject_id_idx");
    expect(JSON.stringify(plan)).toContain("audit_entries_actor_id_occurred_at_id_idx");
  }

  const [activity] = await explain(() => listActivity(creator));
  const read = activity && rowsOf("audit_items", activity);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan((ENTRIES * ITEMS) / 4);
});
