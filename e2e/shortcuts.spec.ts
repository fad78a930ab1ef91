import { countRunning, expect, expectHydrated, open, test } from "@/e2e/fixtures";
import { holdBack } from "@/e2e/hold-back";
import { searchUsers } from "@/e2e/table";
import { createLink, expectAwake, search } from "@/e2e/url-table";

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
    const term = (label: string) =>
      help
        .locator("div")
        .filter({ has: page.getByText(label, { exact: true }) })
        .last();
    await expect(term("Search everything")).toContainText(/K$/);
    for (const [keys, label] of [
      ["c", "Create a short URL"],
      ["/", "Search this list"],
      ["?", "Show these shortcuts"],
      ["j", "Next row"],
      ["k", "Previous row"],
      ["x", "Select the row"],
      ["e", "Edit"],
      ["#", "Delete, remove or revoke"],
      ["Tab", "Move between rows"],
      ["←→", "Controls of the row"],
      ["Enter", "Open the row"],
      ["Esc", "Clear the selection"],
    ]) {
      await expect(term(label ?? "")).toHaveText(`${label}${keys}`);
    }
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
    for (const key of [
      { key: "c", code: "KeyC" },
      { key: "ψ", code: "KeyC" },
    ]) {
      await page.locator("body").dispatchEvent("keydown", key);
      await expect(create).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(create).toBeHidden();
      await expect(opener).toBeFocused();
    }
  });

  await test.step("a dialog opened while a page loads stays", async () => {
    const letThrough = await holdBack(page, ({ pathname }) => pathname === "/qr-codes");
    await page.getByRole("link", { name: "QR Codes" }).click();
    await page.keyboard.press("c");
    await expect(create).toBeVisible();
    letThrough();
    await expect(page.locator("h1", { hasText: "QR Codes" })).toBeVisible();
    await expect(create).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("switched off, they do nothing, even after a reload", async () => {
    await open(opener, help);
    await help.getByRole("switch", { name: "Single-key shortcuts" }).click();
    await page.keyboard.press("Escape");
    await page.reload();
    await open(opener, help);
    await expect(help.getByRole("switch")).not.toBeChecked();
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await page.keyboard.press("c");
    await page.keyboard.press("j");
    await page.keyboard.press("?");
    await expect(help).toBeHidden();
    await expect(page.locator("[data-rows] :focus")).toHaveCount(0);
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

test("rows are reached, selected, opened, edited and deleted by keys", async ({
  page,
  createUser,
  createGroup,
  signInAs,
}) => {
  const admin = await createUser({ role: "group_admin" });
  const colleague = await createUser({ firstName: "Ben" });
  await createGroup(admin, colleague);
  await signInAs(admin);
  const [last, middle, first] = [await createLink(page, "c"), await createLink(page, "b"), await createLink(page, "a")];
  await page.goto("/urls");
  await expectAwake(page);
  const row = (code: string) => page.getByRole("row", { name: code });
  const dialog = page.getByRole("dialog");

  await test.step("one tab stop per row, and arrows between its controls", async () => {
    // As on a Greek keyboard.
    await page.locator("body").dispatchEvent("keydown", { key: "ξ", code: "KeyJ" });
    await expect(row(first)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(row(middle)).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("checkbox", { name: `Select ${middle}` })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(row(middle).getByRole("button").first()).toBeFocused();
    await page.keyboard.press("k");
    await expect(row(first)).toBeFocused();
  });

  await test.step("select", async () => {
    await page.keyboard.press("x");
    await expect(page.getByRole("status").filter({ hasText: /^Selected$/ })).toBeAttached();
    await expect(page.getByRole("region", { name: "Selected URLs" })).toContainText("1 URL selected");
    await page.keyboard.press("x");
    await expect(page.getByRole("checkbox", { name: `Select ${first}` })).not.toBeChecked();
  });

  await test.step("delete the selected rows, or clear the selection", async () => {
    for (const key of ["x", "j", "x", "#"]) await page.keyboard.press(key);
    await expect(page.getByRole("alertdialog")).toContainText("Delete 2 short URLs?");
    await page.keyboard.press("Escape");
    const bar = page.getByRole("region", { name: "Selected URLs" });
    await expect(bar).toContainText("2 URLs selected");
    await page.keyboard.press("Escape");
    await expect(bar).toBeHidden();
    await page.keyboard.press("k");
  });

  await test.step("open and edit; the focus returns", async () => {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "URL Analytics" })).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("Escape");
    await expect(row(first)).toBeFocused();
    await page.keyboard.press("e");
    await expect(dialog.filter({ hasText: "Short codes can't be changed." })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(row(first)).toBeFocused();
  });

  await test.step("a changed destination is undone", async () => {
    await page.keyboard.press("e");
    await dialog.getByLabel("Destination").fill("https://example.net/wrong");
    await page.keyboard.press("Enter");
    const destination = row(first).getByRole("link");
    await expect(destination).toHaveAttribute("href", "https://example.net/wrong");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(destination).toHaveAttribute("href", "https://example.com/");
    await row(first).focus();
  });

  await test.step("delete; the focus goes to the row in its place", async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("#");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(row(middle)).toHaveCount(0);
    await expect(row(last)).toBeFocused();
  });

  await test.step("delete the only match; the focus goes to the list", async () => {
    await search(page, first);
    await expect(row(last)).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(row(first)).toBeFocused();
    await page.keyboard.press("#");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("region", { name: "Short URLs" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("searchbox", { name: "Search URLs" })).toBeFocused();
    await page.getByRole("button", { name: "Search deleted links" }).click();
    await expect(row(first)).toContainText("deleted");
  });

  await test.step("in other lists", async () => {
    await page.getByRole("link", { name: "Groups" }).click();
    await page
      .getByRole("button", { name: "User Management" })
      .or(page.getByRole("link", { name: "User Management" }))
      .click();
    await searchUsers(page, admin.email);
    await expect(page.getByRole("row")).toHaveCount(2);
    // In a field, keys are text.
    const heading = page.getByRole("heading", { name: "User Management" });
    await heading.click();
    await page.keyboard.press("j");
    await page.keyboard.press("#");
    await expect(page.getByRole("status").filter({ hasText: "This row can't be deleted." })).toBeAttached();
    await searchUsers(page, colleague.email);
    await expect(row(colleague.email).locator("mark")).toHaveText([colleague.email]);
    await heading.click();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Edit User" })).toBeVisible();
  });
});

test.describe("if code does not load", () => {
  test.use({ allowsComplaints: true });

  test("an error is shown, the page stays, and the next attempt retries", async ({ page, createUser, signInAs }) => {
    await signInAs(await createUser());
    let isOffline = false;
    await page.route("**/_next/static/chunks/**", (route) => (isOffline ? route.abort() : route.continue()));
    await page.goto("/urls");
    await expectHydrated(page);
    const create = page.getByRole("dialog", { name: "Create Short URL" });
    const running = countRunning(page);
    isOffline = true;
    await page.keyboard.press("c");
    await expect(page.getByText("This part of the page could not be loaded.").first()).toBeVisible();
    await expect(create).toBeHidden();
    await expect.poll(running).toBe(0);
    isOffline = false;
    await page.keyboard.press("c");
    await expect(create).toBeVisible();
  });

  test("a part of a page shows an error with a retry button, and the rest stays", async ({
    page,
    createUser,
    signInAs,
  }) => {
    await signInAs(await createUser());
    let isOffline = false;
    await page.route("**/_next/static/chunks/**", (route) => (isOffline ? route.abort() : route.continue()));
    await page.goto("/qr-codes");
    await expectHydrated(page);
    const running = countRunning(page);
    isOffline = true;
    const panel = page.getByRole("tabpanel", { name: "Templates" });
    await page.getByRole("tab", { name: "Templates" }).click();
    await expect(panel.getByText("This part of the page could not be loaded.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "QR Codes" })).toBeVisible();
    const retry = panel.getByRole("button", { name: "Try again" });
    await expect.poll(running).toBe(0);
    await Promise.all([page.waitForEvent("requestfailed"), retry.click()]);
    await expect.poll(running).toBe(0);
    await expect(retry).toBeVisible();
    isOffline = false;
    await retry.click();
    await expect(panel.getByLabel("Templates", { exact: true }).first()).toBeVisible();
  });
});
