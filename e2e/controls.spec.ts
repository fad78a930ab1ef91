import { expect, test } from "@/e2e/fixtures";

const LONGER_THAN_ANY_DELAY_MS = 1_000;

test.beforeEach(async ({ page, createUser, createGroup, signInAs }) => {
  const admin = await createUser({ role: "group_admin" });
  const user = await createUser({ firstName: "Ada", lastName: "Byron" });
  await createGroup(admin, user);
  await signInAs(admin);
  await page.goto("/users", { waitUntil: "networkidle" });
});

test("a tooltip comes by pointer and by keyboard, can be pointed at, and goes with Escape", async ({ page }) => {
  const button = page.getByRole("button", { name: "Keyboard shortcuts" });
  const tooltip = page.getByRole("tooltip");
  await test.step("it stays under the pointer, and goes when that leaves", async () => {
    await button.hover();
    await expect(tooltip).toHaveText("Keyboard shortcuts (?)");
    await expect(button).toHaveAccessibleDescription("Keyboard shortcuts (?)");
    await tooltip.hover();
    await page.waitForTimeout(LONGER_THAN_ANY_DELAY_MS);
    await expect(tooltip).toBeVisible();
    await page.getByRole("searchbox").hover();
    await expect(tooltip).toBeHidden();
    await expect(button).toHaveAccessibleDescription("");
  });
  await test.step("Escape closes it alone", async () => {
    await page.getByRole("radio", { name: "System theme" }).focus();
    await page.keyboard.press("Tab");
    await expect(button).toBeFocused();
    await expect(tooltip).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(tooltip).toBeHidden();
    await expect(button).toBeFocused();
  });
  await test.step("a press closes it", async () => {
    await page.getByRole("searchbox").hover();
    await button.hover();
    await expect(tooltip).toBeVisible();
    await button.click();
    await expect(page.getByRole("dialog", { name: "Keyboard Shortcuts" })).toBeVisible();
    await expect(tooltip).toBeHidden();
  });
});

test("the theme is one of three, by the arrow keys too", async ({ page }) => {
  const theme = page.getByRole("radiogroup", { name: "Theme" });
  await expect(theme.getByRole("radio", { name: "System theme" })).toBeChecked();
  await theme.getByRole("radio", { name: "System theme" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(theme.getByRole("radio", { name: "Dark theme" })).toBeFocused();
  await expect(theme.getByRole("radio", { name: "Dark theme" })).toBeChecked();
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  await theme.getByRole("radio", { name: "Light theme" }).click();
  await expect(page.locator("html")).toHaveClass(/\blight\b/);
});
