import type { Locator, Page } from "@playwright/test";
import { open } from "@/e2e/fixtures";

/** The rows of a table that hold a text. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole("row").filter({ hasText: text });
}

/** Sets a filter of a list. */
export async function filter(page: Page, label: string, value: string): Promise<void> {
  const option = page.getByRole("option", { name: value, exact: true });
  await open(page.getByRole("combobox", { name: label }), option);
  await option.click();
}

/** Takes an entry of the menu of a row. */
export async function choose(page: Page, row: Locator, item: string): Promise<void> {
  const entry = page.getByRole("menuitem", { name: item });
  await open(row.getByRole("button", { name: /^Actions for/ }), entry);
  await entry.click();
}
