import type { Locator, Page } from "@playwright/test";
import { sessionOf } from "@/e2e/api/support";
import { expect, test } from "@/e2e/fixtures";
import { holdBack } from "@/e2e/hold-back";
import { createLink, expectAwake, insertMany } from "@/e2e/url-table";
import { paths } from "@/lib/paths";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("a swipe that begins on a filter scrolls, a tap opens it, and one on a disabled checkbox says why", async ({
    page,
    createUser,
    createGroup,
    signInAs,
  }) => {
    const [user, colleague] = [await createUser(), await createUser()];
    const groupId = await createGroup(user, colleague);
    await signInAs(colleague);
    const data = { originalUrl: "https://example.com/", groupId };
    const { shortCode } = await (await page.request.post(paths.api.urls, { data })).json();
    await signInAs(user);
    await page.goto("/urls");
    await expectAwake(page);
    const filter = page.getByRole("combobox", { name: "Filter by owner" });
    const options = page.getByRole("listbox", { name: "Search owners" });
    // Loads the list on demand.
    await filter.tap();
    await expect(options).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(options).toBeHidden();
    // Short enough to scroll.
    await page.setViewportSize({ width: 390, height: 400 });
    await swipeUp(page, filter);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await expect(options).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await filter.tap();
    await expect(options).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(options).toBeHidden();

    // iOS zooms into fields with a smaller font, even when the phone is turned.
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(page.getByRole("searchbox", { name: "Search URLs" })).toHaveCSS("font-size", "16px");
    await page.setViewportSize({ width: 390, height: 844 });

    const why = page.getByRole("tooltip");
    // Otherwise Playwright would wait for the control to be enabled.
    await page.getByRole("checkbox", { name: `Select ${shortCode}` }).tap({ force: true });
    await expect(why).toHaveText("Only its owner and admins can change this link.");
    await page.getByRole("heading", { level: 1 }).tap();
    await expect(why).toBeHidden();
  });
});

/** Moves a finger by 150 px, from the middle of an element. */
async function swipeUp(page: Page, from: Locator): Promise<void> {
  const box = await from.boundingBox();
  if (!box) throw new Error("not visible");
  const x = box.x + box.width / 2;
  const client = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x, y }] });
  const y = box.y + box.height / 2;
  await send("touchStart", y);
  for (let moved = 15; moved <= 150; moved += 15) await send("touchMove", y - moved);
  await send("touchEnd");
}

test("Enter chooses nothing while the owners of another text are listed", async ({ page, createUser, signInAs }) => {
  const user = await createUser({ lastName: "Alpha" });
  await signInAs(user);
  await createLink(page, "filtered");
  await page.goto("/urls");
  await expectAwake(page);
  await page.getByRole("combobox", { name: "Filter by owner" }).click();
  const field = page.getByRole("combobox", { name: "Search owners" });
  await expect(page.getByRole("option").first()).toBeVisible();
  const answer = await holdBack(page, `**${paths.api.urlCreators}?*`);
  await field.fill(user.email);
  await field.press("Enter");
  await expect(field).toBeVisible();
  await expect(page).toHaveURL(/\/urls$/);
  answer();
  await expect(page.getByRole("option")).toHaveCount(1);
  await expect(page.getByRole("option")).toContainText(user.email);
  // As soon as it no longer searches.
  await expect(async () => {
    if (await field.isVisible()) await field.press("Enter", { timeout: 1_000 });
    await expect(field).toBeHidden({ timeout: 500 });
  }).toPass();
  await expect(page).toHaveURL(/\/urls\?.+/);
});

test("the server renders fewer rows for a phone", async ({ request, createUser, database }) => {
  const user = await createUser();
  const codes = await insertMany(database, user, 18);
  const rowsFor = async (userAgent: string) => {
    const html = await (
      await request.get("/urls", { headers: { ...sessionOf(user), "User-Agent": userAgent } })
    ).text();
    const shown = html.replaceAll(/<script[\s\S]*?<\/script>/g, "");
    return codes.filter((code) => shown.includes(`>${code}<`)).length;
  };
  const [phone, desktop] = [await rowsFor(PHONE), await rowsFor(DESKTOP)];
  expect(phone).toBeGreaterThan(0);
  expect(desktop).toBe(2 * phone);
});

test("the list of links does not move when it becomes interactive", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ urlLimit: 3 }));
  for (let link = 0; link < 3; link++) await createLink(page, "steady");
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/urls");
    await expectAwake(page);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    // Half of the threshold that Core Web Vitals call good.
    expect(
      shifts.reduce((sum, value) => sum + value, 0),
      `${width} px`,
    ).toBeLessThan(0.05);
  }
});
