import { deleteClicksByAddress } from "@/lib/clicks/delete-by-address";
import { dropOldPartitions } from "@/lib/clicks/partitions";
import { removeClicks } from "@/lib/clicks/remove";
import { removeUnusedTexts } from "@/lib/clicks/remove-values";
import { enrichedClick, store } from "@/lib/clicks/testing/clicks";
import { findValueIds, MAX_NEW_ROWS } from "@/lib/clicks/value-tables";
import { pool } from "@/lib/db/pool";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { createUser } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

let link: string;

beforeAll(async () => {
  const admin = await createUser({ role: "overall_admin" });
  link = (await createUrl(admin, createUrlSchema.parse({ originalUrl: "https://example.com/" }))).id;
});

beforeEach(() => pool().query("DELETE FROM visits"));

type Row = { user_agent: string | null; os: string | null; referer: string | null; referrer_host: string | null };

async function stored(): Promise<Row[]> {
  const { rows } = await pool().query<Row>(
    "SELECT user_agent, os, referer, referrer_host FROM stored_clicks ORDER BY occurred_at, id",
  );
  return rows;
}

const textsLike = async (text: string) => {
  const { rows } = await pool().query(
    `SELECT user_agent AS text FROM user_agents WHERE user_agent LIKE $1
     UNION ALL SELECT referer FROM referrers WHERE referer LIKE $1 ORDER BY 1`,
    [text],
  );
  return rows.map((row) => row.text);
};

const visit = (userAgent: string, known = {}) =>
  enrichedClick(link, "2026-11-20T10:00:00Z", { userAgent, os: "Linux", browser: "Firefox", ...known });

test("one text is stored once for each name that it is counted as", async () => {
  await Promise.all([
    store([visit("Twice"), visit("Twice"), visit("Twice", { os: "Other" })]),
    store([visit("Twice"), visit("Twice", { os: "Other" })]),
  ]);
  expect(await textsLike("Twice")).toEqual(["Twice", "Twice"]);
  expect((await stored()).map(({ user_agent, os }) => `${user_agent} ${os}`).sort()).toEqual([
    "Twice Linux",
    "Twice Linux",
    "Twice Linux",
    "Twice Other",
    "Twice Other",
  ]);
});

test("unknown values, empty texts and quotes are read back unchanged", async () => {
  const odd = ['{"a",\\}', "", "NULL", "a\nb", "'; DROP TABLE visits;--"];
  await store([
    enrichedClick(link, "2026-11-19T10:00:00Z"),
    ...odd.map((userAgent, index) =>
      enrichedClick(link, `2026-11-20T10:00:0${index}Z`, { userAgent, referer: userAgent }),
    ),
  ]);
  expect((await stored()).map(({ user_agent, referer }) => [user_agent, referer])).toEqual([
    [null, null],
    ...odd.map((text) => [text, text]),
  ]);
});

test("beyond a day's limit, new texts are dropped, names and known texts are kept", async () => {
  await store([visit("Known before")]);
  await pool().query(
    `INSERT INTO user_agents (digest, last_month, user_agent)
     SELECT gen_random_uuid(), now(), 'Flood ' || n FROM generate_series(1, $1::int) AS n`,
    [MAX_NEW_ROWS],
  );
  await store([visit("Known before"), visit("One too many"), visit("Two too many")]);
  const lastId = async () => (await pool().query("SELECT last_value FROM user_agents_id_seq")).rows[0].last_value;
  const usedIds = await lastId();
  await store([visit("Three too many")]);
  expect(await lastId()).toBe(usedIds);
  const rows = await stored();
  expect(rows.map(({ user_agent }) => user_agent)).toEqual(["Known before", "Known before", null, null, null]);
  expect(rows.map(({ os }) => os)).toEqual(["Linux", "Linux", "Linux", "Linux", "Linux"]);
  expect(await textsLike("%too many")).toEqual([]);
  await pool().query("DELETE FROM user_agents WHERE user_agent LIKE 'Flood%'");
});

test("known values keep their ids when new ones overflow the cache", async () => {
  const known = visit("Cached", { country: "DE" });
  const before = await findValueIds(pool(), [known]);
  const added = visit("Overflowing", { country: "AT" });
  const after = await findValueIds(pool(), [known, added, known], { knownIds: 1 });
  for (const table of ["userAgents", "places"] as const) {
    const [id] = before[table];
    expect(id).toBeGreaterThan(0);
    expect(after[table]).toEqual([id, expect.any(Number), id]);
  }
});

test("a rolled back transaction leaves no wrong id behind", async () => {
  await expect(
    inTransaction(pool(), async (client) => {
      const { storeClicks } = await import("@/lib/clicks/store");
      await storeClicks({ client, pool: pool() }, [visit("Rolled back")]);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await store([visit("Rolled back")]);
  expect((await stored()).map(({ user_agent }) => user_agent)).toEqual(["Rolled back"]);
});

test("deleting a visitor's clicks deletes the texts that nobody else sent, and later clicks get new ones", async () => {
  const ip = "198.51.100.9";
  await store([
    visit("Personal", { ip, referer: "https://personal.example/", referrerHost: "personal.example" }),
    visit("Common", { ip }),
    visit("Common", { ip: "198.51.100.10" }),
  ]);
  expect(await deleteClicksByAddress(pool(), ip)).toBe(2);
  expect(await textsLike("%ersonal%")).toEqual([]);
  await removeUnusedTexts(pool());
  await store([visit("Personal"), visit("Common")]);
  expect((await stored()).map(({ user_agent }) => user_agent).sort()).toEqual(["Common", "Common", "Personal"]);
});

test("a text whose last click is removed while unused texts are looked for is deleted by the next pass", async () => {
  const clicks = [visit("Erased in two steps"), visit("Erased in two steps")];
  await store(clicks);
  const keys = clicks.map(({ urlId, at, id }) => ({ urlId, occurredAt: new Date(at), id }));
  await inTransaction(pool(), (client) => removeClicks(client, keys.slice(0, 1)));
  let looking: Promise<void> | undefined;
  await inTransaction(pool(), async (client) => {
    await removeClicks(client, keys.slice(1));
    looking = removeUnusedTexts(pool());
    await untilBlocked(pool());
  });
  await looking;
  await removeUnusedTexts(pool());
  expect(await textsLike("Erased%")).toEqual([]);
});

test("values are deleted with the last month that has them", async () => {
  await store([
    enrichedClick(link, "2025-02-03T10:00:00Z", { userAgent: "Of February", country: "FR" }),
    enrichedClick(link, "2025-02-03T10:00:00Z", { userAgent: "Of both" }),
  ]);
  await store([enrichedClick(link, new Date().toISOString(), { userAgent: "Of both" })]);
  await dropOldPartitions(pool(), 200);
  expect(await textsLike("Of %")).toEqual(["Of both"]);
  await store([enrichedClick(link, new Date().toISOString(), { userAgent: "Of February" })]);
  expect((await stored()).map(({ user_agent }) => user_agent)).toEqual(["Of both", "Of February"]);
});
