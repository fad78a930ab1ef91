import type { Page } from "@playwright/test";

/** Holds back the page's requests to these addresses from now on. @returns a function that lets them through */
export async function holdBack(page: Page, addresses: string | ((url: URL) => boolean)): Promise<() => void> {
  let letThrough = () => {};
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(addresses, async (route) => {
    await isLetThrough;
    await route.fallback();
  });
  return letThrough;
}
