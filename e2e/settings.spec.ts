import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import pg from "pg";
import { expectAccessible } from "@/e2e/axe";
import { createDatabase } from "@/e2e/database";
import { test as base, expect, expectHydrated, expectToast, ONE_PIXEL, open, uniqueCode } from "@/e2e/fixtures";
import { stepInHistory } from "@/e2e/history";
import { freePort, startDashboard, startHop } from "@/e2e/hop";
import { expectFitsAllWidths, PHONE } from "@/e2e/layout";
import { linkIn, startMailServer, waitForMail } from "@/e2e/mailbox";
import { BASE_URL_INVALID, HOST_INVALID, PORT_INVALID, SETTING_EMAIL_INVALID } from "@/lib/settings/schema";
import { PASSWORD_BELONGS_ELSEWHERE } from "@/lib/settings/types";
import { shortestOf } from "@/lib/testing/stalls";
import { characterForbidden, HOST_WITHOUT_DOT, URL_HAS_CREDENTIALS, URL_TOO_LONG } from "@/lib/urls/schema";

const SECRET = "a secret that both instances know, long enough";
const CHANGE_MS = 1_000;

type Installation = {
  url: string;
  /** Another instance on the same database, with FAVICONS=off. */
  otherUrl: string;
  databaseUrl: string;
  /** The server of SMTP_HOST and SMTP_PORT, and another one. */
  mail: { port: number; folder: string };
  otherMail: { port: number; folder: string };
};

/** Settings apply to the whole installation, so these tests have their own. */
const test = base.extend<object, { installation: Installation }>({
  installation: [
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), "hop-settings-"));
      const [mail, otherMail] = await Promise.all(["mail", "other-mail"].map((name) => openMailServer(folder, name)));
      if (!mail || !otherMail) throw new Error("no mail server");
      const databaseUrl = await createDatabase();
      const common = {
        AUTH_SECRET: SECRET,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: "fatal",
        SIGNIN_LIMIT_IP: "1000",
      };
      const hop = await startHop({
        ...common,
        PORT: String(await freePort()),
        DATA_DIR: path.join(folder, "data"),
        SMTP_HOST: "127.0.0.1",
        SMTP_PORT: String(mail.port),
      });
      const other = await startDashboard({
        ...common,
        PORT: String(await freePort()),
        DATA_DIR: path.join(folder, "other-data"),
        FAVICONS: "off",
      });
      await use({ url: hop.url, otherUrl: other.url, databaseUrl, mail, otherMail });
      const codes = [await other.stop(), await hop.stop()];
      await Promise.all([mail.stop(), otherMail.stop()]);
      rmSync(folder, { recursive: true, force: true });
      expect(codes).toEqual([0, 0]);
    },
    { scope: "worker", timeout: 300_000 },
  ],

  database: [
    async ({ installation }, use) => {
      const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: 3 });
      pool.on("error", () => undefined);
      await use(pool);
      await pool.end();
    },
    { scope: "worker" },
  ],

  baseURL: ({ installation }, use) => use(installation.url),
});

async function openMailServer(folder: string, name: string) {
  const mailFolder = path.join(folder, name);
  mkdirSync(mailFolder);
  return { ...(await startMailServer(mailFolder)), folder: mailFolder };
}

// One installation, so one test at a time changes its settings.
test.describe.configure({ mode: "default" });

test.beforeEach(({ database }) => database.query("DELETE FROM settings"));

test.use({ viewport: { width: 1440, height: 900 } });

test("an overall_admin changes and tests the settings", async ({ page, installation, createUser, signInAs }) => {
  await page.setViewportSize(PHONE);
  const admin = await createUser({ role: "overall_admin" });
  await signInAs(admin);
  await page.goto("/settings");
  await expect(page).toHaveTitle(/Settings/);

  await test.step("values from the environment are placeholders", async () => {
    await expect(page.getByLabel("Host")).toHaveValue("");
    await expect(page.getByLabel("Host")).toHaveAttribute("placeholder", "127.0.0.1");
    await expect(page.getByText("from SMTP_HOST")).toBeVisible();
    await expect(field(page, "Base URL")).toHaveAttribute("placeholder", installation.url);
    await expect(save(page)).toBeDisabled();
  });

  await test.step("invalid values are refused at their fields", async () => {
    await typeInto(field(page, "Base URL"), "not a url", page.getByText("You have unsaved changes."));
    for (const [label, value] of [
      ["Host", "mail.example:25"],
      ["Port", "0"],
      ["From address", "a@hop.example,b@evil.example"],
    ] as const) {
      await field(page, label).fill(value);
    }
    await save(page).click();
    for (const message of [BASE_URL_INVALID, HOST_INVALID, PORT_INVALID, SETTING_EMAIL_INVALID]) {
      await expect(page.getByText(message)).toBeVisible();
    }
    await expectFitsAllWidths(page);
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByText(BASE_URL_INVALID)).toBeHidden();
  });

  await test.step("valid values are saved and shown as stored", async () => {
    await field(page, "Base URL").fill(` ${installation.url}/// `);
    await page.getByLabel("Host").fill("LOCALHOST");
    await page.getByLabel("Port").fill(String(installation.otherMail.port));
    await page.getByLabel("Password").fill("correct horse");
    await page.getByLabel("From address").fill("hop@hop.example");
    await page.getByLabel("Bcc address").fill("copy@hop.example");
    await save(page).click();
    await expectToast(page, "Settings updated successfully");
    await expect(page.getByRole("form", { name: "Settings" })).toBeFocused();
    await expect(field(page, "Base URL")).toHaveValue(installation.url);
    await expect(page.getByLabel("Host")).toHaveValue("localhost");
    await expect(page.getByLabel("Password")).toHaveValue("********");
    await page.reload();
    await expect(page.getByLabel("Password")).toHaveValue("********");
    await expect(page.getByLabel("From address")).toHaveValue("hop@hop.example");
  });

  await test.step("a test email arrives through the new mail server", async () => {
    const button = page.getByRole("button", { name: "Send test email" });
    await open(button, page.getByText(`localhost accepted a test email to ${admin.email}.`));
    for (const address of [admin.email, "copy@hop.example"]) {
      await waitForMail(installation.otherMail.folder, address, 1, /^Test email from Hop$/);
    }
    await expectFitsAllWidths(page);
  });

  await test.step("another mail server is tested before it is saved, and doesn't get the stored password", async () => {
    const button = page.getByRole("button", { name: "Send test email" });
    const accepted = page.getByText(`localhost accepted a test email to ${admin.email}.`);
    await page.getByLabel("Port").fill("0");
    await expect(accepted).toBeHidden();
    await button.click();
    await expect(page.getByText(PORT_INVALID)).toBeVisible();
    await expect(page.getByLabel("Port")).toBeFocused();
    await page.getByLabel("Port").fill(String(installation.mail.port));
    await expect(page.getByText(`to ${admin.email} with the settings above, without saving them.`)).toBeVisible();
    await button.click();
    await expect(page.getByText(PASSWORD_BELONGS_ELSEWHERE)).toBeVisible();
    await expectAccessible(page, "a test of unsaved mail settings");
    await expectFitsAllWidths(page);
    await page.getByLabel("Password").fill("battery staple");
    await open(button, accepted);
    for (const address of [admin.email, "copy@hop.example"]) {
      await waitForMail(installation.mail.folder, address, 1, /^Test email from Hop$/);
    }
    // The bar stays at the window's edge while the form is longer.
    await field(page, "Base URL").focus();
    await expect(save(page)).toBeInViewport();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByLabel("Port")).toHaveValue(String(installation.otherMail.port));
    await expect(accepted).toBeHidden();
  });

  await test.step("an emptied field keeps its value until it is removed", async () => {
    const copy = page.getByLabel("Bcc address");
    await copy.fill("");
    await expect(page.getByText("Leaving this blank keeps the stored value.")).toBeVisible();
    await save(page).click();
    await expect(copy).toHaveValue("copy@hop.example");
    await copy.fill("");
    await page.getByRole("button", { name: "Remove stored value" }).press("Enter");
    await expect(page.getByText("The stored value will be removed.")).toBeVisible();
    await expect(copy).toBeFocused();
    await save(page).click();
    await expect(page.getByText("The stored value will be removed.")).toBeHidden();
    await expect(copy).toHaveValue("");
  });

  await test.step("another mail server drops the password, and failures are shown", async () => {
    const port = await freePort();
    await page.getByLabel("Host").fill("127.0.0.1");
    await page.getByLabel("Port").fill(String(port));
    await expect(page.getByText("The stored password isn't sent to another mail server.")).toBeVisible();
    await save(page).click();
    await expect(page.getByLabel("Password")).toHaveValue("");
    await page.getByRole("button", { name: "Send test email" }).click();
    await expect(page.getByText(`Could not connect to 127.0.0.1:${port}.`)).toBeVisible();
    await expectFitsAllWidths(page);
  });
});

test("going back or forward asks before discarding changes", async ({ page, createUser, signInAs }) => {
  await page.setViewportSize(PHONE);
  await signInAs(await createUser({ role: "overall_admin" }));
  // Next loads a document instead if its request fails, and no page can ask when the history leads to another document.
  await expect(async () => {
    await page.goto("/settings");
    await expectHydrated(page);
    const document = await page.evaluateHandle(() => window.document);
    await page.getByRole("link", { name: "Back to dashboard" }).click();
    await expect(page.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
    await page.goBack();
    expect(await document.evaluate((one) => one === window.document)).toBe(true);
  }).toPass();
  const host = page.getByLabel("Host");
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await typeInto(host, "mail.example", page.getByText("You have unsaved changes."));
  // Without user input, Chromium doesn't let pages block history navigation.
  await host.press("End");
  await stepInHistory(page, 1);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(host).toHaveValue("mail.example");
  expect(new URL(page.url()).pathname).toBe("/settings");
  await test.step("a dialog asks for itself, and the page afterwards", async () => {
    const dialog = page.getByRole("dialog", { name: "Create Short URL" });
    await open(page.getByRole("button", { name: "Create Short URL" }).first(), dialog);
    await dialog.getByLabel(/Destination/).fill("https://example.com/");
    await dialog.getByLabel(/Destination/).press("End");
    await stepInHistory(page, 1);
    const closing = page.getByRole("alertdialog", { name: "Close without saving?" });
    await closing.getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
    await expect(question).toBeHidden();
  });
  await stepInHistory(page, 1);
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
  await page.goBack();
  await expect(host).toHaveValue("");
});

test("without a mail server, the dashboard says where links are, and offers no invitation on its own", async ({
  page,
  installation,
  database,
  createUser,
  signInAs,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto(installation.otherUrl);
  await page.getByLabel("Email").fill("nobody@hop.example");
  await page.getByRole("button", { name: "Send Magic Link" }).click();
  const heading = page.getByRole("heading", { name: "The link for nobody@hop.example is in the server's log" });
  await expect(heading).toBeFocused();
  await expect(page.getByText("No mail server is set up")).toBeVisible();
  await expect(page.getByText("Magic link sent!")).toHaveCount(0);
  await expectFitsAllWidths(page);

  const admin = await createUser({ role: "overall_admin" });
  await database.query("UPDATE sessions SET created_at = now() - interval '16 minutes' WHERE user_id = $1", [admin.id]);
  await signInAs(admin);
  await page.goto(`${installation.otherUrl}/settings`);
  await typeInto(page.getByLabel("Username"), "hop", page.getByText("You have unsaved changes."));
  await save(page).click();
  await page.getByRole("button", { name: "Write link to the log" }).click();
  await expect(page.getByText("The link is in the server's log")).toBeVisible();
  await expect(page.getByRole("button", { name: "Write a new link" })).toBeFocused();
  await page.getByRole("button", { name: "Discard" }).click();

  await page.goto(`${installation.otherUrl}/users`);
  const invitation = page.getByRole("switch", { name: "Send an invitation" });
  await open(page.getByRole("button", { name: "Create User" }), invitation);
  await expect(invitation).not.toBeChecked();
  await expect(invitation).toHaveAccessibleDescription(
    "No mail server is set up, so Hop writes the link to the server's log.",
  );
});

test("a group_admin is refused", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "group_admin" }));
  await page.goto("/settings");
  await expect(page.getByRole("region", { name: "Access Denied" })).toBeVisible();
  await expect(page.getByRole("form")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Settings" })).toHaveCount(0);
  await expectFitsAllWidths(page);
});

test("the sidebar leads to the settings, and a new base URL applies everywhere at once", async ({
  page,
  createUser,
  signInAs,
}) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/");
  await page.getByRole("link", { name: "Settings" }).click();
  await typeInto(field(page, "Base URL"), "http://new.hop.example", page.getByText("You have unsaved changes."));
  await save(page).click();
  await expectToast(page, "Settings updated successfully");

  const dialog = page.getByRole("dialog", { name: "Create Short URL" });
  await open(page.getByRole("button", { name: "Create Short URL" }), dialog);
  await expect(dialog.getByText("new.hop.example/")).toBeVisible();
  const destination = dialog.getByLabel("Destination URL");
  await destination.fill("http://new.hop.example/somewhere");
  await dialog.getByRole("button", { name: "Create", exact: false }).last().click();
  await expect(dialog.getByText("it must not point to the short domain itself")).toBeVisible();
  for (const [refused, reason] of [
    ["https://user:secret@example.com/", URL_HAS_CREDENTIALS],
    ["https://localhost/", HOST_WITHOUT_DOT],
    ["https://example.com/a b", characterForbidden(" ")],
    [`https://example.com/${"a".repeat(2_048)}`, URL_TOO_LONG],
  ] as const) {
    await destination.fill(refused);
    await expect(dialog.getByText(reason, { exact: true })).toBeVisible();
  }
});

test("switched on, the QR codes of active links are public", async ({ page, request, createUser, signInAs }) => {
  const admin = await createUser({ role: "overall_admin" });
  const headers = { Cookie: `hop.session=${admin.sessionToken}` };
  const shortCode = uniqueCode("public");
  const body = { originalUrl: "https://example.com/", shortCode, generateQR: true };
  await request.post("/api/urls", { headers, data: body });
  const ask = async (query = "") => {
    const answer = await request.get(`/${shortCode}.qr${query}`, { headers: { Cookie: "" } });
    return [answer.status(), answer.headers()["content-type"]];
  };
  expect((await ask())[0]).toBe(404);
  await signInAs(admin);
  await page.goto("/settings");
  await expectHydrated(page);
  await page.getByRole("switch", { name: "Public QR codes" }).click();
  await save(page).click();
  await expectToast(page, "Settings updated successfully");
  await expect.poll(() => ask()).toEqual([200, "image/png"]);
  expect(await ask("?format=svg")).toEqual([200, "image/svg+xml"]);
});

test("a change reaches another instance and the worker within a second", async ({
  installation,
  request,
  createUser,
}) => {
  const admin = await createUser({ role: "overall_admin" });
  const headers = { Cookie: `hop.session=${admin.sessionToken}` };
  const code = uniqueCode("seen");
  await request.post("/api/urls", { headers, data: { originalUrl: "https://example.com/", shortCode: code } });
  const shortUrl = async (url: string) => {
    const urls: { shortUrl: string }[] = await (await request.get(`${url}/api/urls?q=${code}`, { headers })).json();
    return urls[0]?.shortUrl;
  };
  let changes = 0;
  const timeChange = async () => {
    const value = `http://change-${++changes}.hop.example`;
    await shortUrl(installation.otherUrl);
    const answer = await request.put("/api/settings", { headers, data: { settings: [{ key: "base_url", value }] } });
    expect(answer.status(), await answer.text()).toBe(200);
    const changedAt = Date.now();
    expect(await shortUrl(installation.url)).toBe(`${value}/${code}`);
    await expect.poll(() => shortUrl(installation.otherUrl), { intervals: [10] }).toBe(`${value}/${code}`);
    return Date.now() - changedAt;
  };
  for (let time = 0; time < 3; time++) expect(await shortestOf(4, CHANGE_MS, timeChange)).toBeLessThan(CHANGE_MS);

  const settings = [
    { key: "smtp_host", value: "127.0.0.1" },
    { key: "smtp_port", value: installation.otherMail.port },
  ];
  await request.put("/api/settings", { headers, data: { settings } });
  await request.post("/api/auth/request", { data: { email: admin.email } });
  const mail = await waitForMail(installation.otherMail.folder, admin.email);
  expect(mail.text).toContain(`http://change-${changes}.hop.example/auth/verify/`);
});

test("with FAVICONS=off links show globes and cannot be refreshed", async ({
  page,
  installation,
  database,
  request,
  createUser,
  signInAs,
}) => {
  const admin = await createUser({ role: "overall_admin" });
  const headers = { Cookie: `hop.session=${admin.sessionToken}` };
  const host = `${uniqueCode("icon")}.example`;
  await request.post("/api/urls", { headers, data: { originalUrl: `https://${host}/` } });
  await database.query("UPDATE favicons SET image = decode($2, 'base64'), etag = $3 WHERE host = $1", [
    host,
    ONE_PIXEL,
    `"${"a".repeat(27)}"`,
  ]);
  await signInAs(admin);
  const icon = page.locator(`img[src^="/api/favicons/${host}"]`);
  const refresh = page.getByRole("button", { name: "Refresh Favicons" });
  await page.goto("/urls");
  await expect(icon).toHaveCount(1);
  await expect(refresh).toBeVisible();

  await page.goto(`${installation.otherUrl}/urls`);
  await expect(page.getByRole("row").filter({ hasText: host })).toBeVisible();
  await expect(page.getByRole("button", { name: "Regenerate QRs" })).toBeVisible();
  await expect(icon).toHaveCount(0);
  await expect(refresh).toHaveCount(0);
  const answer = await request.post(`${installation.otherUrl}/api/urls/refresh-favicons`, { headers });
  expect([answer.status(), await answer.json()]).toMatchObject([
    409,
    { code: "conflict", message: "Favicons are turned off on this server" },
  ]);
});

test("a failed save keeps the input, and following a link asks before discarding changes", async ({
  page,
  createUser,
  signInAs,
}) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/settings");
  await test.step("a failed save is reported and keeps the input", async () => {
    await typeInto(page.getByLabel("Username"), "hop", page.getByText("You have unsaved changes."));
    await page.route("**/api/settings", (route) => route.fulfill({ status: 500, body: "no" }));
    await save(page).click();
    await expectToast(page, "Failed to update settings");
    await expect(page.getByLabel("Username")).toHaveValue("hop");
    await page.unroute("**/api/settings");
    await save(page).click();
    await expectToast(page, "Settings updated successfully");
  });
  await test.step("following a link asks before discarding changes", async () => {
    const host = page.getByLabel("Host");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await typeInto(host, "mail.example", page.getByText("You have unsaved changes."));
    await page.getByRole("link", { name: "Back to dashboard" }).click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(host).toHaveValue("mail.example");
    await page.getByRole("link", { name: "Back to dashboard" }).click();
    await question.getByRole("button", { name: "Discard changes" }).click();
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/");
  });
  await test.step("the browser doesn't ask again if the link loads a document, as after an upgrade", async () => {
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.goto("/settings");
    await typeInto(page.getByLabel("Host"), "mail.example", page.getByText("You have unsaved changes."));
    await page.route(
      (url) => url.searchParams.has("_rsc"),
      (route) => route.fulfill({ contentType: "text/html", body: "" }),
    );
    await page.getByRole("link", { name: "Back to dashboard" }).click();
    const loaded = page.waitForEvent("domcontentloaded");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await loaded;
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    expect(errors).toEqual([]);
  });
});

test("a stale session saves settings only after confirming in another tab", async ({
  page,
  context,
  database,
  installation,
  createUser,
  signInAs,
}) => {
  const stored = async () => (await database.query("SELECT key FROM settings ORDER BY key")).rows.map(({ key }) => key);
  const admin = await createUser({ role: "overall_admin" });
  await database.query("UPDATE sessions SET created_at = now() - interval '16 minutes' WHERE user_id = $1", [admin.id]);
  await signInAs(admin);
  await page.goto("/settings");
  await typeInto(page.getByLabel("Username"), "hop", page.getByText("You have unsaved changes."));
  await page.getByLabel("Password").fill("correct horse");
  await save(page).click();
  const request = page.getByText("Confirm that it's you");
  await expect(request).toBeVisible();
  // What is typed after discarding isn't saved until asked for.
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByLabel("Username").fill("hop");
  await page.getByLabel("Password").fill("correct horse");
  await expect(page.getByText("You have unsaved changes.")).toBeVisible();
  await expect(request).toBeHidden();
  await save(page).click();
  await expect(request).toBeVisible();
  await page.getByRole("button", { name: "Send test email" }).click();
  await expect(page.getByText("To test unsaved settings, you need to have signed in")).toBeVisible();
  await save(page).click();
  await expect(page.getByText("To save this change, you need to have signed in")).toBeVisible();
  await expectFitsAllWidths(page);
  await page.getByRole("button", { name: "Send confirmation link" }).click();
  await expect(page.getByText(`Open the link sent to ${admin.email} in another tab`)).toBeVisible();
  const mail = await waitForMail(installation.mail.folder, admin.email);
  expect(await stored()).toEqual([]);

  const tab = await context.newPage();
  await tab.goto(linkIn(mail));
  await page.bringToFront();
  // First: until the tab shows the dashboard, it may have come and gone.
  await expectToast(page, "Settings updated successfully");
  await expect(tab.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
  await expect(page.getByText("Check your email")).toBeHidden();
  await expect(page.getByLabel("Username")).toHaveValue("hop");
  expect(await stored()).toEqual(["smtp_password", "smtp_user"]);
});

test("an unreadable password is requested again, and everything else works", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  await database.query("INSERT INTO settings VALUES ('smtp_password', 'v1.AAAA', now())");
  await signInAs(await createUser({ role: "overall_admin" }));
  const problem = page.getByText("The stored password can't be decrypted with this AUTH_SECRET. Enter it again.");
  // The app answers from memory until it is notified of the change.
  await expect(async () => {
    await page.goto("/settings");
    await expect(problem).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await typeInto(page.getByLabel("Password"), "correct horse", page.getByText("You have unsaved changes."));
  await expect(problem).toBeHidden();
  await save(page).click();
  await expectToast(page, "Settings updated successfully");
  await page.reload();
  await expect(page.getByLabel("Password")).toHaveValue("********");
  await expect(problem).toBeHidden();
});

/** Types until `shown` is visible. Input before hydration only counts after the next change. */
async function typeInto(input: Locator, text: string, shown: Locator): Promise<void> {
  await expect(async () => {
    await input.fill("");
    await input.fill(text);
    await expect(shown).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

function save(page: Page): Locator {
  return page.getByRole("button", { name: "Save changes" });
}

function field(page: Page, name: string): Locator {
  return page.getByRole("textbox", { name, exact: true });
}
