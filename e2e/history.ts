import type { Page } from "@playwright/test";
import { expectHydrated } from "@/e2e/fixtures";

/** Steps through the history like the browser's buttons; page.goBack() would wait for the navigation. */
export async function stepInHistory(page: Page, by: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await session.send("Page.getNavigationHistory");
  await session.send("Page.navigateToHistoryEntry", { entryId: entries[currentIndex + by]?.id ?? -1 });
  await session.detach();
}

/** Adds an entry of the same document, so that going back doesn't load a page. */
export async function addHistoryEntry(page: Page): Promise<void> {
  // Next sets the address of the current entry when it hydrates.
  await expectHydrated(page);
  await page.evaluate(() => window.history.pushState(null, "", "?entry=2"));
}

/** Whether the browser would ask before it closes or reloads the page. */
export function asksBeforeUnload(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
}
