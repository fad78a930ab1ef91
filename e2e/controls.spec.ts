import type { Locator, Page } from "@playwright/test";
import { test as base, expect } from "@/e2e/fixtures";

const CODE = "**/_next/static/chunks/**";
const LONGER_THAN_ANY_DELAY_MS = 1_000;

const test = base.extend<{ menuButton: Locator }>({
  /** In the only row of the table of users. */
  menuButton: async ({ page, createUser }, use) => {
    const user = await createUser({ firstName: "Ada", lastName: "Byron" });
    await page.reload({ waitUntil: "networkidle" });
    await expect(page.getByRole("combobox", { name: "Filter by role" })).toBeVisible();
    await page.getByRole("searchbox").fill(user.email);
    await expect(page.getByRole("row")).toHaveCount(2);
    await use(page.getByRole("button", { name: "Actions for Ada Byron" }));
  },
});

test.beforeEach(async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "group_admin" }));
  await page.goto("/users", { waitUntil: "networkidle" });
});

/** Holds back all code that is asked for from now on, until it is let through. */
async function holdCodeBack(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(CODE, async (route) => {
    await isLetThrough;
    await route.continue();
  });
  return letThrough;
}

test.describe("before its code has come", () => {
  test("a menu takes the key that is to open it, and gives the focus back", async ({ page, menuButton }) => {
    const letThrough = await holdCodeBack(page);
    await menuButton.focus();
    await page.keyboard.press("Enter");
    await expect(menuButton).toHaveAttribute("aria-expanded", "false");
    letThrough();
    await expect(page.getByRole("menuitem", { name: "Edit User" })).toBeFocused();
    await expect(menuButton).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Pause User" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menuButton).toBeFocused();
    await expect(menuButton).toHaveAttribute("aria-expanded", "false");
  });

  test("a menu takes the click, unless somebody has gone on meanwhile", async ({ page, menuButton }) => {
    const letThrough = await holdCodeBack(page);
    const search = page.getByRole("searchbox");
    await menuButton.click();
    await search.focus();
    letThrough();
    await expect(menuButton).toHaveAttribute("data-state", "closed");
    await expect(search).toBeFocused();
    await menuButton.click();
    await expect(page.getByRole("menuitem", { name: "Edit User" })).toBeVisible();
  });

  test("a select takes the key or the letter", async ({ page }) => {
    const letThrough = await holdCodeBack(page);
    const role = page.getByRole("combobox", { name: "Filter by role" });
    const status = page.getByRole("combobox", { name: "Filter by status" });
    await role.focus();
    await page.keyboard.press("ArrowDown");
    letThrough();
    await expect(page.getByRole("option", { name: "All roles" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(role).toBeFocused();
    await status.focus();
    await page.keyboard.press("p");
    await expect(status).toHaveText("Paused");
    await expect(status).toBeFocused();
  });
});

test.describe("where the code of a menu does not come", () => {
  test.use({ allowsComplaints: true });

  test("that is said, and the next try asks again", async ({ page, menuButton }) => {
    await page.route(CODE, (route) => route.abort());
    await menuButton.click();
    await expect(page.getByText("This part of the page could not be loaded.").first()).toBeVisible();
    await page.unroute(CODE);
    await menuButton.click();
    await expect(page.getByRole("menuitem", { name: "Edit User" })).toBeVisible();
  });
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
