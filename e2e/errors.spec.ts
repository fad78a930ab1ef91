import { randomBytes } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { cleanUp } from "@/bench/harness/clean-up";
import { type Database, insertSession, type Server, scratchFolder, startServer } from "@/bench/harness/database";
import { descendantsOf, signal } from "@/bench/harness/processes";
import { expectAccessible } from "@/e2e/axe";
import { expect, open, test } from "@/e2e/fixtures";
import { type Dashboard, freePort, startDashboard } from "@/e2e/hop";

test.use({ allowsComplaints: true });

const VERIFY = ["/auth/verify/x?confirm=1", "/api/auth/verify/x"];
const PAGES = ["/", "/urls", "/users", "/settings", "/settings/audit-log", ...VERIFY, "/no/such/page"];

/** The background colour, which is light or dark like the whole page. */
const backgroundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const isScrolledSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test.describe("a page whose data cannot be loaded", () => {
  // They share a dashboard and a Postgres that they stop.
  test.describe.configure({ mode: "default" });

  let server: Server;
  let database: Database;
  let hop: Dashboard;
  /** Session of an overall_admin. */
  let session: string;

  test.beforeAll(async () => {
    server = await startServer({ fsync: "off", synchronous_commit: "off" });
    database = await server.createDatabase();
    hop = await startDashboard({
      PORT: String(await freePort()),
      DATA_DIR: scratchFolder(),
      DATABASE_URL: database.url,
      SMTP_HOST: "",
      LOG_LEVEL: "silent",
    });
    session = (await insertSession(database)).replace("hop.session=", "");
  });
  test.afterAll(async () => {
    const code = await hop?.stop();
    await cleanUp();
    expect(code).toBe(0);
  });

  const signIn = (context: BrowserContext, value = session) =>
    context.addCookies([{ name: "hop.session", value, url: hop.url }]);

  const get = (path: string, isSignedIn: boolean) =>
    fetch(`${hop.url}${path}`, {
      redirect: "manual",
      headers: isSignedIn ? { Cookie: `hop.session=${session}` } : {},
      signal: AbortSignal.timeout(30_000),
    });

  async function expectUnavailable(): Promise<void> {
    for (const isSignedIn of [true, false]) {
      for (const path of PAGES) {
        const response = await get(path, isSignedIn);
        expect(response.status, path).toBe(503);
        expect(Number(response.headers.get("retry-after")), path).toBeGreaterThan(0);
        expect(response.headers.get("cache-control")).toContain("no-store");
        expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
        expect(response.headers.get("set-cookie")).toBeNull();
        expect(await response.text()).toContain("The database cannot be reached");
      }
      expect((await get("/paused", isSignedIn)).status).toBe(200);
      expect((await get("/deleted", isSignedIn)).status).toBe(410);
    }
  }

  function signalPostgres(name: "SIGSTOP" | "SIGCONT"): void {
    const { pid } = server.postgres();
    for (const one of [{ pid }, ...descendantsOf(pid)]) signal(one.pid, name);
  }

  test("shows an error number and recovers on retry", async ({ page, context }) => {
    await signIn(context);
    await database.pool.query("ALTER TABLE groups RENAME TO groups_away");
    await page.goto(`${hop.url}/groups`);
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect(page.getByRole("code")).toHaveText(/^\d+$/);
    await expect(page.getByText(/groups_away|does not exist|prisma/i)).toHaveCount(0);
    await expectAccessible(page, "a page that failed");

    await database.pool.query("ALTER TABLE groups_away RENAME TO groups");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Groups" })).toBeVisible();
  });

  test("shows both maintenance buttons to an overall_admin without links", async ({ page, context }) => {
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
    await signIn(context, randomBytes(32).toString("hex"));
    await database.pool.query("ALTER TABLE sessions RENAME TO sessions_away");
    const response = await page.goto(hop.url);
    const call = await page.request.get(`${hop.url}/api/auth/user`);
    await database.pool.query("ALTER TABLE sessions_away RENAME TO sessions");
    expect([response?.status(), call.status()]).toEqual([500, 500]);
    await expect(page.getByRole("button", { name: "Send Magic Link" })).toHaveCount(0);
    expect((await context.cookies()).map(({ name }) => name)).toContain("hop.session");
  });

  test("returns 503 within half a minute while Postgres is frozen", async () => {
    await expect.poll(async () => (await get("/urls", true)).status).toBe(200);
    signalPostgres("SIGSTOP");
    try {
      const response = await get("/urls", true);
      expect(response.status).toBe(503);
    } finally {
      signalPostgres("SIGCONT");
    }
    await expect.poll(async () => (await get("/urls", true)).status).toBe(200);
  });

  test("returns 503 while Postgres is stopped, and recovers on its own", async ({ page, context }) => {
    await signIn(context);
    await page.goto(`${hop.url}/urls`);
    await expect(page.getByText("Showing 0 URLs")).toBeVisible();
    signal(server.postgres().pid, "SIGQUIT");
    await expect.poll(async () => (await get("/urls", true)).status).toBe(503);
    await expectUnavailable();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Groups" }).click();
    await expect(page.getByRole("heading", { name: "Temporarily unavailable" })).toBeVisible();
    await expect(page).toHaveURL(/\/groups$/);
    await server.restart();
    await expect(page.getByRole("heading", { level: 1, name: "Groups" })).toBeVisible();
  });
});

for (const [colorScheme, isDark] of [
  ["light", false],
  ["dark", true],
] as const) {
  test(`the last-resort error page is complete, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/no/such/page");
    const usual = await backgroundOf(page);
    // Makes the layout of every page fail: the theme's query of the system setting.
    await page.addInitScript(() => {
      const { addEventListener } = window;
      window.addEventListener = function (this: Window, ...args: Parameters<typeof addEventListener>) {
        if (args[0] === "storage") throw new Error("broken on purpose");
        return addEventListener.apply(this, args);
      } as typeof addEventListener;
    });
    await page.reload();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
      await expect(page).toHaveTitle("Something went wrong");
      await expect.poll(() => backgroundOf(page)).toBe(usual);
      expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(isDark);
      expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/geist/i);
      await expect.poll(() => isScrolledSideways(page)).toBe(false);
      await expectAccessible(page, `where all else fails, ${width} px`);
    }
  });
}
