import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import pg from "pg";
import { expectAccessible } from "@/e2e/axe";
import { expect, open, test } from "@/e2e/fixtures";
import { freePort, type Hop, startHop } from "@/e2e/hop";
import { startEmbeddedPostgres } from "@/server/embedded-postgres";

test.use({ allowsComplaints: true });

/** Light or dark, as the whole page is. */
const backgroundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const isScrolledSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test.describe("a page whose data cannot be read", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "hop-errors-"));
  let hop: Hop;
  let own: pg.Client;

  test.beforeAll(async () => {
    hop = await startHop({ PORT: String(await freePort()), DATA_DIR: dataDir, SMTP_HOST: "", LOG_LEVEL: "silent" });
    own = new pg.Client({ connectionString: (await startEmbeddedPostgres(dataDir)).url });
    own.on("error", () => undefined);
    await own.connect();
  });
  test.afterAll(async () => {
    await own.end();
    await hop.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** As the first administrator. */
  async function signIn(context: BrowserContext): Promise<void> {
    const token = randomBytes(32).toString("hex");
    await own.query("INSERT INTO sessions (session_token, user_id, expires) SELECT $1, id, now() + $2 FROM users", [
      createHash("sha256").update(token).digest("hex"),
      "1 hour",
    ]);
    await context.addCookies([{ name: "hop.session", value: token, url: hop.url }]);
  }

  test("says so with a number for the administrator, and shows itself when it is tried again", async ({
    page,
    context,
  }) => {
    await signIn(context);
    await own.query("ALTER TABLE groups RENAME TO groups_away");
    await page.goto(`${hop.url}/groups`);
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect(page.getByRole("code")).toHaveText(/^\d+$/);
    await expect(page.getByText(/groups_away|does not exist|prisma/i)).toHaveCount(0);
    await expectAccessible(page, "a page that failed");

    await own.query("ALTER TABLE groups_away RENAME TO groups");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Groups" })).toBeVisible();
  });

  test("has both maintenance buttons for an overall_admin without any link", async ({ page, context }) => {
    await signIn(context);
    await page.goto(`${hop.url}/urls`);
    await expect(page.getByText("Showing 0 URLs")).toBeVisible();
    await expect(page.getByRole("button", { name: "Refresh Favicons" })).toBeEnabled();
    await open(
      page.getByRole("button", { name: "Regenerate QRs" }),
      page.getByText("QR codes regenerated successfully").first(),
    );
  });

  test("signs nobody out while sessions cannot be read", async ({ page, context }) => {
    const token = randomBytes(32).toString("hex");
    await context.addCookies([{ name: "hop.session", value: token, url: hop.url }]);
    await own.query("ALTER TABLE sessions RENAME TO sessions_away");
    const response = await page.goto(hop.url);
    const call = await page.request.get(`${hop.url}/api/auth/user`);
    await own.query("ALTER TABLE sessions_away RENAME TO sessions");
    expect([response?.status(), call.status()]).toEqual([500, 500]);
    await expect(page.getByRole("button", { name: "Send Magic Link" })).toHaveCount(0);
    expect((await context.cookies()).map(({ name }) => name)).toContain("hop.session");
  });
});

for (const [colorScheme, isDark] of [
  ["light", false],
  ["dark", true],
] as const) {
  for (const width of [360, 1440]) {
    test(`where all else fails there is a whole page, ${colorScheme} at ${width} pixels`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/no/such/page");
      const usual = await backgroundOf(page);
      // What surrounds every page fails: the theme's own look at the system.
      await page.addInitScript(() => {
        const { addEventListener } = window;
        window.addEventListener = function (this: Window, ...args: Parameters<typeof addEventListener>) {
          if (args[0] === "storage") throw new Error("broken on purpose");
          return addEventListener.apply(this, args);
        } as typeof addEventListener;
      });
      await page.reload();
      await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
      await expect(page).toHaveTitle("Something went wrong");
      expect(await backgroundOf(page)).toBe(usual);
      expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(isDark);
      expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/geist/i);
      expect(await isScrolledSideways(page)).toBe(false);
      await expectAccessible(page, "where all else fails");
    });
  }
}
