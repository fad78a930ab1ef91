import { createAdapter, rethrowDatabaseErrors } from "@/lib/auth/adapter";
import { sendSignInLink } from "@/lib/auth/send-link";
import { signOut } from "@/lib/auth/sign-out";
import { sessionUser } from "@/lib/auth/testing/session-user";
import { hashToken, randomToken } from "@/lib/auth/tokens";
import * as verify from "@/lib/auth/verify";
import { findLink, LINK_SPENT } from "@/lib/auth/verify";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createSignedOutUser, unique } from "@/lib/db/testing/fixtures";
import { log } from "@/lib/log";
import { listSessions } from "@/lib/sessions/queries";
import { until } from "@/lib/testing/until";

type Cookies = (name: string) => string | undefined;

/** Cookies of the browser that requested a link. */
const requestedWith = (browserToken: string) => (name: string) => (name === "hop.browser" ? browserToken : undefined);
const noCookies: Cookies = () => undefined;

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

const openLink = (token: string, readCookie: Cookies) =>
  verify.openLink(token, { ip: "8.8.8.8", userAgent: FIREFOX, readCookie });
const confirmLink = (token: string, client: Partial<verify.Visitor> = {}) =>
  verify.confirmLink(token, { ip: "8.8.8.8", userAgent: FIREFOX, readCookie: noCookies, ...client });

/** Creates a user with an open link, and the cookies of the browser that requested it. */
async function withLink() {
  const user = await createSignedOutUser();
  return { user, ...(await linkFor(user.email)) };
}

async function linkFor(email: string) {
  const browserToken = randomToken();
  const write = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  await sendSignInLink({ email, browserHash: hashToken(browserToken) });
  const token = String(write.mock.calls.at(-1)?.[0]).trim().split("/").at(-1) ?? "";
  write.mockRestore();
  return { token, browserToken, cookies: requestedWith(browserToken) };
}

async function signedIn() {
  const { user, token } = await withLink();
  const [cookie = ""] = await confirmLink(token);
  const [pair = ""] = cookie.split(";");
  return { user, token, cookie, pair, sessionToken: pair.split("=")[1] ?? "" };
}

const emailOf = async (pair: string) => (await sessionUser(pair))?.email;

const countSessions = (userId: string) => prisma().session.count({ where: { userId } });

describe("a link opened in the requesting browser", () => {
  test("signs in with an HttpOnly, SameSite cookie", async () => {
    const { user, token, cookies } = await withLink();
    const opened = await openLink(token, cookies);
    expect(opened).toEqual({ outcome: "signed-in", cookies: [expect.stringMatching(/^hop\.session=[0-9a-f]{64};/)] });
    const [cookie = ""] = "cookies" in opened ? opened.cookies : [];
    expect(cookie).toMatch(/; Path=\/;.*HttpOnly; SameSite=Lax$/i);
    expect(await emailOf(cookie.split(";")[0] ?? "")).toBe(user.email);
  });

  test("works only once, with or without confirmation", async () => {
    const { user, token, cookies } = await withLink();
    await openLink(token, cookies);
    expect(await openLink(token, cookies)).toEqual({ outcome: "spent" });
    await expect(confirmLink(token)).rejects.toMatchObject({ code: "invalid", message: LINK_SPENT });
    expect(await findLink(token)).toBeNull();
    expect(await countSessions(user.id)).toBe(1);
  });

  test("signs in once when opened ten times concurrently", async () => {
    const { user, token, cookies } = await withLink();
    const opened = await Promise.all(Array.from({ length: 10 }, () => openLink(token, cookies)));
    expect(opened.filter(({ outcome }) => outcome === "signed-in")).toHaveLength(1);
    expect(await countSessions(user.id)).toBe(1);
  });
});

test.each([
  ["another browser", requestedWith(randomToken())],
  ["a browser without a cookie", noCookies],
  ["a browser with an empty cookie", requestedWith("")],
])("%s must confirm, and opening the link repeatedly does not use it up", async (_name, cookies) => {
  const { user, token } = await withLink();
  for (let i = 0; i < 3; i++) expect(await openLink(token, cookies)).toEqual({ outcome: "confirm" });
  expect(await findLink(token)).toEqual({ email: user.email, isInvitation: false });
  expect(await countSessions(user.id)).toBe(0);
  const [cookie = ""] = await confirmLink(token);
  expect(await emailOf(cookie.split(";")[0] ?? "")).toBe(user.email);
});

test("a link not bound to a browser requires confirmation", async () => {
  const { token } = await withLink();
  await prisma().verificationToken.updateMany({ data: { browserHash: null } });
  expect(await openLink(token, requestedWith(randomToken()))).toEqual({ outcome: "confirm" });
});

describe("signing in", () => {
  test("stores browser, system and country, and is audited", async () => {
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
    ["a client without any details", { ip: null, userAgent: null }],
    ["garbage", { ip: "not an address", userAgent: "\u0000".repeat(9_000) }],
    ["a private address", { ip: "10.1.2.3", userAgent: "curl/8.0" }],
  ])("works for %s", async (_name, client) => {
    const { user, token } = await withLink();
    expect(await confirmLink(token, client)).toHaveLength(1);
    const sessions = await prisma().session.findMany({ where: { userId: user.id } });
    expect(sessions).toMatchObject([{ browser: null, os: null, country: null }]);
  });

  test("again ends the browser's previous session after a minute, for requests in flight", async () => {
    const { user, pair, sessionToken } = await signedIn();
    const bystander = await signedIn();
    const { token } = await linkFor(user.email);
    await confirmLink(token, { readCookie: (name) => (name === "hop.session" ? sessionToken : undefined) });
    expect(await emailOf(pair)).toBe(user.email);
    const [old] = await prisma().session.findMany({ where: { sessionToken: hashToken(sessionToken) } });
    expect(Number(old?.expires) - Date.now()).toBeLessThanOrEqual(60_000);
    const untouched = await prisma().session.findFirst({ where: { userId: bystander.user.id } });
    expect(Number(untouched?.expires) - Date.now()).toBeGreaterThan(29 * 24 * 60 * 60 * 1000);
    const sessions = await listSessions({ id: user.id, role: "shortcode_admin", label: "" });
    expect(sessions).toHaveLength(1);
  });
});

test("refused links are logged without their token, and leave no row", async () => {
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

test("an expired link does not work", async () => {
  const { token, cookies } = await withLink();
  await prisma().$executeRaw`UPDATE verification_tokens SET expires = expires - interval '10 minutes 1 second'`;
  expect(await findLink(token)).toBeNull();
  expect(await openLink(token, cookies)).toEqual({ outcome: "spent" });
  await expect(confirmLink(token)).rejects.toMatchObject({ message: LINK_SPENT });
});

test.each(["", "x", "0".repeat(64), "' OR 1=1 --", `${"a".repeat(63)}\u0000`])(
  "the token %j is rejected",
  async (token) => {
    expect(await openLink(token, requestedWith(randomToken()))).toEqual({ outcome: "spent" });
  },
);

test("under https the session cookie has the __Host- prefix", async () => {
  const { token } = await withLink();
  await prisma().setting.create({ data: { key: "base_url", value: "https://hop.example" } });
  const [cookie] = await confirmLink(token);
  await prisma().setting.deleteMany();
  expect(cookie).toMatch(/^__Host-hop\.session=[0-9a-f]{64}; Path=\/;(?!.*Domain).*HttpOnly; Secure; SameSite=Lax$/i);
});

test("under https a cookie that a sibling subdomain could set does not identify the requesting browser", async () => {
  const { token, browserToken, cookies } = await withLink();
  await prisma().setting.create({ data: { key: "base_url", value: "https://hop.example" } });
  const planted = await openLink(token, cookies);
  const own = await openLink(token, (name) => (name === "__Host-hop.browser" ? browserToken : undefined));
  await prisma().setting.deleteMany();
  expect([planted.outcome, own.outcome]).toEqual(["confirm", "signed-in"]);
});

test("a link whose session could not be stored still works, and the error is reported", async () => {
  const { user, token, cookies } = await withLink();
  await pool().query("ALTER TABLE sessions RENAME TO sessions_away");
  try {
    await expect(openLink(token, cookies)).rejects.toThrow(/sessions/);
    await expect(confirmLink(token)).rejects.toThrow(/sessions/);
  } finally {
    await pool().query("ALTER TABLE sessions_away RENAME TO sessions");
  }
  expect(await openLink(token, cookies)).toMatchObject({ outcome: "signed-in" });
  expect(await countSessions(user.id)).toBe(1);
});

test("no table contains a token in plain text", async () => {
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

test("an expired session's cookie is rejected", async () => {
  const { user, pair } = await signedIn();
  await prisma().session.updateMany({ where: { userId: user.id }, data: { expires: new Date(Date.now() - 1000) } });
  expect(await emailOf(pair)).toBeUndefined();
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
  expect(await emailOf(pair)).toBeUndefined();
  expect(await countSessions(user.id)).toBe(1);
});

test.each([
  ["gets another email address", () => `email = '${unique("new")}@example.com'`],
  ["is paused", () => "status = 'paused'"],
])("a link that is used while its user %s signs nobody in", async (_name, change) => {
  const { user, token } = await withLink();
  const admin = await pool().connect();
  await admin.query("BEGIN");
  await admin.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [user.id]);
  const signingIn = confirmLink(token).catch((error: unknown) => error);
  // It waits for the user's row.
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await until(async () => (await pool().query(waiting)).rowCount);
  await admin.query(`UPDATE users SET ${change()} WHERE id = $1`, [user.id]);
  await admin.query("COMMIT");
  admin.release();
  expect(await signingIn).toMatchObject({ code: "invalid", message: LINK_SPENT });
  expect(await countSessions(user.id)).toBe(0);
});

test("unknown users are never registered, not even by next-auth", async () => {
  const unknown = { id: "", email: "stranger@example.com", emailVerified: null };
  await expect(createAdapter().createUser?.(unknown as never)).rejects.toThrow("Only administrators");
});

describe("sessions and open links are revoked immediately when a user", () => {
  const byPrisma = (data: object) => (id: string) => prisma().user.update({ where: { id }, data });

  test.each([
    ["is paused", byPrisma({ status: "paused" })],
    ["is locked", byPrisma({ status: "locked" })],
    ["is deleted", byPrisma({ status: "deleted" })],
    ["gets another email address", (id: string) => byPrisma({ email: `${unique("new")}@example.com` })(id)],
    [
      "is paused directly in SQL",
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
    expect(await emailOf(pair)).toBeUndefined();
    expect([await countSessions(bystander.user.id), await countLinks(bystander.user.email)]).toEqual([1, 1]);
  });

  test("but not when only the name changes", async () => {
    const { user, pair } = await signedIn();
    await prisma().user.update({ where: { id: user.id }, data: { firstName: "Other" } });
    expect(await emailOf(pair)).toBe(user.email);
  });

  test("and a user paused after requesting a link cannot use it", async () => {
    const { user, token, cookies } = await withLink();
    await pool().query("ALTER TABLE users DISABLE TRIGGER users_access_revoked");
    await prisma().user.update({ where: { id: user.id }, data: { status: "paused" } });
    await pool().query("ALTER TABLE users ENABLE TRIGGER users_access_revoked");
    expect(await openLink(token, cookies)).toEqual({ outcome: "spent" });
    expect(await countSessions(user.id)).toBe(0);
  });
});

test("an unknown session cookie belongs to nobody", async () => {
  expect(await emailOf(`hop.session=${randomToken()}`)).toBeUndefined();
});

test("a failure to read a session is an error, not a sign-out", async () => {
  const { pair } = await signedIn();
  await pool().query("ALTER TABLE sessions RENAME TO sessions_away");
  try {
    await expect(rethrowDatabaseErrors(() => emailOf(pair))).rejects.toThrow(/sessions/);
  } finally {
    await pool().query("ALTER TABLE sessions_away RENAME TO sessions");
  }
  expect(await rethrowDatabaseErrors(() => emailOf(pair))).toBeDefined();
});
