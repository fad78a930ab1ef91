import { type ClientRequest, type IncomingMessage, request as send } from "node:http";
import type pg from "pg";
import { call, expect, sessionOf, type TestUser, test } from "@/e2e/api/support";

const TARGET = "/api/analytics/export?from=2025-01-01&to=2025-01-31";
/** Enough rows to exceed the buffers between Postgres and a stalled client. */
const ROWS = 30_000;
const ROW_BYTES = 1_500;

test("four stalled downloads delay nobody else and are cut", async ({ request, database, createUser }) => {
  const admins = await Promise.all(Array.from({ length: 5 }, () => createUser({ role: "overall_admin" })));
  const [first, , , , other] = admins as [TestUser, TestUser, TestUser, TestUser, TestUser];
  await insertClicks(database, first);
  const stalled = await Promise.all(admins.slice(0, 4).map(startAndStall));
  try {
    let backends: number[] = [];
    const findStalled = async () => {
      // Kept, since a slow server may still read a batch before all buffers are full.
      backends = await stalledDownloads(database, admins);
      return backends.length;
    };
    await expect.poll(findStalled).toBe(4);
    const second = await call(request, "GET", TARGET, { user: first });
    expect(second.status).toBe(429);
    expect(Number(second.headers["retry-after"])).toBeGreaterThan(0);
    expect(JSON.parse(second.text)).toMatchObject({
      code: "rate_limited",
      message: "You already have a download running. Wait for it to finish, or cancel it.",
    });
    const page = await call(request, "GET", "/urls", { user: first });
    expect(page.status).toBe(200);
    expect((await call(request, "GET", "/api/analytics/global", { user: first })).status).toBe(200);
    const download = await call(request, "GET", `${TARGET.replace("31", "01")}`, { user: other });
    expect(download.status).toBe(200);

    // Postgres does this itself after 30 seconds: lib/db/export-rows.db.test.ts.
    await database.query("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid", [backends]);
    for (const { response } of stalled) {
      // Only a client that reads notices the end of the response.
      response.resume();
      await expect.poll(() => response.destroyed && !response.complete).toBe(true);
    }
    // Postgres reports the end before it releases the lock.
    const again = async () => (await call(request, "GET", TARGET.replace("31", "01"), { user: first })).status;
    await expect.poll(again).toBe(200);
  } finally {
    for (const one of stalled) one.request.destroy();
    await database.query("DELETE FROM visits WHERE occurred_at < '2025-02-01'");
  }
});

/** The Postgres backends of these users' stalled downloads, found by their locks: other tests download too. */
async function stalledDownloads(database: pg.Pool, users: TestUser[]): Promise<number[]> {
  const { rows } = await database.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'hop-export'
     AND state = 'idle' AND state_change < now() - interval '300 ms'
     AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid::bigint = ANY ($1))`,
    [users.map(({ id }) => Number.parseInt(id.slice(-8), 16))],
  );
  return rows.map(({ pid }) => pid);
}

async function insertClicks(database: pg.Pool, { id: userId }: TestUser): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
     VALUES (gen_random_uuid(), 'download-' || left($1::uuid::text, 13), 'https://example.com/', $1::uuid, now()) RETURNING id`,
    [userId],
  );
  await database.query("SELECT ensure_visit_partition('2025-01-01T00:00:00Z')");
  await database.query(
    `WITH agent AS (
       INSERT INTO user_agents (digest, last_month, user_agent) VALUES (gen_random_uuid(), now(), repeat('x', $3::int)) RETURNING id
     )
     INSERT INTO visits (url_id, occurred_at, id, user_agent_id)
     SELECT $1, timestamptz '2025-01-31T00:00:00Z' - n * interval '50 s', gen_random_uuid(), agent.id
     FROM agent, generate_series(1, $2::int) AS n`,
    [rows[0]?.id, ROWS, ROW_BYTES],
  );
}

function startAndStall(user: TestUser): Promise<{ request: ClientRequest; response: IncomingMessage }> {
  const request = send(`${process.env.E2E_URL}${TARGET}`, { headers: sessionOf(user), agent: false });
  request.on("error", () => undefined);
  request.end();
  return new Promise((resolve) => {
    request.on("response", (response) => {
      expect(response.statusCode).toBe(200);
      response.on("error", () => undefined);
      resolve({ request, response });
    });
  });
}
