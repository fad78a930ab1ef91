import { expect, type Page } from "@playwright/test";
import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { type TestUser, uniqueCode } from "@/e2e/fixtures";
import { untilServed } from "@/e2e/until-served";

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
  const data = { originalUrl: "https://example.com/", shortCode };
  const created = await untilServed(
    () => page.request.post("/api/urls", { data }),
    (response) => response.status(),
  );
  expect(created.status()).toBe(201);
  return shortCode;
}

/** Inserts links of a user and returns their codes, which start with `many-`. */
export async function insertMany(database: pg.Pool, user: TestUser, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () => uniqueCode("many"));
  await database.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
     SELECT unnest($1::uuid[]), unnest($2::text[]), 'https://example.com/', $3, now()`,
    [Array.from({ length: count }, () => uuidv7()), codes, user.id],
  );
  return codes;
}
