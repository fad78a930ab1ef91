import { expect, type Page } from "@playwright/test";

/** Set by about half of the journeys; the others run on a desktop. */
export const PHONE = { width: 360, height: 900 };

const WIDTHS = [PHONE.width, 1440];

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect(scrollWidth, `${page.url()} at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(clientWidth);
}

/** Expects no sideways scroll at either width, then restores the viewport. */
export async function expectFitsAllWidths(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: before?.height ?? 900 });
    await expectNoSidewaysScroll(page);
  }
  if (before) await page.setViewportSize(before);
}
