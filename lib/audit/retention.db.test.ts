import { recordAudit, SYSTEM } from "@/lib/audit/record";
import { removeOldEntries } from "@/lib/audit/retention";
import { pool } from "@/lib/db/pool";

const ages = async () =>
  (await pool().query("SELECT subject_label AS days FROM audit_entries ORDER BY occurred_at DESC")).rows.map(
    ({ days }) => days,
  );

beforeEach(async () => {
  await pool().query("TRUNCATE audit_entries CASCADE");
  for (const label of ["0", "29", "31", "32", "400"])
    await recordAudit(pool(), SYSTEM, {
      action: "setting.update",
      subject: { type: "setting", id: "base_url", label },
    });
  await pool().query("UPDATE audit_entries SET occurred_at = now() - make_interval(days => subject_label::int)");
});

test("entries past the retention are deleted in batches, with their items", async () => {
  await pool().query(
    `INSERT INTO audit_items (entry_id, subject_id, subject_label, subject_updated_at)
     SELECT id, 'a', 'a', now() FROM audit_entries`,
  );
  await removeOldEntries(pool(), 30, { batch: 2 });
  expect(await ages()).toEqual(["0", "29"]);
  expect((await pool().query("SELECT FROM audit_items")).rowCount).toBe(2);
});

test("without a retention they stay", async () => {
  await removeOldEntries(pool(), undefined);
  expect(await ages()).toHaveLength(5);
});
