import { createHash, randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { expect, expectHydrated, open, type TestUser, test } from "@/e2e/fixtures";
import { paths } from "@/lib/paths";
import { fillDemo } from "@/server/demo/fill";

const FOLDER = path.resolve("docs/screenshots");
const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 360, height: 760 } } as const;
const THEMES = ["light", "dark"] as const;

mkdirSync(FOLDER, { recursive: true });

/** The installation of `npm run demo`, as seen by its overall_admin. */
test("screens", async ({ page, database, createUser, signInAs }) => {
  test.setTimeout(600_000);
  await database.query("INSERT INTO settings VALUES ('base_url', 'http://nw.example', now()) ON CONFLICT DO NOTHING");
  await fillDemo(database);
  await shootSignedOut(page);
  await signInAs(await findAdmin(database));
  await shootPages(page);
  await shootDialogs(page);
  await shootStatistics(page, database);
  await signInAs(await createUser({ firstName: "Nora", urlLimit: 5 }));
  await shoot(page, "first-link", paths.home);
});

async function shootSignedOut(page: Page): Promise<void> {
  await shoot(page, "sign-in", paths.home);
  await shoot(page, "sent-link", paths.home, async () => {
    await expectHydrated(page);
    await page.getByRole("textbox", { name: "Email" }).fill("nora@northwind.example");
    await page.getByRole("button", { name: "Send Magic Link" }).click();
    await expect(page.getByRole("heading", { name: /^We sent a link/ })).toBeVisible();
  });
  await shoot(page, "not-found", "/no/such/page");
  await shoot(page, "paused", paths.paused);
  await shoot(page, "deleted", paths.deleted);
  await shoot(page, "api-reference", paths.apiReference);
}

async function shootPages(page: Page): Promise<void> {
  await shoot(page, "dashboard", paths.home);
  await shoot(page, "urls", paths.urls);
  await shoot(page, "qr-codes", paths.qrCodes);
  await shoot(page, "qr-templates", `${paths.qrCodes}?tab=templates`);
  await shoot(page, "users", paths.users);
  await shoot(page, "groups", paths.groups);
  await shoot(page, "api-keys", paths.apiKeys);
  await shoot(page, "analytics", `${paths.analytics}?period=month`);
  await shoot(page, "settings", paths.settings);
  await shoot(page, "audit-log", paths.auditLog);
  await shoot(page, "sessions", paths.sessions);
  await shoot(page, "unknown-codes", paths.unknownCodes);
}

async function shootDialogs(page: Page): Promise<void> {
  const opens = (button: string | RegExp, dialog: string) => () =>
    open(page.getByRole("button", { name: button }).first(), page.getByRole("dialog", { name: dialog }));
  await shoot(page, "label-sheet", paths.qrCodes, opens("Label Sheet", "Label Sheet"));
  await shoot(page, "create", paths.urls, opens("Create Short URL", "Create Short URL"));
  await shoot(page, "qr", paths.urls, opens(/^Show QR code for /, "QR Code"));
  await shoot(page, "qr-designer", `${paths.qrCodes}?tab=templates`, async () => {
    const edit = page.getByRole("menuitem", { name: "Edit" });
    await open(page.getByRole("button", { name: /^Actions for / }).first(), edit);
    await edit.click();
    await expect(page.getByText(/^Scans from /)).toBeVisible();
  });
  await shoot(page, "palette", paths.urls, async () => {
    await expectHydrated(page);
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: "Search pages, actions, short URLs and people" }).fill("menu");
    await expect(page.getByRole("option").first()).toBeVisible();
  });
}

async function shootStatistics(page: Page, database: pg.Pool): Promise<void> {
  const { code, links, group } = await findBusiest(database);
  await shoot(page, "url-analytics", `${paths.urls}?q=${code}`, () =>
    open(
      page.getByRole("button", { name: `Show analytics for ${code}` }),
      page.getByRole("dialog", { name: "URL Analytics" }),
    ),
  );
  await shoot(page, "link", paths.url(links[0] ?? ""));
  await shoot(page, "group", paths.group(group));
  await shoot(page, "compare", `${paths.compareUrls}?ids=${links}`);
}

/** Maya Lindqvist, with a session. */
async function findAdmin(database: pg.Pool): Promise<TestUser> {
  const sessionToken = randomBytes(32).toString("hex");
  const { rows } = await database.query<{ id: string; email: string }>(
    "SELECT id, email FROM users WHERE role = 'overall_admin' AND email LIKE '%@northwind.example' ORDER BY id LIMIT 1",
  );
  const [admin] = rows;
  if (!admin) throw new Error("the sample data has no overall_admin");
  await database.query(
    "INSERT INTO sessions (session_token, user_id, expires) VALUES ($1, $2, now() + interval '1 day')",
    [createHash("sha256").update(sessionToken).digest("hex"), admin.id],
  );
  return { ...admin, sessionToken };
}

/** The ids of the most visited links, the code of the first one, and the id of a group with one of them. */
async function findBusiest(database: pg.Pool): Promise<{ links: string[]; code: string; group: string }> {
  const { rows } = await database.query<{ id: string; short_code: string; group_id: string | null }>(
    "SELECT id, short_code, group_id FROM short_urls WHERE status = 'active' ORDER BY click_count DESC LIMIT 3",
  );
  const group = rows.find(({ group_id }) => group_id)?.group_id ?? "";
  return { links: rows.map(({ id }) => id), code: rows[0]?.short_code ?? "", group };
}

/**
 * Takes one screen in both themes and at both widths.
 *
 * @param act prepares the page
 */
async function shoot(page: Page, name: string, address: string, act?: () => Promise<void>): Promise<void> {
  for (const colorScheme of THEMES) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(viewport);
      // Away from what a click before has left under it.
      await page.mouse.move(0, 0);
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await act?.();
      await expect(page.locator("[aria-busy=true], .animate-pulse")).toHaveCount(0);
      // Images and charts load after the text; live updates keep a stream open, so the network is never idle.
      await page.waitForTimeout(800);
      await page.waitForFunction(() =>
        [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
      );
      const suffix = size === "wide" ? colorScheme : `${size}-${colorScheme}`;
      await page.screenshot({ path: path.join(FOLDER, `${name}-${suffix}.png`) });
    }
  }
}
