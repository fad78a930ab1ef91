import { createHash, randomBytes } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import type pg from "pg";
import { call, peek } from "@/e2e/api/support";
import { expect, expectHydrated, expectToast, open, type TestUser, test, uniqueCode } from "@/e2e/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/layout";
import { linkIn, waitForMail } from "@/e2e/mailbox";
import { choose, rowOf, searchUsers } from "@/e2e/table";

type Client = { browser?: string; os?: string; country?: string };

/** Inserts another session of a user. */
async function insertSession(database: pg.Pool, user: TestUser, client: Client = {}): Promise<TestUser> {
  const sessionToken = randomBytes(32).toString("hex");
  await database.query(
    `INSERT INTO sessions (session_token, user_id, expires, browser, os, country)
     VALUES ($1, $2, now() + interval '1 day', $3, $4, $5)`,
    [
      createHash("sha256").update(sessionToken).digest("hex"),
      user.id,
      client.browser ?? null,
      client.os ?? null,
      client.country ?? null,
    ],
  );
  return { ...user, sessionToken };
}

const statusOf = async (request: APIRequestContext, user: TestUser) =>
  (await call(request, "GET", "/api/auth/user", { user })).status;

async function ageSessions(database: pg.Pool, user: TestUser, minutes: number): Promise<void> {
  await database.query("UPDATE sessions SET created_at = now() - $2 * interval '1 minute' WHERE user_id = $1", [
    user.id,
    minutes,
  ]);
}

for (const width of [1440, 360]) {
  test(`at ${width} px users see their sessions and end one or all others`, async ({
    page,
    request,
    database,
    createUser,
    signInAs,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const user = await createUser();
    const phone = await insertSession(database, user, { browser: "Safari", os: "iOS", country: "FR" });
    const unknown = await insertSession(database, user);
    const foreign = await createUser();
    await signInAs(user);
    await page.goto("/");
    if (width < 1024) {
      await open(page.getByRole("button", { name: "Open navigation" }), page.getByRole("dialog"));
    }
    await page.getByRole("link", { name: "Your sessions" }).click();
    await expect(page.getByRole("heading", { name: "Your Sessions" })).toBeVisible();
    await expect(page).toHaveTitle(/Your Sessions/);
    await expect(page.getByText("3 sessions")).toBeVisible();
    await expectHydrated(page);
    await expect(page.getByText("This session")).toHaveCount(1);
    await expect(rowOf(page, "Safari on iOS")).toContainText("France");
    if (width < 1024) {
      await page.getByRole("button", { name: "Sign out Safari on iOS" }).click();
    } else {
      await rowOf(page, "Safari on iOS").press("Enter");
      await expect(page.getByRole("status").filter({ hasText: "This row can't be opened." })).toBeAttached();
      await rowOf(page, "Safari on iOS").press("#");
      const question = page.getByRole("alertdialog", { name: "Sign out this session?" });
      await expect(question).toContainText("Safari on iOS has to sign in again.");
      await question.getByRole("button", { name: "Sign out" }).click();
      await expect(question).toBeHidden();
    }
    await expectToast(page, "Session signed out");
    await expect(rowOf(page, "Safari on iOS")).toHaveCount(0);
    expect([await statusOf(request, phone), await statusOf(request, unknown)]).toEqual([401, 200]);

    await page.getByRole("button", { name: "Sign out all others" }).click();
    await expectToast(page, "Signed out everywhere else");
    await expect(page.getByText("1 session", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign out all others" })).toHaveCount(0);
    expect([await statusOf(request, unknown), await statusOf(request, user), await statusOf(request, foreign)]).toEqual(
      [401, 200, 200],
    );
    await expectNoSidewaysScroll(page);
  });
}

test("signing in records browser and system; signing out reaches other tabs and the audit log", async ({
  browser,
  baseURL,
  request,
  createUser,
  mailFolder,
}) => {
  const user = await createUser();
  const context = await browser.newContext({
    baseURL,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  const own = await context.newPage();
  await own.goto("/");
  await own.getByLabel("Email").fill(user.email);
  await own.getByRole("button", { name: "Send Magic Link" }).click();
  await own.goto(linkIn(await waitForMail(mailFolder, user.email)));
  await own.getByRole("link", { name: "Your sessions" }).click();
  await expect(rowOf(own, "Firefox on Linux")).toContainText("This session");
  await expectHydrated(own);
  const tab = await context.newPage();
  await tab.goto("/account/sessions");
  await expectHydrated(tab);
  await own.getByRole("button", { name: "Log out" }).click();
  for (const left of [own, tab]) await expect(left.getByRole("button", { name: "Send Magic Link" })).toBeVisible();
  await context.close();

  const admin = await createUser({ role: "overall_admin" });
  const answer = await call(request, "GET", `/api/audit?actorId=${user.id}`, { user: admin });
  const firefox = { actorLabel: "Test User", subjectType: "session", subjectLabel: "Firefox on Linux" };
  expect(JSON.parse(answer.text)).toMatchObject([
    { action: "session.sign_out", ...firefox },
    { action: "session.sign_in", ...firefox },
  ]);
});

test("an ended session is refused at once in calls, pages and live streams", async ({
  request,
  database,
  createUser,
}) => {
  const admin = await createUser({ role: "overall_admin" });
  const stolen = await insertSession(database, admin);
  const headers = { Cookie: `hop.session=${stolen.sessionToken}` };
  const sessions: { id: string; isCurrent: boolean }[] = await (await request.get("/api/sessions", { headers })).json();
  const id = sessions.find(({ isCurrent }) => isCurrent)?.id;
  let ended: Promise<unknown> | undefined;
  // Reads the stream until the server ends it, which the test's timeout limits.
  const stream = await peek("/api/analytics/live", stolen, () => {
    ended ??= call(request, "DELETE", `/api/sessions/${id}`, { user: admin });
    return false;
  });
  expect(stream.status).toBe(200);
  await ended;
  expect(await statusOf(request, stolen)).toBe(401);
  const page = await (await request.get("/settings", { headers })).text();
  expect(page).toContain("Logging in again...");
  expect(page).not.toContain(admin.email);
  expect((await call(request, "GET", "/api/analytics/live", { user: stolen })).status).toBe(401);
  expect(await statusOf(request, admin)).toBe(200);
});

test("an overall_admin signs a user out everywhere", async ({ page, request, createUser, signInAs }) => {
  const user = await createUser();
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/users");
  await searchUsers(page, user.email);
  await choose(page, rowOf(page, user.email), "Sign out everywhere");
  await expectToast(page, "Test User was signed out everywhere");
  expect(await statusOf(request, user)).toBe(401);
});

async function openEditForm(page: Page, user: TestUser) {
  await page.goto("/users");
  await searchUsers(page, user.email);
  await choose(page, rowOf(page, user.email), "Edit User");
  return page.getByRole("dialog", { name: "Edit User" });
}

test("a group_admin sees a user's address and why they cannot change it", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  await signInAs(await createUser({ role: "group_admin" }));
  const dialog = await openEditForm(page, user);
  const email = dialog.getByLabel("Email");
  await expect(email).toHaveAttribute("readonly");
  await expect(email).toHaveAccessibleDescription("Only an overall admin can change an email address.");
  await dialog.getByLabel("First name").fill("Changed");
  // Another user changes the address in the meantime: saving the name must not revert it.
  const changed = `${uniqueCode("changed")}@example.com`;
  await database.query("UPDATE users SET email = $2 WHERE id = $1", [user.id, changed]);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "User updated successfully");
  const { rows } = await database.query("SELECT first_name, email FROM users WHERE id = $1", [user.id]);
  expect(rows).toEqual([{ first_name: "Changed", email: changed }]);
});

test("an address change resumes after confirming in another tab, with the form filled in", async ({
  page,
  context,
  database,
  createUser,
  signInAs,
  mailFolder,
}) => {
  const user = await createUser();
  const admin = await createUser({ role: "overall_admin" });
  await ageSessions(database, admin, 16);
  await signInAs(admin);
  const dialog = await openEditForm(page, user);
  const changed = `${uniqueCode("changed")}@example.com`;
  await dialog.getByLabel("Email").fill(changed);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByText("Confirm that it's you")).toBeVisible();
  const emailOf = async () => (await database.query("SELECT email FROM users WHERE id = $1", [user.id])).rows[0].email;
  expect(await emailOf()).toBe(user.email);
  await dialog.getByRole("button", { name: "Send confirmation link" }).click();
  await expect(dialog.getByText("Check your email")).toBeVisible();

  const tab = await context.newPage();
  await tab.goto(linkIn(await waitForMail(mailFolder, admin.email)));
  await page.bringToFront();
  // First: until the tab shows the dashboard, it may have come and gone.
  await expectToast(page, "User updated successfully");
  await expect(tab.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await emailOf()).toBe(changed);
});

test("a form filled in by one user is not saved under another who signs in", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  const [ann, bob] = [await createUser({ role: "overall_admin" }), await createUser({ role: "overall_admin" })];
  await signInAs(ann);
  const dialog = await openEditForm(page, user);
  await dialog.getByLabel("First name").fill("Changed");
  await signInAs(bob);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(/Someone else has signed in to this browser. Nothing was changed/).first()).toBeVisible();
  await expect(dialog.getByLabel("First name")).toHaveValue("Changed");
  const { rows } = await database.query("SELECT first_name FROM users WHERE id = $1", [user.id]);
  expect(rows).toEqual([{ first_name: "Test" }]);

  const again = await openEditForm(page, user);
  await again.getByLabel("First name").fill("By Bob");
  await again.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "User updated successfully");
});

test("detects that another user signs in while waiting for confirmation", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  const [ann, bob] = [await createUser({ role: "overall_admin" }), await createUser({ role: "overall_admin" })];
  await ageSessions(database, ann, 16);
  await signInAs(ann);
  const dialog = await openEditForm(page, user);
  await dialog.getByLabel("Email").fill(`${uniqueCode("changed")}@example.com`);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByText("Confirm that it's you")).toBeVisible();
  await signInAs(bob);
  await expect(dialog.getByText("Someone else has signed in to this browser")).toBeVisible();
  const { rows } = await database.query("SELECT email FROM users WHERE id = $1", [user.id]);
  expect(rows).toEqual([{ email: user.email }]);
});
