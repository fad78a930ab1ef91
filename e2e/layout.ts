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

/** Expects that nothing on the page sticks out of its card or dialog, apart from texts that end in an ellipsis. */
export async function expectNothingCut(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(findCut), { message: `${page.url()}, cut`, intervals: [20, 100] }).toEqual([]);
}

/** Runs in the browser. */
function findCut(): string[] {
  const boxes = document.querySelectorAll<HTMLElement>("main *, [role=dialog], [role=dialog] *");
  return [...boxes].flatMap((box) => {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box);
    const isMeant = overflowX === "visible" || textOverflow === "ellipsis" || webkitLineClamp !== "none";
    const isSmall = box.clientWidth <= 1;
    if (isMeant || isSmall || box.matches("input, textarea, pre") || box.scrollWidth <= box.clientWidth + 1) return [];
    return [`${box.scrollWidth - box.clientWidth} px of ${box.outerHTML.slice(0, 200)}`];
  });
}
