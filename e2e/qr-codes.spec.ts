import type { Page } from "@playwright/test";
import { v7 as uuidv7 } from "uuid";
import {
  expect,
  expectToast,
  KEPT_TOASTS,
  ONE_PIXEL,
  open,
  stretchTimeouts,
  type TestUser,
  test,
  uniqueCode,
} from "@/e2e/fixtures";
import { expectFitsAllWidths, expectNoSidewaysScroll, PHONE } from "@/e2e/layout";
import type { FaviconRefresh } from "@/lib/favicons/types";

const DESKTOP = { width: 1440, height: 900 };
const WIDTHS = [DESKTOP.width, PHONE.width];

async function insertLinks(database: import("pg").Pool, user: TestUser, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await database.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, qr_generated_at, updated_at)
     SELECT id, 'qr-' || replace(id::text, '-', ''), 'https://example.com/', $2, '2020-01-01', now()
     FROM unnest($1::uuid[]) AS id`,
    [ids, user.id],
  );
  return ids;
}

const IDLE: FaviconRefresh = { isRunning: false, startedAt: null, totalUrls: 0, updatedCount: 0, failedCount: 0 };
const RUNNING: FaviconRefresh = {
  isRunning: true,
  startedAt: "2027-01-15T09:30:00.000Z",
  totalUrls: 12_000,
  updatedCount: 3_000,
  failedCount: 500,
};

/** Mocks the favicon refresh calls, because real refreshes end at their own pace. */
async function fakeRefresh(page: Page, first: FaviconRefresh): Promise<(refresh: FaviconRefresh) => void> {
  let current = first;
  await page.route("**/api/urls/refresh-favicons", (route) => {
    if (route.request().method() === "POST") current = RUNNING;
    return route.fulfill({ json: current });
  });
  return (refresh) => {
    current = refresh;
  };
}

test("an overall_admin regenerates all QR codes, and sees when that fails", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  await page.setViewportSize(PHONE);
  const admin = await createUser({ role: "overall_admin" });
  const [id] = await insertLinks(database, admin, 1);
  await signInAs(admin);
  await page.goto("/qr-codes?tab=maintenance");
  const tag = async () => (await page.request.get(`/api/urls/${id}/qr`)).headers().etag;
  const before = await tag();
  const confirm = page.getByRole("alertdialog", { name: "Regenerate all QR codes?" });
  await open(page.getByRole("button", { name: "Regenerate All QR Codes" }), confirm);
  const answered = page.waitForResponse("**/api/urls/regenerate-qr");
  await confirm.getByRole("button", { name: "Regenerate" }).click();
  const { updatedCount, regeneratedAt } = await (await answered).json();
  expect(updatedCount).toBeGreaterThan(0);
  await expectToast(page, "QR codes regenerated successfully");
  const lastRun = page.getByText("Last regenerated").locator("time");
  await expect(lastRun).toHaveAttribute("datetime", regeneratedAt);
  await expectFitsAllWidths(page);
  expect(await tag()).not.toBe(before);
  const { rows } = await database.query("SELECT qr_generated_at FROM short_urls WHERE id = $1", [id]);
  expect(rows[0].qr_generated_at.getUTCFullYear()).toBe(2020);
  await page.setViewportSize(DESKTOP);
  await page.reload();
  await expect(lastRun).toBeVisible();
  await open(page.getByRole("button", { name: "Regenerate All QR Codes" }), confirm);
  await confirm.getByRole("button", { name: "Regenerate" }).click();
  await expect(lastRun).not.toHaveAttribute("datetime", regeneratedAt);

  await page.route("**/api/urls/regenerate-qr", (route) => route.fulfill({ status: 500, body: "no" }));
  await open(page.getByRole("button", { name: "Regenerate All QR Codes" }), confirm);
  await confirm.getByRole("button", { name: "Regenerate" }).click();
  await expectToast(page, "Failed to regenerate QR codes");
});

test("a shortcode_admin and a group_admin are refused", async ({ page, createUser, signInAs }) => {
  for (const role of ["shortcode_admin", "group_admin"] as const) {
    await test.step(role, async () => {
      await signInAs(await createUser({ role }));
      await page.goto("/qr-codes?tab=maintenance");
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expect(page.getByText("Only Overall Admins can regenerate QR codes")).toBeVisible();
        await expect(page.getByRole("button", { name: /Regenerate/ })).toHaveCount(0);
        await expectNoSidewaysScroll(page);
      }
    });
  }
});

test("an open list of URLs detects a refresh of favicons that somebody else started", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const admin = await createUser({ role: "overall_admin" });
  await insertLinks(database, admin, 1);
  await signInAs(admin);
  const setRefresh = await fakeRefresh(page, IDLE);
  await page.clock.install();
  await page.addInitScript(stretchTimeouts, KEPT_TOASTS);
  const looked = page.waitForResponse("**/api/urls/refresh-favicons");
  await page.goto("/urls");
  await looked;
  const button = page.getByRole("button", { name: "Refresh Favicons" });
  await expect(button).toBeEnabled();
  const bar = page.getByRole("progressbar", { name: "Refresh favicons" });

  setRefresh(RUNNING);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(bar).toHaveAttribute("aria-valuetext", "3,500 of 12,000 URLs");
  setRefresh({ ...RUNNING, isRunning: false, updatedCount: 11_500 });
  await page.clock.fastForward(1_000);
  await expectToast(page, "Updated favicons for 11,500 of 12,000 URLs");
  await expect(bar).toHaveCount(0);
  await expect(button).toBeEnabled();

  setRefresh({ ...RUNNING, updatedCount: 4_200 });
  await page.clock.fastForward(15_000);
  await expect(bar).toHaveAttribute("aria-valuetext", "4,700 of 12,000 URLs");
});

test("the progress is shown on other pages too, until the refresh ends", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const admin = await createUser({ role: "overall_admin" });
  await insertLinks(database, admin, 1);
  await signInAs(admin);
  const setRefresh = await fakeRefresh(page, RUNNING);
  await page.goto("/urls");
  await expect(page.getByRole("progressbar")).toHaveCount(1);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Groups" }).click();
  await expect(page.getByRole("heading", { name: "Groups", level: 1 })).toBeVisible();
  const card = page.getByRole("region", { name: "Progress" });
  await expect(card.getByText("Refreshing favicons")).toBeVisible();
  setRefresh({ ...RUNNING, updatedCount: 4_200 });
  await expect(card.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "4,700 of 12,000 URLs");
  // The speed is that of the last ten seconds.
  let updatedCount = 4_200;
  await expect(async () => {
    updatedCount += 100;
    setRefresh({ ...RUNNING, updatedCount });
    await expect(card.getByText(/per second, about .* left$/)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  setRefresh({ ...RUNNING, isRunning: false, updatedCount: 11_500 });
  await expectToast(page, "Updated favicons for 11,500 of 12,000 URLs");
  await expect(card.getByRole("progressbar")).toHaveCount(0);
});

test.describe("the table of URLs", () => {
  test("an overall_admin refreshes favicons and regenerates QR codes", async ({
    page,
    database,
    createUser,
    signInAs,
  }) => {
    const admin = await createUser({ role: "overall_admin" });
    await insertLinks(database, admin, 1);
    await signInAs(admin);
    const setRefresh = await fakeRefresh(page, IDLE);
    await page.setViewportSize(PHONE);
    await page.goto("/urls");
    const refresh = page.getByRole("button", { name: "Refresh Favicons" });
    const card = page.getByRole("region", { name: "Progress" }).getByRole("listitem");
    const menu = page.getByRole("button", { name: "Maintenance" });
    const entry = page.getByRole("menuitem", { name: "Refresh Favicons" });
    await expect(refresh).toHaveCount(0);
    await open(menu, entry);
    await entry.press("Enter");
    await expect(card.getByText("Refreshing favicons")).toBeVisible();
    await menu.press("Enter");
    await expect(entry).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
    await expect(card.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "3,500 of 12,000 URLs");
    await expectFitsAllWidths(page);

    // The end of a refresh does not replace a notice that responds to the user, and waits while the pointer is on that.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
    });
    await page.getByRole("button", { name: "Copy short URL" }).first().click();
    await expectToast(page, "Failed to copy to clipboard");
    await page.getByRole("button", { name: "Dismiss" }).hover();
    setRefresh({ ...RUNNING, isRunning: false, updatedCount: 11_000, failedCount: 1_000 });
    await expect(card).toHaveCount(0);
    await expectToast(page, "Failed to copy to clipboard");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expectToast(page, "Updated favicons for 11,000 of 12,000 URLs");
    await page.getByRole("button", { name: "Dismiss" }).click();

    await page.setViewportSize(DESKTOP);
    await expect(menu).toHaveCount(0);
    await expect(refresh).toBeEnabled();
    await page.getByRole("button", { name: "Regenerate QRs" }).click();
    await expectToast(page, "QR codes regenerated successfully");

    await page.route("**/api/urls/re*", (route) => route.fulfill({ status: 500, body: "no" }));
    await refresh.click();
    await expectToast(page, "Failed to refresh favicons");
    await page.getByRole("button", { name: "Regenerate QRs" }).click();
    await expectToast(page, "Failed to regenerate QR codes");
  });

  test("shows favicons served by Hop, and a globe if there is none or it does not load", async ({
    page,
    database,
    createUser,
    signInAs,
  }) => {
    const user = await createUser();
    const host = `${uniqueCode("site")}.example`;
    await database.query(
      `INSERT INTO favicons (host, origin, image, etag, due_at)
       VALUES ($1, 'https://' || $1, decode($2, 'base64'), '"${"a".repeat(27)}"', 'infinity')`,
      [host, ONE_PIXEL],
    );
    const [withIcon = ""] = await insertLinks(database, user, 2);
    await database.query("UPDATE short_urls SET favicon_host = $1 WHERE id = $2", [host, withIcon]);
    await signInAs(user);
    const answered = page.waitForResponse((response) => response.url().includes("/api/favicons/"));
    await page.goto("/urls");
    const answer = await answered;
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=2592000",
      etag: `"${"a".repeat(27)}"`,
    });
    const icon = page.locator('img[src^="/api/favicons/"]');
    const globe = page.getByRole("table").locator("svg.lucide-globe");
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect(icon).toHaveCount(1);
      await expect(globe).toHaveCount(1);
    }
    await expect.poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await page.route("**/api/favicons/**", (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await expect(globe).toHaveCount(2);
    await expect(icon).toHaveCount(0);
  });
});
