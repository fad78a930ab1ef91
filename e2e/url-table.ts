import { expect, type Page } from "@playwright/test";

/** Waits until the table of links listens: its filters are there from then on. */
export async function expectAwake(page: Page): Promise<void> {
  await expect(page.getByRole("combobox", { name: "Filter by status" })).toBeVisible();
}

/** Types into the search box of the table of links. */
export async function search(page: Page, text: string): Promise<void> {
  await expectAwake(page);
  await page.getByRole("searchbox", { name: "Search URLs" }).fill(text);
}
