import { requestLink } from "@/lib/auth/request-link";
import { hashToken } from "@/lib/auth/tokens";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import { stopJobs } from "@/lib/jobs/queue";

afterAll(stopJobs);

/** The cookies of a request. */
const jar =
  (cookies: Record<string, string> = {}) =>
  (name: string) =>
    cookies[name];
const newEmail = () => `${unique("somebody")}@example.com`;
const noCookie = () => undefined;
const newIp = () => `192.0.2.${unique("").slice(1)}`;

/** What waits for the worker, for one address. */
async function queued(email: string): Promise<object[]> {
  const { rows } = await pool().query("SELECT data FROM pgboss.job WHERE data->>'email' = $1", [email]);
  return rows.map(({ data }) => data);
}

const TOO_MANY = {
  code: "rate_limited",
  message: "Too many sign-in requests. Please try again in 15 minutes.",
  retryAfterSeconds: expect.any(Number),
};

/** As if so many minutes had passed. */
const passMinutes = (minutes: number) =>
  pool().query("UPDATE rate_limits SET expire = expire - $1", [minutes * 60_000]);

const ADDRESSES: [name: string, makeEmail: () => Promise<string>][] = [
  ["of a known user", async () => (await createUser()).email],
  ["of a paused user", async () => (await createUser({ status: "paused" })).email],
  ["of a stranger", async () => newEmail()],
];

describe.each(ADDRESSES)("for the address %s", (_name, makeEmail) => {
  test("one client gets three requests in 15 minutes, and another client its own three", async () => {
    const email = await makeEmail();
    const [stranger, user] = [newIp(), newIp()];
    for (let i = 0; i < 3; i++) await requestLink({ email }, stranger, noCookie);
    await expect(requestLink({ email }, stranger, noCookie)).rejects.toMatchObject(TOO_MANY);
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

test("a client that is refused uses up nothing of what all clients share", async () => {
  const email = newEmail();
  const stranger = newIp();
  const requests = Array.from({ length: 50 }, () => requestLink({ email }, stranger, noCookie));
  await Promise.allSettled(requests);
  // Of the thirty that all clients share, the stranger's three are gone.
  for (let i = 0; i < 27; i++) await requestLink({ email }, newIp(), noCookie);
  expect(await queued(email)).toHaveLength(30);
});

test("addresses of one IPv6 network are one client for an address too", async () => {
  const email = newEmail();
  const network = `2001:db8:${unique("").slice(1, 5)}:2:`;
  for (let i = 1; i <= 3; i++) await requestLink({ email }, `${network}:${i}`, noCookie);
  await expect(requestLink({ email }, `${network}:4`, noCookie)).rejects.toMatchObject(TOO_MANY);
});

test("requests without a known client address are one client", async () => {
  const email = newEmail();
  for (let i = 0; i < 3; i++) await requestLink({ email }, null, noCookie);
  await expect(requestLink({ email }, null, noCookie)).rejects.toMatchObject(TOO_MANY);
  await requestLink({ email }, newIp(), noCookie);
});

test("an address of 254 characters is limited like others, and so are those that come with it", async () => {
  const domain = [61, 61, 57].map((length) => "a".repeat(length)).join(".");
  const long = `${unique("x".repeat(55))}@${domain}.com`.padStart(254, "x");
  expect(long).toHaveLength(254);
  const email = newEmail();
  await Promise.all([long, email, long].map((one) => requestLink({ email: one }, newIp(), noCookie)));
  expect([await queued(long), await queued(email)].map(({ length }) => length)).toEqual([2, 1]);
});

test("the table of limits holds no address, of a person or a client", async () => {
  const [email, ip] = [newEmail(), newIp()];
  await requestLink({ email }, ip, noCookie);
  const { rows } = await pool().query("SELECT key FROM rate_limits");
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toMatch(/^signin-[a-z-]+:[\w-]{43}$/);
});

test("one client gets twenty requests in an hour, for whatever addresses", async () => {
  const ip = newIp();
  for (let i = 0; i < 20; i++) await requestLink({ email: newEmail() }, ip, noCookie);
  const email = newEmail();
  await expect(requestLink({ email }, ip, noCookie)).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: 3600,
  });
  expect(await queued(email)).toEqual([]);
  await requestLink({ email }, newIp(), noCookie);
});

test("one client has one share for all the IPv6 addresses of its network", async () => {
  const network = `2001:db8:${unique("").slice(1, 5)}:1:`;
  const ask = (host: number) => requestLink({ email: newEmail() }, `${network}:${host.toString(16)}`, noCookie);
  for (let i = 1; i <= 20; i++) await ask(i);
  await expect(ask(21)).rejects.toMatchObject({ code: "rate_limited" });
});

test("the limit holds when twenty ask for one address at once", async () => {
  const email = newEmail();
  const calls = Array.from({ length: 20 }, () => requestLink({ email }, null, noCookie));
  const results = await Promise.allSettled(calls);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});

describe("the browser that asks", () => {
  const COOKIE = /^hop\.browser=([0-9a-f]{64}); Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/;

  async function askWith(cookies: Record<string, string>, email = newEmail()): Promise<string | undefined> {
    const [cookie = ""] = await requestLink({ email }, null, jar(cookies));
    return COOKIE.exec(cookie)?.[1];
  }

  test("is marked by a cookie, of which only the hash is kept", async () => {
    const email = newEmail();
    const token = await askWith({}, email);
    expect(await queued(email)).toEqual([{ email, browserHash: hashToken(token ?? "") }]);
  });

  test("keeps its mark when it asks again, so that the first link still works; a made-up one is replaced", async () => {
    const token = (await askWith({})) ?? "";
    expect(await askWith({ "hop.browser": token })).toBe(token);
    expect(await askWith({ "hop.browser": "made-up" })).toMatch(/^[0-9a-f]{64}$/);
  });

  test("is marked for this host alone under https", async () => {
    await prisma().setting.create({ data: { key: "base_url", value: "https://hop.example" } });
    const cookies = await requestLink({ email: newEmail() }, null, jar());
    await prisma().setting.deleteMany();
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-hop\.browser=[0-9a-f]{64}; Path=\/;(?!.*Domain).*; Secure$/),
    ]);
  });
});
