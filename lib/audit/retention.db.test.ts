import { recordAudit, SYSTEM } from "@/lib/audit/record";
import { removeOldEntries } from "@/lib/audit/retention";
import { pool } from "@/lib/db/pool";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { createUser } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { erasePersonalData } from "@/lib/users/erase";

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

test("a round that takes long is continued by the next one", async () => {
  await removeOldEntries(pool(), 30, { batch: 1, maxMs: 0 });
  expect(await ages()).toHaveLength(5);
  await removeOldEntries(pool(), 30, { batch: 1 });
  expect(await ages()).toEqual(["0", "29"]);
});

test("without a retention they stay", async () => {
  await removeOldEntries(pool(), undefined);
  expect(await ages()).toHaveLength(5);
});

test("old entries are not removed during an erasure, with which it could be in a deadlock, but after it", async () => {
  const user = await createUser();
  const insert = (daysAgo: number, actorId: string | null, type: string, id: string) =>
    pool().query(
      `INSERT INTO audit_entries (id, occurred_at, actor_id, actor_label, action, subject_type, subject_id, subject_label)
       VALUES (gen_random_uuid(), now() - $1 * interval '1 day', $2, 'Ann', 'user.update', $3, $4, 'Ann')`,
      [daysAgo, actorId, type, id],
    );
  await insert(900, null, "user", user.id);
  await insert(800, user.id, "group", "");
  const { erasing } = await inTransaction(pool(), async (holder) => {
    await holder.query("SELECT FROM audit_entries WHERE actor_id = $1 FOR UPDATE", [user.id]);
    // Waits for the second entry, then changes the first; the removal would delete them in the other order.
    const erasing = erasePersonalData(pool(), user.email);
    await untilBlocked(pool(), 1);
    await removeOldEntries(pool(), 30);
    return { erasing };
  });
  expect(await erasing).toMatchObject({ isUser: true });
  const old = "SELECT FROM audit_entries WHERE occurred_at < now() - interval '30 days'";
  expect((await pool().query(old)).rowCount).toBe(5);
  await removeOldEntries(pool(), 30);
  expect((await pool().query(old)).rowCount).toBe(0);
});
