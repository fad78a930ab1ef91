import { v7 as uuidv7 } from "uuid";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";

const LINKS = 20;

/** Returns how many rows of click_days were written. */
const move = (groupId: string, ids: string[]): Promise<number> =>
  inTransaction(pool(), async (client) => {
    // Includes earlier writes of the connection that are not reported yet.
    const written = async () => {
      const { rows } = await client.query(
        "SELECT (n_tup_ins + n_tup_upd)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'click_days'",
      );
      return rows[0]?.rows;
    };
    const before = await written();
    await client.query("UPDATE short_urls SET group_id = $1 WHERE id = ANY ($2)", [groupId, ids]);
    return (await written()) - before;
  });

async function daysOfGroups(): Promise<object[]> {
  const { rows } = await pool().query(
    `SELECT scope_id, total::int, qr::int, visitors::int, counts FROM click_days WHERE scope = 'group'
     ORDER BY scope_id, day`,
  );
  return rows;
}

const dayOf = (groupId: string, links: number) => ({
  scope_id: groupId,
  total: 3 * links,
  qr: links,
  visitors: 2 * links,
  counts: { "os:Linux": 2 * links, "os:iOS": links },
});

test("links that move together write each day of their groups once", async () => {
  const createdById = (await createUser()).id;
  const [from = "", to = ""] = [await createGroup(), await createGroup()].sort();
  const ids = Array.from({ length: LINKS }, () => uuidv7());
  await prisma().shortUrl.createMany({
    data: ids.map((id) => ({ id, shortCode: unique("moved"), originalUrl: "https://example.com/", createdById })),
  });
  await pool().query(
    `INSERT INTO click_days (scope_id, day, is_bot, scope, total, qr, visitors, counts)
     SELECT id, day::date, false, 'link', 3, 1, 2, '{"os:Linux": 2, "os:iOS": 1}'
     FROM unnest($1::uuid[]) AS id, unnest('{2026-05-01,2026-05-02}'::text[]) AS day`,
    [ids],
  );
  expect(await move(from, ids)).toBe(2);
  expect(await daysOfGroups()).toEqual([dayOf(from, LINKS), dayOf(from, LINKS)]);
  const rest = LINKS - 1;
  expect(await move(to, ids.slice(1))).toBe(4);
  expect(await daysOfGroups()).toEqual([dayOf(from, 1), dayOf(from, 1), dayOf(to, rest), dayOf(to, rest)]);
  expect(await move(to, ids)).toBe(4);
  expect(await daysOfGroups()).toEqual([dayOf(to, LINKS), dayOf(to, LINKS)]);
});
