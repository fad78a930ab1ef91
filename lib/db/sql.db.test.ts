import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { execute, queryRows, raw, type SqlClient, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";

const values = sql`SELECT ${1}::int AS number, ${["a", 'b"c']}::text[] AS list, ${null}::text AS nothing`;
const expected = [{ number: 1, list: ["a", 'b"c'], nothing: null }];

const clients: [name: string, run: (use: (client: SqlClient) => Promise<void>) => Promise<void>][] = [
  ["a pool", (use) => use(pool())],
  ["a client in a transaction", (use) => inTransaction(pool(), use)],
  ["Prisma", (use) => use(prisma())],
  ["a Prisma transaction", (use) => prisma().$transaction((tx) => use(tx))],
];

test.each(clients)("%s returns rows", async (_, run) => {
  await run(async (client) => {
    expect(await queryRows(client, values)).toEqual(expected);
    expect(await queryRows(client, values, "values")).toEqual(expected);
  });
});

test.each(clients)("%s counts changed rows", async (_, run) => {
  await run(async (client) => {
    const id = sql`${"counted"}`;
    expect(await execute(client, sql`INSERT INTO settings (key, value, updated_at) VALUES (${id}, '', now())`)).toBe(1);
    expect(await execute(client, sql`DELETE FROM settings WHERE key = ${id} OR key = ${"no such key"}`)).toBe(1);
    expect(await execute(client, sql`DELETE FROM settings WHERE key = ${id}`)).toBe(0);
  });
});

test("a named statement stays prepared on its connection", async () => {
  await inTransaction(pool(), async (client) => {
    await queryRows(client, sql`SELECT ${1}::int AS number`, "prepared-once");
    const prepared = sql`SELECT statement FROM pg_prepared_statements WHERE name = ${"prepared-once"}`;
    expect(await queryRows(client, prepared)).toEqual([{ statement: "SELECT $1::int AS number" }]);
    expect(await queryRows(client, sql`SELECT ${raw("1 + 1")} AS sum`)).toEqual([{ sum: 2 }]);
  });
});
