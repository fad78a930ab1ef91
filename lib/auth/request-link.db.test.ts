import { requestLink } from "@/lib/auth/request-link";
import { hashToken } from "@/lib/auth/tokens";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import { statementsDuring } from "@/lib/db/testing/statements";
import { stopJobs } from "@/lib/jobs/queue";

afterAll(stopJobs);

const cookieReader =
  (cookies: Record<string, string> = {}) =>
  (name: string) =>
    cookies[name];
const newEmail = () => `${unique("user")}@example.com`;
const noCookie = () => undefined;
const newIp = () => `192.0.2.${unique("").slice(1)}`;

/** Jobs queued for one email address. */
async function queued(email: string): Promise<object[]> {
  const { rows } = await pool().query("SELECT data FROM pgboss.job WHERE data->>'email' = $1", [email]);
  return rows.map(({ data }) => data);
}

const TOO_MANY = {
  code: "rate_limited",
  message: "Too many sign-in requests. Please try again in 15 minutes.",
  retryAfterSeconds: expect.any(Number),
};

/** Ages all rate limit counters. */
const passMinutes = (minutes: number) =>
  pool().query("UPDATE rate_limits SET expire = expire - $1", [minutes * 60_000]);

const ADDRESSES: [name: string, makeEmail: () => Promise<string>][] = [
  ["of a known user", async () => (await createUser()).email],
  ["of a paused user", async () => (await createUser({ status: "paused" })).email],
  ["of an unknown user", async () => newEmail()],
];

test("the same statements run for every address, so neither response nor timing tells who is known", async () => {
  await requestLink({ email: newEmail() }, newIp(), noCookie);
  const statements: string[][] = [];
  for (const [, makeEmail] of ADDRESSES) {
    const email = await makeEmail();
    const sent = await statementsDuring(() => requestLink({ email }, newIp(), noCookie));
    // The queue may do its own maintenance in the meantime.
    statements.push(sent.filter((text) => !text.includes("pgboss") || text.includes("INSERT INTO pgboss.job")));
  }
  expect(statements[0]).not.toEqual([]);
  for (const each of statements) expect(each).toEqual(statements[0]);
  expect(statements[0]?.join("\n")).not.toMatch(/\busers\b/);
});

describe.each(ADDRESSES)("for the address %s", (_name, makeEmail) => {
  test("each client gets three requests in 15 minutes", async () => {
    const email = await makeEmail();
    const [attacker, user] = [newIp(), newIp()];
    for (let i = 0; i < 3; i++) await requestLink({ email }, attacker, noCookie);
    await expect(requestLink({ email }, attacker, noCookie)).rejects.toMatchObject(TOO_MANY);
    expect(await queued(email)).toHaveLength(3);

    for (let i = 0; i < 3; i++) await requestLink({ email }, user, noCookie);
    await expect(requestLink({ email }, user, noCookie)).rejects.toMatchObject(TOO_MANY);
    expect(await queued(email)).toHaveLength(6);

    await passMinutes(15);
    await requestLink({ email }, user, noCookie);
    expect(await queued(email)).toHaveLength(7);
  });

  test("all clients together get thirty requests in 15 minutes", async () => {
    const email = await makeEmail();
    for (let i = 0; i < 30; i++) await requestLink({ email }, newIp(), noCookie);
    await expect(requestLink({ email }, newIp(), noCookie)).rejects.toMatchObject(TOO_MANY);
    expect(await queued(email)).toHaveLength(30);
  });
});

test("refused requests do not count against the limit shared by all clients", async () => {
  const email = newEmail();
  const attacker = newIp();
  const requests = Array.from({ length: 50 }, () => requestLink({ email }, attacker, noCookie));
  await Promise.allSettled(requests);
  // The attacker used three of the thirty requests.
  for (let i = 0; i < 27; i++) await requestLink({ email }, newIp(), noCookie);
  expect(await queued(email)).toHaveLength(30);
});

test("an IPv6 network counts as one client for an email address", async () => {
  const email = newEmail();
  const network = "2001:db8:1:2:";
  for (let i = 1; i <= 3; i++) await requestLink({ email }, `${network}:${i}`, noCookie);
  await expect(requestLink({ email }, `${network}:4`, noCookie)).rejects.toMatchObject(TOO_MANY);
});

test("an IPv6 site with many networks does not use up the limit shared by all clients", async () => {
  const email = newEmail();
  const site = "2001:db8:2";
  const requests = Array.from({ length: 30 }, (_, network) =>
    requestLink({ email }, `${site}:${network.toString(16)}::1`, noCookie),
  );
  await Promise.allSettled(requests);
  await requestLink({ email }, newIp(), noCookie);
  expect(await queued(email)).toHaveLength(4);
});

test("requests without a client address count as one client", async () => {
  const email = newEmail();
  for (let i = 0; i < 3; i++) await requestLink({ email }, null, noCookie);
  await expect(requestLink({ email }, null, noCookie)).rejects.toMatchObject(TOO_MANY);
  await requestLink({ email }, newIp(), noCookie);
});

test("an email address of 254 characters is limited like any other, even in the same batch", async () => {
  const domain = [61, 61, 57].map((length) => "a".repeat(length)).join(".");
  const long = `${unique("x".repeat(55))}@${domain}.com`.padStart(254, "x");
  expect(long).toHaveLength(254);
  const email = newEmail();
  await Promise.all([long, email, long].map((one) => requestLink({ email: one }, newIp(), noCookie)));
  expect([await queued(long), await queued(email)].map(({ length }) => length)).toEqual([2, 1]);
});

test("rate limit keys contain neither email nor IP addresses", async () => {
  const [email, ip] = [newEmail(), newIp()];
  await requestLink({ email }, ip, noCookie);
  const { rows } = await pool().query("SELECT key FROM rate_limits");
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toMatch(/^signin-[a-z-]+:[\w-]{43}$/);
});

test("one client gets twenty requests per hour across all email addresses", async () => {
  const ip = newIp();
  for (let i = 0; i < 20; i++) await requestLink({ email: newEmail() }, ip, noCookie);
  const email = newEmail();
  const refusal = await requestLink({ email }, ip, noCookie).catch((error) => error);
  expect(refusal).toMatchObject({ code: "rate_limited", retryAfterSeconds: expect.any(Number) });
  // Counted from the first of the twenty requests.
  expect(refusal.retryAfterSeconds).toBeGreaterThan(3_500);
  expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(3_600);
  expect(await queued(email)).toEqual([]);
  await requestLink({ email }, newIp(), noCookie);
});

test("an IPv6 network counts as one client for the hourly limit", async () => {
  const network = "2001:db8:3:1:";
  const request = (host: number) => requestLink({ email: newEmail() }, `${network}:${host.toString(16)}`, noCookie);
  for (let i = 1; i <= 20; i++) await request(i);
  await expect(request(21)).rejects.toMatchObject({ code: "rate_limited" });
});

test("the limit holds for twenty concurrent requests", async () => {
  const email = newEmail();
  const calls = Array.from({ length: 20 }, () => requestLink({ email }, null, noCookie));
  const results = await Promise.allSettled(calls);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});

describe("the requesting browser", () => {
  const COOKIE = /^hop\.browser=([0-9a-f]{64}); Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/;

  async function requestWith(cookies: Record<string, string>, email = newEmail()): Promise<string | undefined> {
    const [cookie = ""] = await requestLink({ email }, null, cookieReader(cookies));
    return COOKIE.exec(cookie)?.[1];
  }

  test("gets a cookie, of which only the hash is stored", async () => {
    const email = newEmail();
    const token = await requestWith({}, email);
    expect(await queued(email)).toEqual([{ email, browserHash: hashToken(token ?? "") }]);
  });

  test("keeps its cookie for further requests, so that earlier links still work; an invalid one is replaced", async () => {
    const token = (await requestWith({})) ?? "";
    expect(await requestWith({ "hop.browser": token })).toBe(token);
    expect(await requestWith({ "hop.browser": "invalid" })).toMatch(/^[0-9a-f]{64}$/);
  });

  test("gets a __Host- cookie under https", async () => {
    await prisma().setting.create({ data: { key: "base_url", value: "https://hop.example" } });
    const cookies = await requestLink({ email: newEmail() }, null, cookieReader());
    await prisma().setting.deleteMany();
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-hop\.browser=[0-9a-f]{64}; Path=\/;(?!.*Domain).*; Secure$/),
    ]);
  });
});
