import { expect, test } from "@/e2e/fixtures";

test.beforeEach(async ({ page, createUser, createGroup, signInAs }) => {
  const admin = await createUser({ role: "group_admin" });
  const user = await createUser({ firstName: "Ada", lastName: "Byron" });
  await createGroup(admin, user);
  await signInAs(admin);
  await page.goto("/users", { waitUntil: "networkidle" });
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
