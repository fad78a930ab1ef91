import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Answer, call, createUrl, expect, test, uniqueCode } from "@/e2e/api/support";
import { type Dashboard, freePort, startDashboard } from "@/e2e/hop";
import { paths } from "@/lib/paths";

/** Concurrent requests, split between two installations on one database. */
const AT_ONCE = 20;

// All tests share one second installation.
test.describe.configure({ mode: "serial" });

let folder: string;
let second: Dashboard;

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-races-"));
  second = await startDashboard({
    PORT: String(await freePort()),
    DATA_DIR: folder,
    DATABASE_URL: process.env.E2E_DATABASE_URL ?? "",
    LOG_LEVEL: "warn",
  });
});

test.afterAll(async () => {
  const code = await second?.stop();
  rmSync(folder, { recursive: true, force: true });
  expect(code).toBe(0);
});

/** Makes concurrent calls to both installations in turn and returns their statuses, sorted. */
async function race(count: number, make: (origin: string, turn: number) => Promise<Answer>): Promise<number[]> {
  const origins = [process.env.E2E_URL ?? "", second.url];
  const answers = await Promise.all(Array.from({ length: count }, (_, turn) => make(origins[turn % 2] ?? "", turn)));
  for (const { status, text } of answers) expect(status, text).toBeLessThan(500);
  return answers.map(({ status }) => status).sort();
}

const times = (status: number, count: number): number[] => Array(count).fill(status);

test("concurrent requests for a short code give it to exactly one", async ({ request, createUser, database }) => {
  const users = await Promise.all(Array.from({ length: AT_ONCE }, () => createUser()));
  for (let round = 0; round < 5; round++) {
    const shortCode = uniqueCode("Race");
    const statuses = await race(AT_ONCE, (origin, turn) =>
      call(request, "POST", origin + paths.api.urls, {
        user: users[turn],
        // Codes are case-insensitive.
        body: { originalUrl: "https://example.com/", shortCode: turn % 3 ? shortCode : shortCode.toUpperCase() },
      }),
    );
    expect(statuses).toEqual([201, ...times(409, AT_ONCE - 1)]);
    const { rows } = await database.query("SELECT 1 FROM short_urls WHERE lower(short_code) = lower($1)", [shortCode]);
    expect(rows).toHaveLength(1);
  }
});

test("twenty concurrent calls create one link for a user with a limit of one", async ({
  request,
  createUser,
  database,
}) => {
  for (let round = 0; round < 5; round++) {
    const user = await createUser({ urlLimit: 1 });
    const statuses = await race(AT_ONCE, (origin) =>
      call(request, "POST", origin + paths.api.urls, { user, body: { originalUrl: "https://example.com/" } }),
    );
    expect(statuses).toEqual([201, ...times(403, AT_ONCE - 1)]);
    const { rows } = await database.query("SELECT 1 FROM short_urls WHERE created_by_id = $1", [user.id]);
    expect(rows).toHaveLength(1);
  }
});

test("with room for one link, concurrent calls activate exactly one of ten", async ({
  request,
  createUser,
  database,
}) => {
  const user = await createUser({ urlLimit: 10 });
  const ids: string[] = [];
  for (let i = 0; i < 10; i++) ids.push((await createUrl(request, user)).id);
  await database.query("UPDATE short_urls SET status = 'paused' WHERE created_by_id = $1", [user.id]);
  await database.query("UPDATE users SET url_limit = 1 WHERE id = $1", [user.id]);
  await race(AT_ONCE, (origin, turn) =>
    turn % 4 === 3
      ? call(request, "POST", origin + paths.api.bulkUrls, { user, body: { ids, action: "activate" } })
      : call(request, "PUT", origin + paths.api.url(ids[turn % 10] ?? ""), { user, body: { status: "active" } }),
  );
  const { rows } = await database.query("SELECT 1 FROM short_urls WHERE created_by_id = $1 AND status = 'active'", [
    user.id,
  ]);
  expect(rows).toHaveLength(1);
});

test("a key limited to twenty requests an hour gets twenty across processes", async ({
  request,
  createUser,
  createGroup,
}) => {
  const admin = await createUser({ role: "group_admin" });
  const created = await call(request, "POST", paths.api.groupApiKeys(await createGroup(admin)), {
    user: admin,
    body: { name: "Race", rateLimit: 20 },
  });
  const headers = { Authorization: `Bearer ${JSON.parse(created.text).apiKey}` };
  const statuses = await race(60, (origin) => call(request, "GET", origin + paths.api.v1Urls, { headers }));
  expect(statuses).toEqual([...times(200, 20), ...times(429, 40)]);
});

test("concurrent calls with one Idempotency-Key create one link and get the same response", async ({
  request,
  createUser,
  createGroup,
  database,
}) => {
  const admin = await createUser({ role: "group_admin" });
  const created = await call(request, "POST", paths.api.groupApiKeys(await createGroup(admin)), {
    user: admin,
    body: { name: "Race", rateLimit: 1000 },
  });
  const headers = {
    Authorization: `Bearer ${JSON.parse(created.text).apiKey}`,
    "Idempotency-Key": uniqueCode("order"),
  };
  const codes = new Set<string>();
  const statuses = await race(AT_ONCE, async (origin) => {
    const body = { url: "https://example.com/", email: admin.email };
    const answer = await call(request, "POST", origin + paths.api.v1Urls, { headers, body });
    codes.add(JSON.parse(answer.text).data?.shortCode);
    return answer;
  });
  expect(statuses).toEqual(times(201, AT_ONCE));
  expect(codes.size).toBe(1);
  const { rows } = await database.query("SELECT 1 FROM short_urls WHERE created_by_id = $1", [admin.id]);
  expect(rows).toHaveLength(1);
});

test("a user whose session ends during a call learns that or who they are", async ({
  request,
  createUser,
  database,
}) => {
  for (let round = 0; round < 10; round++) {
    const user = await createUser();
    let answered = 0;
    await race(2 * AT_ONCE, async (origin) => {
      const answer = await call(request, "GET", origin + paths.api.currentUser, { user });
      if (answer.status !== 401) expect(answer.text).toContain(user.email);
      answered += 1;
      // The other requests are still being processed by the server.
      if (answered === AT_ONCE) await database.query("DELETE FROM sessions WHERE user_id = $1", [user.id]);
      return answer;
    });
  }
});
