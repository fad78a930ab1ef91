import { expect, type Page } from "@playwright/test";

/** Set by about half of the journeys; the others run on a desktop. */
export const PHONE = { width: 360, height: 900 };

/** WCAG 1.4.10 asks for 320 px: what a window of 1,280 px has at a zoom of 400%. */
const WIDTHS = [320, PHONE.width, 1440];

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const message = `${page.url()} at ${page.viewportSize()?.width} px`;
  // Virtual rows follow a resize in the next frame.
  await expect.poll(overflow, { message, intervals: [20, 100] }).toBeLessThanOrEqual(0);
}

/** Expects no sideways scroll at any width, then restores the viewport. */
export async function expectFitsAllWidths(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: before?.height ?? 900 });
    await expectNoSidewaysScroll(page);
  }
  if (before) await page.setViewportSize(before);
}
