import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import pg from "pg";
import { test as base, expect, expectToast, ONE_PIXEL, open, uniqueCode } from "@/e2e/fixtures";
import { freePort, startHop } from "@/e2e/hop";
import { expectNoSidewaysScroll } from "@/e2e/layout";
import { linkIn, startMailServer, waitForMail } from "@/e2e/mailbox";
import { BASE_URL_INVALID, HOST_INVALID, PORT_INVALID, SETTING_EMAIL_INVALID } from "@/lib/settings/schema";
import { startEmbeddedPostgres } from "@/server/embedded-postgres";

const SECRET = "a secret that both instances know, long enough";
const CHANGE_MS = 1_000;

type Installation = {
  url: string;
  /** Another instance on the same database, with FAVICONS=off. */
  otherUrl: string;
  databaseUrl: string;
  /** That of SMTP_HOST and SMTP_PORT, and another one. */
  mail: { port: number; folder: string };
  otherMail: { port: number; folder: string };
};

/** What these specs change counts for everybody: they have an installation of their own. */
const test = base.extend<object, { installation: Installation }>({
  installation: [
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), "hop-settings-"));
      const [mail, otherMail] = await Promise.all(["mail", "other-mail"].map((name) => openMailServer(folder, name)));
      if (!mail || !otherMail) throw new Error("no mail server");
      const dataDir = path.join(folder, "data");
      const common = { AUTH_SECRET: SECRET, LOG_LEVEL: "fatal", SIGNIN_LIMIT_IP: "1000" };
      const hop = await startHop({
        ...common,
        PORT: String(await freePort()),
        DATA_DIR: dataDir,
        SMTP_HOST: "127.0.0.1",
        SMTP_PORT: String(mail.port),
      });
      // The server is running: this only tells where.
      const { url: databaseUrl } = await startEmbeddedPostgres(dataDir);
      const other = await startHop({
        ...common,
        PORT: String(await freePort()),
        DATA_DIR: path.join(folder, "other-data"),
        DATABASE_URL: databaseUrl,
        FAVICONS: "off",
      });
      await use({ url: hop.url, otherUrl: other.url, databaseUrl, mail, otherMail });
      await other.stop();
      await hop.stop();
      await Promise.all([mail.stop(), otherMail.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
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

// One installation, whose settings are one test's at a time.
test.describe.configure({ mode: "default" });

test.beforeEach(({ database }) => database.query("DELETE FROM settings"));

for (const width of [1440, 360]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("an overall_admin changes the settings and tries them", async ({
      page,
      installation,
      createUser,
      signInAs,
    }) => {
      const admin = await createUser({ role: "overall_admin" });
      await signInAs(admin);
      await page.goto("/settings");
      await expect(page).toHaveTitle(/Settings/);
      await expectNoSidewaysScroll(page);

      await test.step("what the environment gives is shown, not filled in", async () => {
        await expect(page.getByLabel("Host")).toHaveValue("");
        await expect(page.getByLabel("Host")).toHaveAttribute("placeholder", "127.0.0.1");
        await expect(page.getByText("from SMTP_HOST")).toBeVisible();
        await expect(field(page, "Base URL")).toHaveAttribute("placeholder", installation.url);
        await expect(save(page)).toBeDisabled();
      });

      await test.step("bad values are refused at their fields", async () => {
        for (const [label, value] of [
          ["Base URL", "not a url"],
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
        await expectNoSidewaysScroll(page);
        await page.getByRole("button", { name: "Discard" }).click();
        await expect(page.getByText(BASE_URL_INVALID)).toBeHidden();
      });

      await test.step("good ones are saved as they are stored", async () => {
        await field(page, "Base URL").fill(` ${installation.url}/// `);
        await page.getByLabel("Host").fill("LOCALHOST");
        await page.getByLabel("Port").fill(String(installation.otherMail.port));
        await page.getByLabel("Password").fill("correct horse");
        await page.getByLabel("From address").fill("hop@hop.example");
        await page.getByLabel("Bcc address").fill("copy@hop.example");
        await expect(page.getByRole("button", { name: "Send test mail" })).toBeDisabled();
        await save(page).click();
        await expectToast(page, "Settings updated successfully");
        await expect(field(page, "Base URL")).toHaveValue(installation.url);
        await expect(page.getByLabel("Host")).toHaveValue("localhost");
        await expect(page.getByLabel("Password")).toHaveValue("********");
        await page.reload();
        await expect(page.getByLabel("Password")).toHaveValue("********");
        await expect(page.getByLabel("From address")).toHaveValue("hop@hop.example");
      });

      await test.step("a test mail comes by the new mail server", async () => {
        const button = page.getByRole("button", { name: "Send test mail" });
        await open(button, page.getByText(`localhost took a test mail to ${admin.email}.`));
        await waitForMail(installation.otherMail.folder, `${admin.email},copy@hop.example`, 1, /^Test mail from Hop$/);
        await expectNoSidewaysScroll(page);
      });

      await test.step("an emptied field stays as it is, until its value is removed", async () => {
        const copy = page.getByLabel("Bcc address");
        await copy.fill("");
        await expect(page.getByText("Left empty, the stored value stays.")).toBeVisible();
        await save(page).click();
        await expect(copy).toHaveValue("copy@hop.example");
        await copy.fill("");
        await page.getByRole("button", { name: "Remove it" }).click();
        await expect(page.getByText("The stored value will be removed.")).toBeVisible();
        await save(page).click();
        await expect(page.getByText("The stored value will be removed.")).toBeHidden();
        await expect(copy).toHaveValue("");
      });

      await test.step("with another mail server the password goes, and what went wrong is told", async () => {
        const port = await freePort();
        await page.getByLabel("Host").fill("127.0.0.1");
        await page.getByLabel("Port").fill(String(port));
        await expect(page.getByText("Another mail server does not get the stored password.")).toBeVisible();
        await save(page).click();
        await expect(page.getByLabel("Password")).toHaveValue("");
        await page.getByRole("button", { name: "Send test mail" }).click();
        await expect(page.getByText(`Could not connect to 127.0.0.1:${port}.`)).toBeVisible();
        await expectNoSidewaysScroll(page);
      });
    });

    test("changes are not lost by a link", async ({ page, createUser, signInAs }) => {
      await signInAs(await createUser({ role: "overall_admin" }));
      await page.goto("/settings");
      const host = page.getByLabel("Host");
      const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
      await expect(async () => {
        await host.fill("mail.example");
        await expect(page.getByText("You have unsaved changes.")).toBeVisible({ timeout: 500 });
      }).toPass();
      await page.getByRole("link", { name: "Back to dashboard" }).click();
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect(host).toHaveValue("mail.example");
      await page.getByRole("link", { name: "Back to dashboard" }).click();
      await question.getByRole("button", { name: "Discard changes" }).click();
      await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe("/");
    });

    test("nor by going back or forward", async ({ page, createUser, signInAs }) => {
      await signInAs(await createUser({ role: "overall_admin" }));
      await page.goto("/settings");
      await page.getByRole("link", { name: "Back to dashboard" }).click();
      await expect(page.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
      await page.goBack();
      const host = page.getByLabel("Host");
      const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
      await expect(async () => {
        await host.fill("mail.example");
        await expect(page.getByText("You have unsaved changes.")).toBeVisible({ timeout: 500 });
      }).toPass();
      // A key of the user's: without one a page may not hold up a step in the history.
      await host.press("End");
      await step(page, 1);
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect(host).toHaveValue("mail.example");
      expect(new URL(page.url()).pathname).toBe("/settings");
      await step(page, 1);
      await question.getByRole("button", { name: "Discard changes" }).click();
      await expect(page.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe("/");
      await page.goBack();
      await expect(host).toHaveValue("");
    });

    for (const role of ["group_admin", "shortcode_admin"] as const) {
      test(`a ${role} is shown the door`, async ({ page, createUser, signInAs }) => {
        await signInAs(await createUser({ role }));
        await page.goto("/settings");
        await expect(page.getByRole("region", { name: "Access Denied" })).toBeVisible();
        await expect(page.getByRole("form")).toHaveCount(0);
        await expect(page.getByRole("link", { name: "Settings" })).toHaveCount(0);
        await expectNoSidewaysScroll(page);
      });
    }
  });
}

test("the sidebar leads there, and a new base URL counts on every screen at once", async ({
  page,
  createUser,
  signInAs,
}) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/");
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(async () => {
    await field(page, "Base URL").fill("http://new.hop.example");
    await expect(save(page)).toBeEnabled({ timeout: 500 });
  }).toPass();
  await save(page).click();
  await expectToast(page, "Settings updated successfully");

  const dialog = page.getByRole("dialog", { name: "Create Short URL" });
  await open(page.getByRole("button", { name: "Create Short URL" }), dialog);
  await expect(dialog.getByText("new.hop.example/")).toBeVisible();
  await dialog.getByLabel("Destination URL").fill("http://new.hop.example/somewhere");
  await dialog.getByRole("button", { name: "Create", exact: false }).last().click();
  await expect(dialog.getByText("A short URL cannot lead to another short URL of this domain")).toBeVisible();
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
  for (const name of ["one", "two", "three"]) {
    const value = `http://${name}.hop.example`;
    await shortUrl(installation.otherUrl);
    const answer = await request.put("/api/settings", { headers, data: { settings: [{ key: "base_url", value }] } });
    expect(answer.status(), await answer.text()).toBe(200);
    const changedAt = Date.now();
    expect(await shortUrl(installation.url)).toBe(`${value}/${code}`);
    while ((await shortUrl(installation.otherUrl)) !== `${value}/${code}`) {
      expect(Date.now() - changedAt).toBeLessThan(CHANGE_MS);
    }
  }

  const settings = [
    { key: "smtp_host", value: "127.0.0.1" },
    { key: "smtp_port", value: installation.otherMail.port },
  ];
  await request.put("/api/settings", { headers, data: { settings } });
  await request.post("/api/auth/request", { data: { email: admin.email } });
  const mail = await waitForMail(installation.otherMail.folder, admin.email);
  expect(mail.text).toContain("http://three.hop.example/auth/verify/");
});

test("with FAVICONS=off globes stand for icons, and none can be looked for", async ({
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

test("a failed save is told, and what was typed stays", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/settings");
  await expect(async () => {
    await page.getByLabel("User name").fill("hop");
    await expect(save(page)).toBeEnabled({ timeout: 500 });
  }).toPass();
  await page.route("**/api/settings", (route) => route.fulfill({ status: 500, body: "no" }));
  await save(page).click();
  await expectToast(page, "Failed to update settings");
  await expect(page.getByLabel("User name")).toHaveValue("hop");
  await page.unroute("**/api/settings");
  await save(page).click();
  await expectToast(page, "Settings updated successfully");
});

test("a stale session changes no setting until a link was opened in another tab; then the form saves", async ({
  page,
  context,
  database,
  installation,
  createUser,
  signInAs,
}) => {
  // The other instance's worker may take the job of the mail.
  await database.query("INSERT INTO settings VALUES ('smtp_host', '127.0.0.1', now()), ('smtp_port', $1, now())", [
    installation.mail.port,
  ]);
  const stored = async () => (await database.query("SELECT key FROM settings ORDER BY key")).rows.map(({ key }) => key);
  const admin = await createUser({ role: "overall_admin" });
  await database.query("UPDATE sessions SET created_at = now() - interval '16 minutes' WHERE user_id = $1", [admin.id]);
  await signInAs(admin);
  await page.goto("/settings");
  await expect(async () => {
    // What was filled in before the page is awake counts once it changes.
    await page.getByLabel("User name").fill("");
    await page.getByLabel("User name").fill("hop");
    await expect(save(page)).toBeEnabled({ timeout: 500 });
  }).toPass();
  await page.getByLabel("Password").fill("correct horse");
  await save(page).click();
  await expect(page.getByText("Confirm that it's you")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Send confirmation link" }).click();
  await expect(page.getByText(`Open the link sent to ${admin.email} in another tab`)).toBeVisible();
  const mail = await waitForMail(installation.mail.folder, admin.email);
  expect(await stored()).toEqual(["smtp_host", "smtp_port"]);

  const tab = await context.newPage();
  await tab.goto(linkIn(mail));
  await expect(tab.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
  await page.bringToFront();
  await expectToast(page, "Settings updated successfully");
  await expect(page.getByText("Check your email")).toBeHidden();
  await expect(page.getByLabel("User name")).toHaveValue("hop");
  expect(await stored()).toEqual(["smtp_host", "smtp_password", "smtp_port", "smtp_user"]);
});

test("a password that cannot be read is asked for again, and all else runs", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  await database.query("INSERT INTO settings VALUES ('smtp_password', 'v1.AAAA', now())");
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/settings");
  const problem = page.getByText("The stored password cannot be read with this AUTH_SECRET: enter it again.");
  await expect(problem).toBeVisible();
  await expect(async () => {
    await page.getByLabel("Password").fill("correct horse");
    await expect(save(page)).toBeEnabled({ timeout: 500 });
  }).toPass();
  await expect(problem).toBeHidden();
  await save(page).click();
  await expectToast(page, "Settings updated successfully");
  await page.reload();
  await expect(page.getByLabel("Password")).toHaveValue("********");
  await expect(problem).toBeHidden();
});

/** As the buttons of the browser do; unlike page.goForward(), which waits until the page is left. */
async function step(page: Page, by: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await session.send("Page.getNavigationHistory");
  await session.send("Page.navigateToHistoryEntry", { entryId: entries[currentIndex + by]?.id ?? -1 });
  await session.detach();
}

function save(page: Page): Locator {
  return page.getByRole("button", { name: "Save changes" });
}

function field(page: Page, name: string): Locator {
  return page.getByRole("textbox", { name, exact: true });
}
