import { createHash, randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import type pg from "pg";
import { expect, open, type TestUser, test } from "@/e2e/fixtures";
import { paths } from "@/lib/paths";
import { fillDemo } from "@/server/demo/fill";

const FOLDER = path.resolve("docs/screenshots");
const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 360, height: 760 } } as const;
const THEMES = ["light", "dark"] as const;

mkdirSync(FOLDER, { recursive: true });

/** The installation of `npm run demo`, as its overall_admin sees it. */
test("screens", async ({ page, database, signInAs }) => {
  test.setTimeout(300_000);
  await database.query("INSERT INTO settings VALUES ('base_url', 'http://nw.example', now()) ON CONFLICT DO NOTHING");
  await fillDemo(database);

  await shoot(page, "sign-in", paths.home);
  await shoot(page, "not-found", "/no/such/page");
  await shoot(page, "paused", paths.paused);
  await shoot(page, "deleted", paths.deleted);
  await shoot(page, "api-reference", paths.apiReference);

  await signInAs(await findAdmin(database));
  await shoot(page, "dashboard", paths.home);
  await shoot(page, "urls", paths.urls);
  await shoot(page, "qr-codes", paths.qrCodes);
  await shoot(page, "qr-templates", `${paths.qrCodes}?tab=templates`);
  await shoot(page, "label-sheet", paths.qrCodes, () => ({
    opener: page.getByRole("button", { name: "Label Sheet" }).first(),
    dialog: page.getByRole("dialog", { name: "Label Sheet" }),
  }));
  await shoot(page, "users", paths.users);
  await shoot(page, "groups", paths.groups);
  await shoot(page, "api-keys", paths.apiKeys);
  await shoot(page, "analytics", `${paths.analytics}?period=month`);
  await shoot(page, "settings", paths.settings);
  await shoot(page, "audit-log", paths.auditLog);
  await shoot(page, "create", paths.urls, () => ({
    opener: page.getByRole("button", { name: "Create Short URL" }).first(),
    dialog: page.getByRole("dialog", { name: "Create Short URL" }),
  }));
  await shoot(page, "qr", paths.urls, () => ({
    opener: page.getByRole("button", { name: /^Show QR code for / }).first(),
    dialog: page.getByRole("dialog", { name: "QR Code" }),
  }));
  const busiest = await findBusiest(database);
  await shoot(page, "url-analytics", paths.urls, async () => {
    await expect(page.getByRole("combobox", { name: "Filter by status" })).toBeVisible();
    await page.getByRole("searchbox", { name: "Search URLs" }).fill(busiest);
    return {
      opener: page.getByRole("button", { name: `Show analytics for ${busiest}` }),
      dialog: page.getByRole("dialog", { name: "URL Analytics" }),
    };
  });
});

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

/** The code of the most visited link. */
async function findBusiest(database: pg.Pool): Promise<string> {
  const { rows } = await database.query<{ short_code: string }>(
    "SELECT short_code FROM short_urls WHERE status = 'active' ORDER BY click_count DESC LIMIT 1",
  );
  return rows[0]?.short_code ?? "";
}

type Dialog = { opener: Locator; dialog: Locator };

/** Takes one screen in both themes and at both widths. */
async function shoot(
  page: Page,
  name: string,
  address: string,
  dialogOn?: () => Dialog | Promise<Dialog>,
): Promise<void> {
  for (const colorScheme of THEMES) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(viewport);
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      if (dialogOn) {
        const { opener, dialog } = await dialogOn();
        await open(opener, dialog);
      }
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
