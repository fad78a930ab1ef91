import { expect, type Page } from "@playwright/test";
import { uniqueCode } from "@/e2e/fixtures";

/** Waits until the table of links is hydrated, which its filters show. */
export async function expectAwake(page: Page): Promise<void> {
  await expect(page.getByRole("combobox", { name: "Filter by status" })).toBeVisible();
}

/** Types into the search box of the table of links. */
export async function search(page: Page, text: string): Promise<void> {
  await expectAwake(page);
  await page.getByRole("searchbox", { name: "Search URLs" }).fill(text);
}

/** Creates a link as the signed-in user and returns its unique code. */
export async function createLink(page: Page, word: string): Promise<string> {
  const shortCode = uniqueCode(word);
  const created = await page.request.post("/api/urls", { data: { originalUrl: "https://example.com/", shortCode } });
  expect(created.status()).toBe(201);
  return shortCode;
}
