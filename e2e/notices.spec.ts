import type { Page } from "@playwright/test";
import { expect, expectHydrated, expectToast, open, test } from "@/e2e/fixtures";
import { createLink } from "@/e2e/url-table";

/** Timing of toasts and tooltips (spec section 9). */

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.describe("a toast", () => {
  const message = "Failed to send magic link. Please try again.";
  const viewport = (page: Page) => page.getByRole("region", { name: /F8/ }).locator("ol");
  const card = (page: Page) => viewport(page).getByRole("listitem");

  /** Makes a request fail, with the clock paused. */
  async function showToast(page: Page): Promise<void> {
    // The end of the previous request is reported in a timeout.
    await page.clock.runFor(100);
    await page.getByRole("button", { name: "Send Magic Link" }).click();
    await expect(card(page)).toContainText(message);
    // Waits until it has slid in.
    await card(page).evaluate((element) =>
      Promise.allSettled(element.getAnimations().map((animation) => animation.finished)),
    );
  }

  test("closes after 5000 ms or by a swipe, and F8 focuses its region", async ({ page }) => {
    await page.route("**/api/auth/request", (route) => route.abort());
    await page.goto("/", { waitUntil: "networkidle" });
    await expectHydrated(page);
    await page.getByRole("textbox", { name: "Email" }).fill("someone@example.com");
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);

    await test.step("it closes after 5000 ms, and is the only one", async () => {
      await showToast(page);
      await page.clock.runFor(4_900);
      await card(page).evaluate((element) => element.setAttribute("data-first", ""));
      await page.getByRole("button", { name: "Send Magic Link" }).click();
      await expect(page.locator("[data-first]")).toHaveCount(0);
      await expect(card(page)).toHaveCount(1);
      await page.clock.runFor(4_900);
      await expect(card(page)).toHaveCount(1);
      await page.clock.runFor(200);
      await expect(card(page)).toHaveCount(0);
    });

    await test.step("it is dismissed by a swipe of more than 50 px to the right", async () => {
      await showToast(page);
      const { x: left, y: top, height } = (await card(page).boundingBox()) ?? { x: 0, y: 0, height: 0 };
      const [x, y] = [left + 80, top + height / 2];
      for (const [distance, isLeft] of [
        [-120, true],
        [40, true],
        [60, false],
      ] as const) {
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + distance / 2, y);
        await page.mouse.move(x + distance, y);
        await page.mouse.up();
        await expect(card(page)).toHaveCount(isLeft ? 1 : 0);
      }
    });

    await test.step("F8 focuses its region, which is at most 420 px wide from medium screens up", async () => {
      await showToast(page);
      await page.keyboard.press("F8");
      await expect(viewport(page)).toBeFocused();
      await page.setViewportSize({ width: 768, height: 800 });
      const width = async () => (await viewport(page).boundingBox())?.width;
      await expect.poll(width, { intervals: [20] }).toBe(420);
      await page.setViewportSize({ width: 760, height: 800 });
      await expect.poll(width, { intervals: [20] }).toBe(760);
    });
  });
});

test("a toast leaves the buttons of a dialog free for another try", async ({ page, createUser, signInAs }) => {
  // A phone held sideways.
  await page.setViewportSize({ width: 844, height: 390 });
  await signInAs(await createUser());
  const code = await createLink(page, "again");
  await page.goto("/urls");
  const dialog = page.getByRole("dialog", { name: "Edit URL" });
  await open(page.getByRole("button", { name: `Edit ${code}` }), dialog);
  await dialog.getByLabel("Destination URL").fill("not a url");
  const save = dialog.getByRole("button", { name: "Save changes" });
  await save.click();
  await expectToast(page, "Validation Error: Please fix the errors below");
  for (const button of [save, dialog.getByRole("button", { name: "Cancel" })]) {
    await button.click({ trial: true });
  }
  await expectToast(page, "Validation Error: Please fix the errors below");
  // The toast, which is newer, doesn't take the key.
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
});

test("a tooltip opens after 700 ms, and another at once within 300 ms", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser());
  const code = await createLink(page, "tips");
  await page.goto("/urls");
  const [copy, edit] = [
    page.getByRole("button", { name: `Copy short URL ${code}` }),
    page.getByRole("button", { name: `Edit ${code}` }),
  ];
  const tooltip = page.getByRole("tooltip");
  const elsewhere = page.getByRole("heading", { level: 1 });
  // Retries until the page is hydrated.
  await open(page.getByRole("button", { name: "Create Short URL" }), page.getByRole("dialog"));
  await page.keyboard.press("Escape");
  await elsewhere.hover();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);

  await copy.hover();
  await page.clock.runFor(690);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(tooltip).toHaveText("Copy short URL");
  // Part of the name, which would be said twice.
  await expect(copy).toHaveAccessibleDescription("");
  await copy.evaluate((element) => element.setAttribute("data-tip", "Copied"));
  await expect(tooltip).toHaveText("Copied");
  await expect(copy).toHaveAccessibleDescription("Copied");

  await elsewhere.hover();
  await page.clock.runFor(200);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(200);
  await edit.hover();
  await expect(tooltip).toBeVisible();

  await elsewhere.hover();
  await page.clock.runFor(200);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(310);
  await copy.hover();
  await page.clock.runFor(690);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(tooltip).toBeVisible();
});
