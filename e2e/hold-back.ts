import type { Page } from "@playwright/test";

/**
 * Holds back the page's requests to these addresses from now on.
 *
 * @param method other requests are let through
 * @returns a function that lets them through
 */
export async function holdBack(
  page: Page,
  addresses: string | ((url: URL) => boolean),
  method?: string,
): Promise<() => void> {
  let letThrough = () => {};
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(addresses, async (route) => {
    if (!method || route.request().method() === method) await isLetThrough;
    await route.fallback();
  });
  return letThrough;
}

/** Keeps dialogs that close from now on half closed, if motion is on. @returns a function that lets them close */
export async function holdClosingDialogs(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("[role$=dialog][data-state=closed] { animation-play-state: paused !important }");
    document.adoptedStyleSheets.push(sheet);
  });
  return () =>
    page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
}
