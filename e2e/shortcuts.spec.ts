import { expect, expectHydrated, open, test } from "@/e2e/fixtures";

test("shortcuts open the create dialog, the search box and the shortcut list", async ({
  page,
  createUser,
  signInAs,
}) => {
  await signInAs(await createUser());
  await page.goto("/urls");
  const create = page.getByRole("dialog", { name: "Create Short URL" });
  const help = page.getByRole("dialog", { name: "Keyboard Shortcuts" });
  const opener = page.getByRole("button", { name: "Keyboard shortcuts" });

  await test.step("the list opens by key and by button, and focus returns", async () => {
    await open(opener, help);
    await expect(help).toContainText("Create a short URL");
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    await page.keyboard.press("?");
    await expect(help).toBeVisible();
    await page.keyboard.press("c");
    await expect(create).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
  });

  await test.step("create", async () => {
    await page.keyboard.press("Control+c");
    await expect(create).toBeHidden();
    await page.keyboard.press("c");
    await expect(create).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(create).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step("switched off, they do nothing, also after a reload", async () => {
    await open(opener, help);
    await help.getByRole("switch", { name: "Single-key shortcuts" }).click();
    await page.keyboard.press("Escape");
    await page.reload();
    await open(opener, help);
    await expect(help.getByRole("switch")).not.toBeChecked();
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await page.keyboard.press("?");
    await expect(help).toBeHidden();
    await expect(create).toBeHidden();
  });
});

test("/ focuses the search box, where keys are text", async ({ page, createUser, createGroup, signInAs }) => {
  const user = await createUser({ role: "group_admin" });
  await createGroup(user);
  await signInAs(user);
  await page.goto("/users");
  const field = page.getByRole("searchbox");
  await expectHydrated(page);
  await expect(page.getByRole("combobox", { name: "Filter by role" })).toBeVisible();
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await page.keyboard.type("c?/");
  await expect(field).toHaveValue("c?/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test.describe("if the code of a dialog does not load", () => {
  test.use({ allowsComplaints: true });

  test("an error is shown, the page stays, and the next attempt retries", async ({ page, createUser, signInAs }) => {
    await signInAs(await createUser());
    await page.goto("/urls");
    await expectHydrated(page);
    const create = page.getByRole("dialog", { name: "Create Short URL" });
    await page.route("**/_next/static/chunks/**", (route) => route.abort());
    await page.keyboard.press("c");
    await expect(page.getByText("This part of the page could not be loaded.").first()).toBeVisible();
    await expect(create).toBeHidden();
    await page.unroute("**/_next/static/chunks/**");
    await page.keyboard.press("c");
    await expect(create).toBeVisible();
  });
});
