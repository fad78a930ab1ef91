import { createAdapter, noteSessionFailure } from "@/lib/auth/adapter";
import { sendSignInLink } from "@/lib/auth/send-link";
import { signOut } from "@/lib/auth/sign-out";
import { sessionUser } from "@/lib/auth/testing/session-user";
import { hashToken, randomToken } from "@/lib/auth/tokens";
import * as verify from "@/lib/auth/verify";
import { findLink, LINK_SPENT } from "@/lib/auth/verify";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import { log } from "@/lib/log";
import { listSessions } from "@/lib/sessions/queries";

type Cookies = (name: string) => string | undefined;

/** The cookies of a browser that asked for a link, and of one that did not. */
const asking = (browserToken: string) => (name: string) => (name === "hop.browser" ? browserToken : undefined);
const noCookies: Cookies = () => undefined;

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

const openLink = (token: string, readCookie: Cookies) =>
  verify.openLink(token, { ip: "8.8.8.8", userAgent: FIREFOX, readCookie });
const confirmLink = (token: string, client: Partial<verify.Visitor> = {}) =>
  verify.confirmLink(token, { ip: "8.8.8.8", userAgent: FIREFOX, readCookie: noCookies, ...client });

/** A user with an open link, and the cookies of the browser that asked for it. */
async function withLink() {
  const user = await createUser();
  return { user, ...(await linkFor(user.email)) };
}

async function linkFor(email: string) {
  const browserToken = randomToken();
  const write = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  await sendSignInLink({ email, browserHash: hashToken(browserToken) });
  const token = String(write.mock.calls.at(-1)?.[0]).trim().split("/").at(-1) ?? "";
  write.mockRestore();
  return { token, browserToken, cookies: asking(browserToken) };
}

async function signedIn() {
  const { user, token } = await withLink();
  const [cookie = ""] = await confirmLink(token);
  const [pair = ""] = cookie.split(";");
  return { user, token, cookie, pair, sessionToken: pair.split("=")[1] ?? "" };
}

const whoIs = async (pair: string) => (await sessionUser(pair))?.email;

const countSessions = (userId: string) => prisma().session.count({ where: { userId } });

describe("a link opened in the browser that asked for it", () => {
  test("signs in, and the cookie is for HTTP of this site only", async () => {
    const { user, token, cookies } = await withLink();
    const opened = await openLink(token, cookies);
    expect(opened).toEqual({ outcome: "signed-in", cookies: [expect.stringMatching(/^hop\.session=[0-9a-f]{64};/)] });
    const [cookie = ""] = "cookies" in opened ? opened.cookies : [];
    expect(cookie).toMatch(/; Path=\/;.*HttpOnly; SameSite=Lax$/i);
    expect(await whoIs(cookie.split(";")[0] ?? "")).toBe(user.email);
  });

  test("is spent: neither link nor button works a second time", async () => {
    const { user, token, cookies } = await withLink();
    await openLink(token, cookies);
    expect(await openLink(token, cookies)).toEqual({ outcome: "spent" });
    await expect(confirmLink(token)).rejects.toMatchObject({ code: "invalid", message: LINK_SPENT });
    expect(await findLink(token)).toBeNull();
    expect(await countSessions(user.id)).toBe(1);
  });

  test("signs in once when it is opened ten times at once", async () => {
    const { user, token, cookies } = await withLink();
    const opened = await Promise.all(Array.from({ length: 10 }, () => openLink(token, cookies)));
    expect(opened.filter(({ outcome }) => outcome === "signed-in")).toHaveLength(1);
    expect(await countSessions(user.id)).toBe(1);
  });
});

test.each([
  ["another browser", asking(randomToken())],
  ["a browser without a cookie", noCookies],
  ["a browser with an empty cookie", asking("")],
])("%s gets a button and spends nothing, however often; the button signs in", async (_name, cookies) => {
  const { user, token } = await withLink();
  for (let i = 0; i < 3; i++) expect(await openLink(token, cookies)).toEqual({ outcome: "confirm" });
  expect(await findLink(token)).toEqual({ email: user.email });
  expect(await countSessions(user.id)).toBe(0);
  const [cookie = ""] = await confirmLink(token);
  expect(await whoIs(cookie.split(";")[0] ?? "")).toBe(user.email);
});

test("the link of the banner, which no browser asked for, needs the button", async () => {
  const { token } = await withLink();
  await prisma().verificationToken.updateMany({ data: { browserHash: null } });
  expect(await openLink(token, asking(randomToken()))).toEqual({ outcome: "confirm" });
});

describe("signing in", () => {
  test("is kept with browser, system and country, and written to the audit log", async () => {
    const { user, sessionToken } = await signedIn();
    const session = await prisma().session.findUniqueOrThrow({ where: { sessionToken: hashToken(sessionToken) } });
    expect(session).toMatchObject({ browser: "Firefox", os: "Windows", country: "US" });
    const entries = await prisma().auditEntry.findMany({ where: { actorId: user.id } });
    expect(entries).toMatchObject([
      {
        action: "session.sign_in",
        actorLabel: "Test User",
        subjectType: "session",
        subjectId: session.id,
        subjectLabel: "Firefox on Windows",
        after: { country: "US" },
      },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${sessionToken}|${hashToken(sessionToken)}`));
  });

  test.each([
    ["a client that says nothing of itself", { ip: null, userAgent: null }],
    ["odd words", { ip: "not an address", userAgent: "\u0000".repeat(9_000) }],
    ["a private address", { ip: "10.1.2.3", userAgent: "curl/8.0" }],
  ])("works for %s", async (_name, client) => {
    const { user, token } = await withLink();
    expect(await confirmLink(token, client)).toHaveLength(1);
    const sessions = await prisma().session.findMany({ where: { userId: user.id } });
    expect(sessions).toMatchObject([{ browser: null, os: null, country: null }]);
  });

  test("again ends the session that the browser had, a minute later: requests may be on their way", async () => {
    const { user, pair, sessionToken } = await signedIn();
    const bystander = await signedIn();
    const { token } = await linkFor(user.email);
    await confirmLink(token, { readCookie: (name) => (name === "hop.session" ? sessionToken : undefined) });
    expect(await whoIs(pair)).toBe(user.email);
    const [old] = await prisma().session.findMany({ where: { sessionToken: hashToken(sessionToken) } });
    expect(Number(old?.expires) - Date.now()).toBeLessThanOrEqual(60_000);
    const untouched = await prisma().session.findFirst({ where: { userId: bystander.user.id } });
    expect(Number(untouched?.expires) - Date.now()).toBeGreaterThan(29 * 24 * 60 * 60 * 1000);
    const sessions = await listSessions({ id: user.id, role: "shortcode_admin", label: "" });
    expect(sessions).toHaveLength(1);
  });
});

test("refused links are told in the log, without their token, and leave no row", async () => {
  const { token, cookies } = await withLink();
  const counts = async () => [await prisma().auditEntry.count(), await prisma().verificationToken.count()];
  await openLink(token, cookies);
  const before = await counts();
  const logged = jest.spyOn(log, "warn").mockImplementation(() => undefined);
  await openLink(token, cookies);
  await openLink(randomToken(), cookies);
  await expect(confirmLink("x")).rejects.toThrow(LINK_SPENT);
  const { token: expired } = await withLink();
  await prisma().$executeRaw`UPDATE verification_tokens SET expires = now() - interval '1 second'`;
  await openLink(expired, cookies);
  const lines = logged.mock.calls.filter(([, text]) => String(text) === "sign-in link refused");
  logged.mockRestore();
  expect(lines.map(([fields]) => fields)).toEqual([
    { event: "sign_in_link_refused", reason: "unknown or used" },
    { event: "sign_in_link_refused", reason: "unknown or used" },
    { event: "sign_in_link_refused", reason: "unknown or used" },
    { event: "sign_in_link_refused", reason: "expired" },
  ]);
  expect(await counts()).toEqual([before[0], (before[1] ?? 0) + 1]);
});

test("a link that has expired is spent", async () => {
  const { token, cookies } = await withLink();
  await prisma().$executeRaw`UPDATE verification_tokens SET expires = expires - interval '10 minutes 1 second'`;
  expect(await findLink(token)).toBeNull();
  expect(await openLink(token, cookies)).toEqual({ outcome: "spent" });
  await expect(confirmLink(token)).rejects.toMatchObject({ message: LINK_SPENT });
});

test.each(["", "x", "0".repeat(64), "' OR 1=1 --", `${"a".repeat(63)}\u0000`])(
  "the token %j opens nothing",
  async (token) => {
    expect(await openLink(token, asking(randomToken()))).toEqual({ outcome: "spent" });
  },
);

test("under https the session cookie is bound to the host", async () => {
  const { token } = await withLink();
  await prisma().setting.create({ data: { key: "base_url", value: "https://hop.example" } });
  const [cookie] = await confirmLink(token);
  await prisma().setting.deleteMany();
  expect(cookie).toMatch(/^__Host-hop\.session=[0-9a-f]{64}; Path=\/;(?!.*Domain).*HttpOnly; Secure; SameSite=Lax$/i);
});

test("under https a cookie that a neighbouring host could have set makes no browser the one that asked", async () => {
  const { token, browserToken, cookies } = await withLink();
  await prisma().setting.create({ data: { key: "base_url", value: "https://hop.example" } });
  const thrown = await openLink(token, cookies);
  const own = await openLink(token, (name) => (name === "__Host-hop.browser" ? browserToken : undefined));
  await prisma().setting.deleteMany();
  expect([thrown.outcome, own.outcome]).toEqual(["confirm", "signed-in"]);
});

test("no table holds a token or a session in plain", async () => {
  const open = await withLink();
  const { sessionToken } = await signedIn();
  const { rows } = await pool().query(
    "SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_schema IN ('public', 'pgboss')",
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { name } of rows) {
    for (const secret of [open.token, open.browserToken, sessionToken]) {
      const found = await pool().query(`SELECT FROM ${name} AS t WHERE t::text LIKE '%' || $1 || '%'`, [secret]);
      expect([name, found.rowCount]).toEqual([name, 0]);
    }
  }
  const stored = await prisma().session.findUnique({ where: { sessionToken: hashToken(sessionToken) } });
  expect(Number(stored?.expires) - Date.now()).toBeGreaterThan(29 * 24 * 60 * 60 * 1000);
});

test("a session's cookie is no longer believed once it has expired", async () => {
  const { user, pair } = await signedIn();
  await prisma().session.updateMany({ where: { userId: user.id }, data: { expires: new Date(Date.now() - 1000) } });
  expect(await whoIs(pair)).toBeUndefined();
});

test("signing out ends the session on the server, and only that one", async () => {
  const { user, pair, sessionToken } = await signedIn();
  await createAdapter().createSession?.({
    sessionToken: "other",
    userId: user.id,
    expires: new Date(Date.now() + 1e6),
  });
  const cookies = await signOut((name) => (name === "hop.session" ? sessionToken : undefined));
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) expect(cookie).toContain("Max-Age=0");
  const signOuts = await prisma().auditEntry.findMany({ where: { actorId: user.id, action: "session.sign_out" } });
  expect(signOuts).toMatchObject([{ subjectType: "session", subjectLabel: "Firefox on Windows" }]);
  expect(await whoIs(pair)).toBeUndefined();
  expect(await countSessions(user.id)).toBe(1);
});

test("strangers are never registered, not even by next-auth", async () => {
  const stranger = { id: "", email: "stranger@example.com", emailVerified: null };
  await expect(createAdapter().createUser?.(stranger as never)).rejects.toThrow("administrators only");
});

describe("sessions and open links are gone at once when a user", () => {
  const byPrisma = (data: object) => (id: string) => prisma().user.update({ where: { id }, data });

  test.each([
    ["is paused", byPrisma({ status: "paused" })],
    ["is locked", byPrisma({ status: "locked" })],
    ["is deleted", byPrisma({ status: "deleted" })],
    ["gets another address", (id: string) => byPrisma({ email: `${unique("new")}@example.com` })(id)],
    [
      "is paused by hand in SQL",
      (id: string) => pool().query("UPDATE users SET status = 'paused' WHERE id = $1", [id]),
    ],
  ])("%s", async (_name, change) => {
    const { user, pair } = await signedIn();
    const bystander = await signedIn();
    const write = jest.spyOn(process.stdout, "write").mockReturnValue(true);
    for (const { email } of [user, bystander.user]) await sendSignInLink({ email, browserHash: "hash" });
    write.mockRestore();
    const countLinks = (identifier: string) => prisma().verificationToken.count({ where: { identifier } });

    await change(user.id);

    expect([await countSessions(user.id), await countLinks(user.email)]).toEqual([0, 0]);
    expect(await whoIs(pair)).toBeUndefined();
    expect([await countSessions(bystander.user.id), await countLinks(bystander.user.email)]).toEqual([1, 1]);
  });

  test("but stay when only the name changes", async () => {
    const { user, pair } = await signedIn();
    await prisma().user.update({ where: { id: user.id }, data: { firstName: "Other" } });
    expect(await whoIs(pair)).toBe(user.email);
  });

  test("and a user who is paused between link and click does not get in", async () => {
    const { user, token, cookies } = await withLink();
    await pool().query("ALTER TABLE users DISABLE TRIGGER users_access_revoked");
    await prisma().user.update({ where: { id: user.id }, data: { status: "paused" } });
    await pool().query("ALTER TABLE users ENABLE TRIGGER users_access_revoked");
    expect(await openLink(token, cookies)).toEqual({ outcome: "spent" });
    expect(await countSessions(user.id)).toBe(0);
  });
});

test("a made-up session cookie is nobody's", async () => {
  expect(await whoIs(`hop.session=${randomToken()}`)).toBeUndefined();
});

test("a session that cannot be read is an error, not a session that has ended", async () => {
  const { pair } = await signedIn();
  await pool().query("ALTER TABLE sessions RENAME TO sessions_away");
  try {
    await expect(noteSessionFailure(() => whoIs(pair))).rejects.toThrow(/sessions/);
  } finally {
    await pool().query("ALTER TABLE sessions_away RENAME TO sessions");
  }
  expect(await noteSessionFailure(() => whoIs(pair))).toBeDefined();
});
