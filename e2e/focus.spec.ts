import type { Page } from "@playwright/test";
import { expect, expectHydrated, expectToast, test, uniqueCode } from "@/e2e/fixtures";
import { holdBack } from "@/e2e/hold-back";
import { createLink, expectAwake, insertMany, search } from "@/e2e/url-table";
import { paths } from "@/lib/paths";
import { DEFAULT_DESIGN } from "@/lib/qr/design";

/** Actions after which the focus must not fall back to the top of the page. */

test("selecting, pausing and clearing links keeps the focus in the list", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser());
  const code = await createLink(page, "second");
  const other = await createLink(page, "first");
  await page.goto("/urls");
  await expectAwake(page);
  const row = page.getByRole("row", { name: code });
  const bar = page.getByRole("region", { name: "Selected URLs" });
  const press = async (name: string) => {
    await bar.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };

  await row.focus();
  await page.keyboard.press("x");
  await press("Select all shown");
  await expect(bar).toContainText("2 URLs selected");
  await expect(bar.getByRole("group")).toBeFocused();
  await press("Clear selection");
  await expect(bar).toBeHidden();
  await expect(row).toBeFocused();

  await page.keyboard.press("x");
  const letThrough = await holdBack(page, "**/api/urls/bulk");
  await press("Pause");
  const pause = bar.getByRole("button", { name: "Pause" });
  await expect(pause).toBeDisabled();
  await expect(pause).toBeFocused();
  const move = bar.getByRole("button", { name: "Move" });
  await move.click({ force: true });
  await expect(move).toHaveAttribute("aria-expanded", "false");
  await move.focus();
  for (const key of ["Enter", "Space", "ArrowDown"]) {
    await page.keyboard.press(key);
    await expect(move).toHaveAttribute("aria-expanded", "false");
  }
  letThrough();
  await expectToast(page, "1 URL paused");
  await expect(row).toBeFocused();

  await page.keyboard.press("F8");
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(row).toContainText("active");
  await expect(row).toBeFocused();
  await page.keyboard.press("F8");
  await page.keyboard.press("Escape");
  await expect(row).toBeFocused();

  await page.keyboard.press("x");
  await press("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: other })).toBeFocused();
  // Not from a row this time, so the focus doesn't go to one.
  await page.getByRole("checkbox", { name: "Select all shown" }).focus();
  await page.keyboard.press("Space");
  await press("Clear selection");
  await expect(bar).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
});

test("clearing filters keeps the focus in the list", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser());
  await createLink(page, "first");
  await page.goto("/urls");
  const clear = page.getByRole("button", { name: "Clear Filters" });
  await search(page, "nothing like this");
  await expect(page.getByText("No URLs found")).toBeVisible();
  // On phones, a field with the focus opens the keyboard.
  await clear.click();
  await expect(page.getByRole("region", { name: "Short URLs" })).toBeFocused();
  await search(page, "nothing like this");
  await expect(page.getByText("No URLs found")).toBeVisible();
  await clear.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search URLs" })).toBeFocused();
});

test("loading the last links moves the focus to the first of them", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  await insertMany(database, user, 540);
  await signInAs(user);
  await page.goto("/urls");
  await expectAwake(page);
  const letThrough = await holdBack(page, ({ pathname }) => pathname === "/api/urls");
  const more = page.getByRole("button", { name: "Load more" });
  await more.focus();
  await expect(page.locator('[data-index="499"]')).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(more).toBeDisabled();
  await expect(more).toBeFocused();
  await expect(more).toHaveCSS("cursor", "progress");
  const scrollY = () => page.evaluate(() => window.scrollY);
  const before = await scrollY();
  letThrough();
  await expect(more).toBeHidden();
  await expect(page.getByText("Showing 540 URLs")).toBeAttached();
  await expect(page.locator('[data-index="500"]')).toBeFocused();
  expect(Math.abs((await scrollY()) - before)).toBeLessThan(200);
});

test("removing filters and compared links keeps the focus beside them", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser());
  const ids: string[] = [];
  for (const code of [await createLink(page, "first"), await createLink(page, "second")]) {
    const [url] = await (await page.request.get(`/api/urls?q=${code}`)).json();
    ids.push(url.id);
  }
  await page.goto(`/urls/${ids[0]}?referrer=news.example&device=mobile`);
  await expectHydrated(page);
  const chips = page.getByRole("region", { name: "Filters" }).getByRole("button", { name: /^Remove filter/ });
  await expect(chips).toHaveCount(2);
  await chips.first().focus();
  await page.keyboard.press("Enter");
  await expect(chips).toHaveCount(1);
  await expect(chips).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(chips).toHaveCount(0);
  // It takes the place of the filtered numbers, which had got the focus from the filter.
  await expect(page.getByText("No clicks yet")).toBeVisible();
  await expect(page.getByRole("region", { name: "Analytics", exact: true })).toBeFocused();

  await page.goto(`/urls/compare?ids=${ids.join(",")}`);
  await expectHydrated(page);
  const remove = page.getByRole("button", { name: /^Remove / });
  await expect(remove).toHaveCount(2);
  await remove.first().focus();
  await page.keyboard.press("Enter");
  await expect(remove).toHaveCount(1);
  await expect(remove).toBeFocused();
});

test("a button that disappears when it is pressed leaves the focus near it", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  await database.query(
    "INSERT INTO sessions (session_token, user_id, expires) SELECT $1::text, $1::uuid, now() + interval '1 day'",
    [user.id],
  );
  await signInAs(user);
  const pressOn = async (path: string, name: string) => {
    await page.goto(path);
    await expectHydrated(page);
    const button = page.getByRole("button", { name });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(button).toBeHidden();
  };
  await pressOn("/urls", "Show deleted links");
  await expect(page.getByText("No links match your filters.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Short URLs" })).toBeFocused();
  await pressOn(`/urls/compare?ids=${user.id}`, "Start over");
  await expect(page.getByRole("region", { name: "Comparison" })).toBeFocused();
  await pressOn("/account/sessions", "Sign out all others");
  const sessions = page.getByRole("region", { name: "Your sessions" });
  await expect(sessions).toBeFocused();
  // As when only the window loses the focus.
  await sessions.dispatchEvent("blur");
  await expect(sessions).toHaveAttribute("tabindex", "-1");
  await page.keyboard.press("Tab");
  await expect(sessions).not.toHaveAttribute("tabindex");
});

test("the opener of a dialog that disappears after it leaves the focus near it", async ({
  page,
  createUser,
  createGroup,
  signInAs,
}) => {
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(admin);
  await signInAs(admin);
  await test.step("the button that creates the first link", async () => {
    await page.goto("/urls");
    await expectHydrated(page);
    const opener = page.getByRole("button", { name: "Create your first link" });
    await opener.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Create Short URL" });
    await dialog.getByLabel(/Destination/).fill("https://example.com/");
    const letThrough = await holdBack(page, `**${paths.api.urls}`, "GET");
    await dialog.getByLabel(/Destination/).press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    letThrough();
    await expect(opener).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Short URLs" })).toBeFocused();
  });

  const template = { name: "Poster", groupId, design: DEFAULT_DESIGN };
  await test.step("the menu of a deleted template", async () => {
    expect((await page.request.post("/api/qr-templates", { data: template })).status()).toBe(201);
    await page.goto("/qr-codes?tab=templates");
    await expectHydrated(page);
    const { opener, question } = await askToDelete(page);
    const letThrough = await holdBack(page, `**${paths.api.qrTemplates}`, "GET");
    await question.getByRole("button", { name: "Delete" }).press("Enter");
    await expect(question).toHaveCount(0);
    await expect(opener).toBeFocused();
    letThrough();
    await expect(opener).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Templates" })).toBeFocused();
  });

  await test.step("also if it disappears with the dialog", async () => {
    expect((await page.request.post("/api/qr-templates", { data: template })).status()).toBe(201);
    await page.reload();
    await expectHydrated(page);
    const { opener, question } = await askToDelete(page);
    await question.getByRole("button", { name: "Delete" }).press("Enter");
    await expect(question).toHaveCount(0);
    await expect(opener).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Templates" })).toBeFocused();
  });

  await test.step("the search for a fifth link to compare", async () => {
    const codes = ["one", "two", "three", "four", "five"];
    const ids = [];
    for (const code of codes) {
      const data = { originalUrl: "https://example.com/", shortCode: uniqueCode(code) };
      ids.push((await (await page.request.post(paths.api.urls, { data })).json()).id);
    }
    await page.goto(`${paths.compareUrls}?ids=${ids.slice(0, 4).join(",")}`);
    await expectHydrated(page);
    const opener = page.getByRole("combobox", { name: "Add a link" });
    await opener.press("Enter");
    await page.getByRole("combobox", { name: "Search short URLs" }).fill("five");
    await page.getByRole("option", { name: /^five/ }).click();
    await expect(opener).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
  });
});

/** Opens the question whether to delete the only template. */
async function askToDelete(page: Page) {
  const opener = page.getByRole("button", { name: "Actions for Poster", includeHidden: true });
  await opener.press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  return { opener, question: page.getByRole("alertdialog") };
}
