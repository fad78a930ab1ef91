import type { Locator, Page } from "@playwright/test";
import { expect, open } from "@/e2e/fixtures";

/** The rows of a table that contain a text. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole("row").filter({ hasText: text });
}

/** Sets a filter of a list. */
export async function filter(page: Page, label: string, value: string): Promise<void> {
  await pick(page, page.getByRole("combobox", { name: label }), value);
}

/** Picks an option of a select, which has a search field if there are many. */
export async function pick(page: Page, select: Locator, value: string): Promise<void> {
  const option = page.getByRole("option", { name: value, exact: true });
  const search = page.getByRole("combobox", { name: "Search the options" });
  await open(select, option.or(search).first());
  if (await search.isVisible()) await search.fill(value);
  await option.click();
}

/** Picks an entry of a row's menu. */
export async function choose(page: Page, row: Locator, item: string): Promise<void> {
  const entry = page.getByRole("menuitem", { name: item });
  await open(row.getByRole("button", { name: /^Actions for/ }), entry);
  await entry.click();
}

/** Types into the search box of the user table, once the page is hydrated. */
export async function searchUsers(page: Page, text: string): Promise<void> {
  await expect(page.getByRole("combobox", { name: "Filter by role" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search users" }).fill(text);
}
