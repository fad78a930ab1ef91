import { requestLink } from "@/lib/auth/request-link";
import { hashToken } from "@/lib/auth/tokens";
import { pool } from "@/lib/db/pool";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import { stopJobs } from "@/lib/jobs/queue";

afterAll(stopJobs);

const newEmail = () => `${unique("somebody")}@example.com`;
const newIp = () => `192.0.2.${unique("").slice(1)}`;

/** What waits for the worker, for one address. */
async function queued(email: string): Promise<object[]> {
  const { rows } = await pool().query("SELECT data FROM pgboss.job WHERE data->>'email' = $1", [email]);
  return rows.map(({ data }) => data);
}

test.each([
  ["of a known user", async () => (await createUser()).email],
  ["of a paused user", async () => (await createUser({ status: "paused" })).email],
  ["of a stranger", async () => newEmail()],
])("the address %s gets three requests in 15 minutes, from wherever they come", async (_name, makeEmail) => {
  const email = await makeEmail();
  for (let i = 0; i < 3; i++) await requestLink({ email }, newIp(), undefined);
  await expect(requestLink({ email }, newIp(), undefined)).rejects.toMatchObject({
    code: "rate_limited",
    message: "Too many sign-in requests. Please try again in 15 minutes.",
    retryAfterSeconds: 900,
  });
  expect(await queued(email)).toHaveLength(3);

  await pool().query("UPDATE rate_limits SET expire = expire - 900000 WHERE key LIKE '%' || $1", [email]);
  await requestLink({ email }, newIp(), undefined);
  expect(await queued(email)).toHaveLength(4);
});

test("one client gets twenty requests in an hour, for whatever addresses", async () => {
  const ip = newIp();
  for (let i = 0; i < 20; i++) await requestLink({ email: newEmail() }, ip, undefined);
  const email = newEmail();
  await expect(requestLink({ email }, ip, undefined)).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: 3600,
  });
  expect(await queued(email)).toEqual([]);
  await requestLink({ email }, newIp(), undefined);
});

test("the limit holds when twenty ask for one address at once", async () => {
  const email = newEmail();
  const calls = Array.from({ length: 20 }, () => requestLink({ email }, null, undefined));
  const results = await Promise.allSettled(calls);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});

test("the browser's token is kept as its hash only", async () => {
  const email = newEmail();
  const token = await requestLink({ email }, null, undefined);
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(await queued(email)).toEqual([{ email, browserHash: hashToken(token) }]);
});

test("a browser that asks again keeps its token, so that the first link still works; a made-up one is replaced", async () => {
  const token = await requestLink({ email: newEmail() }, null, undefined);
  expect(await requestLink({ email: newEmail() }, null, token)).toBe(token);
  expect(await requestLink({ email: newEmail() }, null, "made-up")).toMatch(/^[0-9a-f]{64}$/);
});
