import { deleteClicksByAddress } from "@/lib/clicks/delete-by-address";
import { enrichClicks } from "@/lib/clicks/enrich";
import { storeClicks } from "@/lib/clicks/store";
import { recordedClick } from "@/lib/clicks/testing/clicks";
import type { Click } from "@/lib/clicks/types";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

const NOON = Date.UTC(2026, 4, 31, 12);

async function createLink(): Promise<string> {
  const input = createUrlSchema.parse({ originalUrl: "https://example.com/page" });
  return (await createUrl(await createUser(), input)).id;
}

const click = (urlId: string, ip: string | null, differences: Partial<Click> = {}): Click =>
  recordedClick(urlId, NOON, { accessMethod: "qr", ip, ...differences });

async function store(clicks: Click[]): Promise<void> {
  const enriched = await enrichClicks(pool(), clicks);
  await inTransaction(pool(), (client) => storeClicks({ pool: pool(), client }, enriched));
}

const visit = (...what: Parameters<typeof click>) => store([click(...what)]);

/** The stored clicks and counts of a link. */
async function told(urlId: string) {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM stored_clicks WHERE url_id = $1) AS rows,
            (SELECT click_count::int FROM short_urls WHERE id = $1) AS counter,
            (SELECT coalesce(sum(count) FILTER (WHERE dimension = 'total'), 0)::int FROM click_rollups WHERE url_id = $1) AS total,
            (SELECT coalesce(sum(count) FILTER (WHERE dimension = 'bot'), 0)::int FROM click_rollups WHERE url_id = $1) AS bots,
            (SELECT coalesce(sum(count) FILTER (WHERE dimension = 'visitors'), 0)::int FROM click_rollups WHERE url_id = $1) AS visitors`,
    [urlId],
  );
  return rows[0];
}

async function deletions() {
  const { rows } = await pool().query("SELECT * FROM audit_entries WHERE action = 'click.delete' ORDER BY id");
  return rows;
}

test("deletes the clicks of one visitor only, on every link and day, and from all counts", async () => {
  const [one, other] = [await createLink(), await createLink()];
  for (const urlId of [one, other]) {
    await visit(urlId, "203.0.113.7");
    await visit(urlId, "203.0.113.7", { at: NOON + 40 * 24 * 3_600_000 });
    await visit(urlId, "203.0.113.7", { isPrefetch: true });
    await visit(urlId, "203.0.113.70");
    await visit(urlId, null);
  }
  expect(await told(one)).toEqual({ rows: 5, counter: 4, total: 4, bots: 1, visitors: 3 });
  expect(await deleteClicksByAddress(pool(), "203.0.113.7")).toBe(6);
  for (const urlId of [one, other]) {
    expect(await told(urlId)).toEqual({ rows: 2, counter: 2, total: 2, bots: 0, visitors: 1 });
  }
  expect(await deleteClicksByAddress(pool(), "203.0.113.7")).toBe(0);
});

test("the audit log records the deletion without the address", async () => {
  const before = await deletions();
  await visit(await createLink(), "203.0.113.8");
  await deleteClicksByAddress(pool(), "203.0.113.8");
  await deleteClicksByAddress(pool(), "203.0.113.8");
  const entries = (await deletions()).slice(before.length);
  expect(entries).toMatchObject([{ actor_id: null, actor_label: "Operator", after: { deleted: 1 } }]);
  expect(JSON.stringify(entries)).not.toContain("203.0.113.8");
});

test("begins with a transaction for a single day, which it has to read", async () => {
  const urlId = await createLink();
  const before = await deletions();
  for (const days of [0, 0, 1, 2]) await visit(urlId, "203.0.113.21", { at: NOON + days * 24 * 3_600_000 });
  expect(await deleteClicksByAddress(pool(), "203.0.113.21")).toBe(4);
  const entries = (await deletions()).slice(before.length).map(({ after }) => after.deleted);
  expect(entries[0]).toBe(2);
  expect(entries.reduce((sum, deleted) => sum + deleted)).toBe(4);
  expect(await told(urlId)).toEqual({ rows: 0, counter: 0, total: 0, bots: 0, visitors: 0 });
});

test("finds more clicks than it keeps in memory at once", async () => {
  const urlId = await createLink();
  const before = await deletions();
  for (const hours of [0, 1, 2, 3, 4]) await visit(urlId, "203.0.113.22", { at: NOON + hours * 3_600_000 });
  expect(await deleteClicksByAddress(pool(), "203.0.113.22", { maxFound: 2 })).toBe(5);
  expect((await deletions()).slice(before.length).map(({ after }) => after.deleted)).toEqual([2, 2, 1]);
  expect(await told(urlId)).toEqual({ rows: 0, counter: 0, total: 0, bots: 0, visitors: 0 });
});

test("deletes any number of clicks in batches", async () => {
  const urlId = await createLink();
  const before = await deletions();
  const clicks = Array.from({ length: 5_200 }, (_, i) => click(urlId, "203.0.113.20", { at: NOON + i * 1_000 }));
  await store(clicks);
  expect(await deleteClicksByAddress(pool(), "203.0.113.20")).toBe(5_200);
  expect(await told(urlId)).toEqual({ rows: 0, counter: 0, total: 0, bots: 0, visitors: 0 });
  expect((await deletions()).slice(before.length).map(({ after }) => after.deleted)).toEqual([5_000, 200]);
});

test.each([
  ["2001:db8::7", "2001:0DB8:0:0:0:0:0:7"],
  ["2001:DB8:0::8", " 2001:db8::8 "],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["203.0.113.10", "::FFFF:203.0.113.10"],
])("a click from %s is found by %s", async (ip, address) => {
  const urlId = await createLink();
  await visit(urlId, ip);
  expect(await deleteClicksByAddress(pool(), address)).toBe(1);
  expect((await told(urlId)).rows).toBe(0);
});

test.each(["", "203.0.113", "203.0.113.0/24", "%", "localhost"])("%p is refused", async (address) => {
  await expect(deleteClicksByAddress(pool(), address)).rejects.toMatchObject({ code: "invalid", field: "address" });
});
