import type { Locator } from "@playwright/test";
import { expect, expectHydrated, expectToast, open, test, uniqueCode } from "@/e2e/fixtures";
import { expectFitsAllWidths, PHONE } from "@/e2e/layout";
import { createLink } from "@/e2e/url-table";
import { paths } from "@/lib/paths";

const CARDS = ["Total URLs", "Total Clicks", "Active Users", "QR Scans"];

test("a new user's dashboard is a card that leads to their first link, then shows it", async ({
  page,
  createUser,
  signInAs,
}) => {
  await page.setViewportSize(PHONE);
  const user = await createUser({ firstName: "Nora", urlLimit: 2 });
  await signInAs(user);
  await page.goto("/");
  await expect(page.getByText("Welcome back, manage your short URLs and analytics")).toBeVisible();
  const card = page.getByRole("region", { name: "Nora, turn a long link into a short one" });
  await expect(card.getByText("You can have 2 active links at a time.")).toBeVisible();
  const statistics = page.getByRole("region", { name: "Statistics" });
  await expect(statistics).toHaveCount(0);
  await expect(page.getByRole("table")).toHaveCount(0);
  await expectFitsAllWidths(page);

  const code = uniqueCode("fresh");
  const dialog = page.getByRole("dialog", { name: "Create Short URL" });
  await open(card.getByRole("button", { name: "Create your first link" }), dialog);
  // It stays open although the card disappears.
  await dialog.getByRole("switch", { name: "Create another" }).click();
  await dialog.getByLabel(/Destination/).fill("https://example.com/");
  await dialog.getByLabel(/Short code/i).fill(code);
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expectToast(page, "Short URL created successfully");
  await expect(dialog.getByText("1 link left of your limit of 2 active URLs.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toBeHidden();
  await page.getByRole("button", { name: "QR code", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "QR Code" })).toContainText(code);
  await page.keyboard.press("Escape");
  for (const label of CARDS) await expect(statistics.getByText(label, { exact: true })).toBeVisible();
  await expect(statistics.getByText(/in 30 days, [\d,]+ before$/)).toHaveCount(CARDS.length);
  await expect(statistics.getByRole("definition").filter({ hasText: /^1$/ }).first()).toBeVisible();
  await expect(statistics.getByText("1 created in 30 days, 0 before")).toBeVisible();
  const activity = page.getByRole("region", { name: "Recent Activity" });
  await expect(activity).toContainText(`created ${code}`);
  await expect(page.getByRole("row").filter({ hasText: code })).toBeVisible();
  await expectFitsAllWidths(page);

  await page.clock.install();
  await page.reload();
  await expect(statistics.getByText("1 created in 30 days, 0 before")).toBeVisible();
  await expect(card).toHaveCount(0);
  // Fake timers also drop seeds that no part of the page uses yet.
  await expectHydrated(page);
  await test.step("relative times stay current while the page is open", async () => {
    await expect(activity).toContainText(/now|\d+ min\. ago/);
    await page.clock.fastForward("08:00:00");
    await expect(activity).toContainText("8 hr. ago");
  });
  await activity.getByRole("link", { name: code }).click();
  await expect(page).toHaveURL(`/urls?q=${code}&status=all`);
  await expect(page.getByRole("searchbox", { name: "Search URLs" })).toHaveValue(code);
  await expect(page.getByRole("row").filter({ hasText: code })).toBeVisible();
});

test("totals of nine digits fit on narrow phones", async ({ page, database, createUser, signInAs }) => {
  await page.setViewportSize({ width: 320, height: 900 });
  await signInAs(await createUser());
  const code = await createLink(page, "famous");
  const { rows } = await database.query(
    `WITH link AS (SELECT id, created_by_id FROM short_urls WHERE short_code = $1), counted AS (
       INSERT INTO click_days (scope, scope_id, day, is_bot, total, qr)
       SELECT scope, scope_id, now()::date, false, 123456789, 123456789
       FROM link, LATERAL (VALUES ('link'::click_scope, id), ('user', created_by_id)) AS scopes (scope, scope_id))
     SELECT id FROM link`,
    [code],
  );
  for (const [path, name] of [
    [paths.home, "Statistics"],
    [paths.url(rows[0].id), "Totals"],
  ] as const) {
    await page.goto(path);
    const totals = page.getByRole("region", { name }).getByText("123,456,789", { exact: true });
    await expect(totals).toHaveCount(2);
    for (const total of await totals.all()) await expectFitsParent(total);
  }
});

/** Expects a text to end within its card. */
async function expectFitsParent(text: Locator): Promise<void> {
  const room = await text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const box = element.closest("dl > div, dl")?.getBoundingClientRect();
    return (box?.right ?? 0) - range.getBoundingClientRect().right;
  });
  expect(room).toBeGreaterThanOrEqual(0);
}

test("deleting a link updates the numbers and the top links", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser());
  const code = await createLink(page, "gone");
  await page.goto("/");
  const total = page.getByRole("region", { name: "Statistics" }).getByRole("definition").first();
  const top = page.getByRole("region", { name: "Top Performing URLs" });
  const sidebar = page.getByRole("complementary");
  await expect(sidebar.getByText("1 of 100 active URLs", { exact: true })).toBeVisible();
  await expect(total).toHaveText("1");
  await expect(top).toContainText(code);
  await expect(top).toContainText("All time");
  const analytics = page.getByRole("dialog", { name: "URL Analytics" });
  const entry = top.getByRole("button", { name: `Analytics for ${code}` });
  await open(entry, analytics);
  await expect(analytics.getByText("No clicks yet")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(analytics).toBeHidden();
  await expect(entry).toBeFocused();
  const remove = page.getByRole("menuitem", { name: "Delete" });
  await open(page.getByRole("button", { name: `More actions for ${code}` }), remove);
  await remove.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "URL deleted successfully");
  await expect(total).toHaveText("0");
  await expect(sidebar.getByText("0 of 100 active URLs", { exact: true })).toBeVisible();
  await expect(top).toContainText("No URL data available");
});
