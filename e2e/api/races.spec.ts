import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Answer, call, createUrl, expect, type TestUser, test, uniqueCode } from "@/e2e/api/support";
import { freePort, type Hop, startHop } from "@/e2e/hop";
import { paths } from "@/lib/paths";

/** Requests that are under way at once, half of them at each of two installations on one database. */
const AT_ONCE = 20;

// One second installation for all of them.
test.describe.configure({ mode: "serial" });

let folder: string;
let second: Hop;

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-races-"));
  second = await startHop({
    PORT: String(await freePort()),
    DATA_DIR: folder,
    DATABASE_URL: process.env.E2E_DATABASE_URL ?? "",
    LOG_LEVEL: "warn",
  });
});

test.afterAll(async () => {
  await second?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The statuses of calls that go to both at once, turn and turn about, sorted. */
async function race(count: number, make: (origin: string, turn: number) => Promise<Answer>): Promise<number[]> {
  const origins = [process.env.E2E_URL ?? "", second.url];
  const answers = await Promise.all(Array.from({ length: count }, (_, turn) => make(origins[turn % 2] ?? "", turn)));
  for (const { status, text } of answers) expect(status, text).toBeLessThan(500);
  return answers.map(({ status }) => status).sort();
}

const times = (status: number, count: number): number[] => Array(count).fill(status);

test("the same short code goes to one of all who want it at once", async ({ request, createUser, database }) => {
  for (let round = 0; round < 5; round++) {
    const users: TestUser[] = [];
    for (let i = 0; i < AT_ONCE; i++) users.push(await createUser());
    const shortCode = uniqueCode("Race");
    const statuses = await race(AT_ONCE, (origin, turn) =>
      call(request, "POST", origin + paths.api.urls, {
        user: users[turn],
        // In another case, it is the same code.
        body: { originalUrl: "https://example.com/", shortCode: turn % 3 ? shortCode : shortCode.toUpperCase() },
      }),
    );
    expect(statuses).toEqual([201, ...times(409, AT_ONCE - 1)]);
    const { rows } = await database.query("SELECT 1 FROM short_urls WHERE lower(short_code) = lower($1)", [shortCode]);
    expect(rows).toHaveLength(1);
  }
});

test("a user with a limit of one makes one link by twenty calls at once", async ({ request, createUser, database }) => {
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

test("one of ten paused links becomes active where one is left, by one or by many", async ({
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

test("a key with twenty requests an hour has twenty, whichever process is asked", async ({
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

test("an Idempotency-Key at both at once makes one link, and each gets the same answer", async ({
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
