import { expect, expectHydrated, expectToast, test } from "@/e2e/fixtures";
import { holdBack } from "@/e2e/hold-back";
import { createLink, expectAwake, insertMany, search } from "@/e2e/url-table";

/** Actions after which the focus must not fall back to the top of the page. */

test("selecting, pausing and clearing links keeps the focus in the list", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser());
  const code = await createLink(page, "second");
  await createLink(page, "first");
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
  letThrough();
  await expectToast(page, "1 URL paused");
  await expect(row).toBeFocused();
});

test("clearing filters and loading more keeps the focus in the list", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  await insertMany(database, user, 501);
  await signInAs(user);
  await page.goto("/urls");
  await search(page, "nothing like this");
  await expect(page.getByText("No URLs found")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search URLs" })).toBeFocused();

  const letThrough = await holdBack(page, ({ pathname }) => pathname === "/api/urls");
  const more = page.getByRole("button", { name: "Load more" });
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(more).toBeDisabled();
  await expect(more).toBeFocused();
  letThrough();
  const count = page.getByText("Showing 501 URLs");
  await expect(count).toBeVisible();
  await expect(more).toBeHidden();
  await expect(count).toBeFocused();
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
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);

  await page.goto(`/urls/compare?ids=${ids.join(",")}`);
  await expectHydrated(page);
  const remove = page.getByRole("button", { name: /^Remove / });
  await expect(remove).toHaveCount(2);
  await remove.first().focus();
  await page.keyboard.press("Enter");
  await expect(remove).toHaveCount(1);
  await expect(remove).toBeFocused();
});
