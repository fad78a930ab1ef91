import { readdirSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import {
  call,
  createUrl,
  expect,
  expectRefusal,
  JSON_TYPE,
  rawCall,
  rowsOf,
  sessionOf,
  test,
  uniqueCode,
} from "@/e2e/api/support";
import { linkIn, waitForMail } from "@/e2e/mailbox";
import { shortestOf } from "@/lib/testing/stalls";

/** Copied from lib/auth/verify, which tests cannot import. */
const LINK_SPENT = "This sign-in link has expired or was already used. Please request a new one.";

/** Requests a link with this browser's cookies and returns its token from the mail. */
async function askForLink(browser: APIRequestContext, mailFolder: string, email: string, mails = 1): Promise<string> {
  const answer = await call(browser, "POST", "/api/auth/request", { body: { email } });
  expect(answer.status, answer.text).toBe(200);
  return tokenOf(linkIn(await waitForMail(mailFolder, email, mails)));
}

function tokenOf(link: string): string {
  return link.split("/").at(-1) ?? "";
}

const follow = (browser: APIRequestContext, token: string, headers = {}) =>
  call(browser, "GET", `/api/auth/verify/${token}`, { headers });
const press = (browser: APIRequestContext, token: string) => call(browser, "POST", `/api/auth/verify/${token}`);
const whoAmI = (browser: APIRequestContext) => call(browser, "GET", "/api/auth/user");

test("a script signs in with a cookie jar, and the link works once", async ({ request, createUser, mailFolder }) => {
  const { email } = await createUser();
  const asked = await call(request, "POST", "/api/auth/request", { body: { email } });
  expect(asked.headers["set-cookie"]).toMatch(
    /^hop\.browser=[0-9a-f]{64}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
  );
  const token = tokenOf(linkIn(await waitForMail(mailFolder, email)));

  const entered = await follow(request, token);
  expect(entered.status).toBe(303);
  expect(entered.headers.location).toBe("/");
  expect(entered.headers["set-cookie"]).toMatch(
    /^hop\.session=[0-9a-f]{64}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
  );
  expect(JSON.parse((await whoAmI(request)).text)).toMatchObject({ email, role: "shortcode_admin" });

  expect((await follow(request, token)).headers.location).toBe("/?error=link");
  expectRefusal(await press(request, token), { status: 400, code: "invalid", message: LINK_SPENT });
});

test("ten concurrent uses of a sign-in link create one session", async ({
  request,
  createUser,
  mailFolder,
  database,
}) => {
  const user = await createUser();
  const token = await askForLink(request, mailFolder, user.email);
  const before = await rowsOf(database, user);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? press : follow)(request, token)));
  const sessions = answers.filter(({ headers }) => /hop\.session=[0-9a-f]{64}/.test(String(headers["set-cookie"])));
  for (const { status } of answers) expect([200, 303, 400]).toContain(status);
  expect(sessions).toHaveLength(1);
  expect((await rowsOf(database, user)).sessions).toBe((before.sessions ?? 0) + 1);
});

test("another browser, a scanner, HEAD and a prefetch do not use up a link; the button signs in", async ({
  request,
  playwright,
  baseURL,
  createUser,
  mailFolder,
}) => {
  const { email } = await createUser();
  const token = await askForLink(request, mailFolder, email);
  const other = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  for (const [browser, headers] of [
    [other, {}],
    [other, { Cookie: `hop.browser=${"0".repeat(64)}` }],
    [request, { "Sec-Purpose": "prefetch" }],
    [request, { Purpose: "prefetch" }],
    [request, { "X-Purpose": "preview" }],
  ] as const) {
    const answer = await follow(browser, token, headers);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(`/auth/verify/${token}?confirm=1`);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  }
  for (const browser of [other, request]) {
    const head = await call(browser, "HEAD", `/api/auth/verify/${token}`);
    expect(head.status).toBe(204);
    expect(head.headers["set-cookie"]).toBeUndefined();
    const page = await call(browser, "GET", `/auth/verify/${token}`);
    expect(page.text).toContain("Verifying your magic link...");
  }
  const confirm = await call(other, "GET", `/auth/verify/${token}?confirm=1`);
  expect(confirm.text).toContain(email);
  expect((await whoAmI(other)).status).toBe(401);

  const foreign = await call(other, "POST", `/api/auth/verify/${token}`, {
    headers: { Origin: "https://evil.example" },
  });
  expectRefusal(foreign, { status: 403, code: "foreign_origin" });
  const pressed = await press(other, token);
  expect(pressed.status, pressed.text).toBe(200);
  expect(JSON.parse((await whoAmI(other)).text)).toMatchObject({ email });
  await other.dispose();
});

test("a wrong, altered, short or expired token leads back to the sign-in screen", async ({
  request,
  createUser,
  mailFolder,
  database,
}) => {
  const { email } = await createUser();
  const token = await askForLink(request, mailFolder, email);
  const altered = token.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  for (const wrong of [
    altered,
    token.slice(0, -1),
    token.slice(1),
    `${token}0`,
    token.toUpperCase(),
    `${token}%20`,
    "0",
    "'--",
    "undefined",
  ]) {
    if (wrong === token) continue;
    const answer = await follow(request, wrong);
    expect(answer.status, wrong).toBe(303);
    expect(answer.headers.location, wrong).toBe("/?error=link");
    expect(answer.headers["set-cookie"], wrong).toBeUndefined();
    expectRefusal(await press(request, wrong), { status: 400, code: "invalid", message: LINK_SPENT }, wrong);
  }
  await database.query("UPDATE verification_tokens SET expires = now() - interval '1 second' WHERE identifier = $1", [
    email,
  ]);
  expect((await follow(request, token)).headers.location).toBe("/?error=link");
  expectRefusal(await press(request, token), { status: 400, message: LINK_SPENT });
});

test("strangers and locked users get the same response and no mail", async ({
  playwright,
  baseURL,
  createUser,
  mailFolder,
  database,
}) => {
  const known = await createUser();
  const paused = await createUser({ status: "paused" });
  const locked = await createUser({ status: "locked" });
  const deleted = await createUser({ status: "deleted" });
  const stranger = `${uniqueCode("stranger")}@example.com`;
  const answers = [];
  for (const email of [stranger, paused.email, locked.email, deleted.email, known.email]) {
    const browser = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
    const { status, text, headers } = await call(browser, "POST", "/api/auth/request", { body: { email } });
    answers.push({ status, text, headers: Object.keys(headers).sort() });
    await browser.dispose();
  }
  expect(answers[0]).toMatchObject({
    status: 200,
    text: JSON.stringify({ message: "Check your email for a magic link to sign in." }),
  });
  for (const answer of answers) expect(answer).toEqual(answers[0]);

  // Jobs run in order: once the last mail arrives, the others would have.
  await waitForMail(mailFolder, known.email);
  const receivers = readdirSync(mailFolder).join("\n");
  for (const email of [stranger, paused.email, locked.email, deleted.email]) {
    expect(receivers).not.toContain(encodeURIComponent(email));
    expect((await database.query("SELECT FROM verification_tokens WHERE identifier = $1", [email])).rowCount).toBe(0);
  }
  expect((await database.query("SELECT FROM users WHERE email = $1", [stranger])).rowCount).toBe(0);
});

test("response times do not reveal who is registered", async ({ request, createUser }) => {
  // Sending the mail or looking up the user within the request would take several times longer, each time.
  const compare = async () => {
    const ratio = await compareTimes(request, (await createUser()).email);
    return Math.max(ratio, 1 / ratio);
  };
  expect(await shortestOf(4, 2, compare)).toBeLessThan(2);
});

/** The median response time for a known address as a multiple of that for an unknown one, measured in turn. */
async function compareTimes(request: APIRequestContext, email: string): Promise<number> {
  const stranger = `${uniqueCode("stranger")}@example.com`;
  const times: Record<string, number[]> = { [email]: [], [stranger]: [] };
  for (let round = 0; round < 22; round++) {
    for (const address of round % 2 ? [email, stranger] : [stranger, email]) {
      const started = performance.now();
      await call(request, "POST", "/api/auth/request", { body: { email: address } });
      if (round >= 2) times[address]?.push(performance.now() - started);
    }
  }
  return median(times[email]) / median(times[stranger]);
}

function median(numbers: number[] = []): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

test("an address is trimmed and its case does not matter", async ({ request, createUser, mailFolder }) => {
  const { email } = await createUser();
  await call(request, "POST", "/api/auth/request", { body: { email: `  ${email.toUpperCase()} ` } });
  await follow(request, tokenOf(linkIn(await waitForMail(mailFolder, email))));
  expect(JSON.parse((await whoAmI(request)).text)).toMatchObject({ email });
});

test("no parameter changes where sign-in redirects", async ({ request, createUser, mailFolder, baseURL }) => {
  const { email } = await createUser();
  const evil = "https://evil.example/";
  const fields = { callbackUrl: evil, redirect: evil, redirectTo: evil, next: evil, url: evil };
  const query = new URLSearchParams(fields);
  await call(request, "POST", `/api/auth/request?${query}`, { body: { email, ...fields } });
  const mail = await waitForMail(mailFolder, email);
  expect(`${mail.text}${mail.html}`).not.toContain("evil");
  const link = linkIn(mail);
  expect(link.startsWith(`${baseURL}/auth/verify/`)).toBe(true);
  const answer = await call(request, "GET", `/api/auth/verify/${tokenOf(link)}?${query}`, {
    headers: { Referer: evil, Cookie: undefined },
  });
  expect(answer.headers.location).toBe("/");
});

test("next-auth's own routes do not exist", async ({ request, createUser }) => {
  const user = await createUser();
  for (const name of [
    "signin",
    "signin/email",
    "signout",
    "callback",
    "callback/email",
    "callback/email?token=x&email=x",
    "session",
    "csrf",
    "providers",
    "error",
    "verify-request",
    "webauthn-options/email",
    "_log",
    "verify",
  ]) {
    for (const method of ["GET", "POST"]) {
      const answer = await call(request, method, `/api/auth/${name}`, { user });
      expectRefusal(answer, { status: 404, code: "not_found" }, `${method} ${name}`);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  }
});

const POISON = {
  Host: "evil.example",
  "X-Forwarded-Host": "evil.example",
  "X-Forwarded-Proto": "https",
  "X-Forwarded-Port": "666",
  "X-Forwarded-Prefix": "/evil.example",
  "X-Original-Host": "evil.example",
  "X-Host": "evil.example",
  "X-Original-Url": "https://evil.example/",
  "X-Rewrite-Url": "https://evil.example/",
  Forwarded: "host=evil.example;proto=https",
};

test("no link, redirect or cookie is built from a request's Host", async ({
  request,
  createUser,
  mailFolder,
  baseURL,
}) => {
  const user = await createUser();
  const post = (target: string, body: unknown, headers = {}) =>
    rawCall("POST", target, { headers: { ...POISON, ...JSON_TYPE, ...headers }, chunks: [JSON.stringify(body)] });

  const asked = await post("/api/auth/request", { email: user.email });
  expect(asked.status).toBe(200);
  const mail = await waitForMail(mailFolder, user.email);
  expect(JSON.stringify(mail)).not.toContain("evil");
  expect(linkIn(mail).startsWith(`${baseURL}/`)).toBe(true);

  const cookie = asked.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  const token = tokenOf(linkIn(mail));
  const entered = await rawCall("GET", `/api/auth/verify/${token}`, { headers: { ...POISON, Cookie: cookie } });
  expect(entered.status).toBe(303);
  expect(entered.headers.location).toBe("/");
  expect(entered.headers["set-cookie"]?.join()).toMatch(/^hop\.session=/);
  expect(entered.headers["set-cookie"]?.join()).not.toMatch(/domain|evil/i);

  const session = sessionOf(user);
  const created = await post("/api/urls", { originalUrl: "https://example.com/" }, session);
  expect(created.status, created.text).toBe(201);
  expect(JSON.parse(created.text).shortUrl).toBe(`${baseURL}/${JSON.parse(created.text).shortCode}`);
  await createUrl(request, user);
  const list = await rawCall("GET", "/api/urls?limit=1", { headers: { ...POISON, ...session } });
  expect(list.headers.link).toMatch(/^<\/api\/urls\?limit=1&cursor=/);
  for (const target of [
    "/",
    "/urls",
    "/dashboard",
    "//evil.example/",
    "/\\evil.example/",
    "/paused/",
    "/api/urls/",
    "/nothing/here/",
  ]) {
    const { headers, text } = await rawCall("GET", target, { headers: { ...POISON, ...session } });
    expect(headers.location ?? "/", target).toMatch(/^\/(?![/\\])/);
    expect(text.replaceAll("/evil.example", ""), target).not.toContain("evil.example");
  }
});

// lib/auth/verify.db.test.ts has the other reasons.
test("a user who is paused loses the session and open links at once", async ({
  request,
  createUser,
  mailFolder,
  database,
}) => {
  const user = await createUser();
  const { id } = await createUrl(request, user);
  const token = await askForLink(request, mailFolder, user.email);
  expect((await call(request, "GET", "/api/auth/user", { user })).status).toBe(200);
  await database.query("UPDATE users SET status = 'paused' WHERE id = $1", [user.id]);
  for (const [method, target, body] of [
    ["GET", "/api/auth/user"],
    ["GET", "/api/urls"],
    ["POST", "/api/urls", { originalUrl: "https://example.com/" }],
    ["DELETE", `/api/urls/${id}`],
  ] as const) {
    expectRefusal(
      await call(request, method, target, { user, body }),
      { status: 401, message: "Unauthorized" },
      target,
    );
  }
  expect((await follow(request, token)).headers.location).toBe("/?error=link");
  expectRefusal(await press(request, token), { status: 400, message: LINK_SPENT });
  expect((await rowsOf(database, user)).sessions).toBe(0);
  // Reactivating restores nothing: a new link is needed.
  await database.query("UPDATE users SET status = 'active' WHERE id = $1", [user.id]);
  expect((await call(request, "GET", "/api/auth/user", { user })).status).toBe(401);
});

test("signing out ends the session on the server", async ({ request, createUser, database }) => {
  const user = await createUser();
  const other = await createUser();
  const answer = await call(request, "POST", "/api/auth/logout", { user });
  expect(answer.status).toBe(200);
  expect([answer.headers["set-cookie"]].flat().join("\n")).toMatch(
    /(^|\n|, )hop\.session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax/,
  );
  expect((await rowsOf(database, user)).sessions).toBe(0);
  expectRefusal(await call(request, "GET", "/api/auth/user", { user }), { status: 401, message: "Unauthorized" });
  expect((await call(request, "POST", "/api/auth/logout", { user })).status).toBe(200);
  expect((await call(request, "GET", "/api/auth/user", { user: other })).status).toBe(200);
});

test("no table stores a token in plain text", async ({ request, createUser, mailFolder, database }) => {
  const { email } = await createUser();
  const spent = await askForLink(request, mailFolder, email);
  await follow(request, spent);
  const open = await askForLink(request, mailFolder, email, 2);
  const cookies = (await request.storageState()).cookies.map(({ value }) => value);
  expect(cookies).toHaveLength(2);

  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(15);
  let rowsWithAddress = 0;
  for (const { name } of tables) {
    const { rows } = await database.query(
      `SELECT count(*) FILTER (WHERE line::text LIKE ANY ($1))::int AS tokens,
              count(*) FILTER (WHERE line::text LIKE $2)::int AS addresses FROM ${name} AS line`,
      [[spent, open, ...cookies].map((token) => `%${token}%`), `%${email}%`],
    );
    expect(rows[0].tokens, name).toBe(0);
    rowsWithAddress += rows[0].addresses;
  }
  // Shows that the search works: it finds stored data.
  expect(rowsWithAddress).toBeGreaterThanOrEqual(2);
});

test("too many requests for an address are refused for a while, registered or not", async ({ request }) => {
  const email = `${uniqueCode("eager")}@example.com`;
  const limit = Number(process.env.E2E_SIGNIN_LIMIT_ADDRESS ?? 100);
  for (let sent = 0; sent < limit; sent += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(request, "POST", "/api/auth/request", { body: { email } })),
    );
    for (const { status } of answers) expect(status).toBe(200);
  }
  const refused = await call(request, "POST", "/api/auth/request", { body: { email } });
  expectRefusal(refused, {
    status: 429,
    code: "rate_limited",
    message: /^Too many sign-in requests\. Please try again in /,
  });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
});
