import type { Page, Request } from "@playwright/test";
import { expect, expectToast } from "@/e2e/fixtures";

/** Spec section 8. */
const REDIRECT_DELAY_MS = 500;

/** Stops the page's clock, so that a message shown for half a second can be read however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  // The clock can only be paused in its future, and a slow machine takes seconds to get there. Streams that are silent
  // for 20 seconds count as lost.
  await expect(() => page.clock.pauseAt(Date.now() + 15_000)).toPass();
}

async function expectSessionEnded(page: Page): Promise<void> {
  await expectToast(page, "Unauthorized");
  await expectToast(page, "You are logged out. Logging in again...");
}

/** Expects, with the clock stopped, the notice that the session is over, and half a second later the sign-in screen. */
export async function expectLedToSignIn(page: Page): Promise<void> {
  await expectLeft(page);
  await expect(page.getByRole("button", { name: "Send Magic Link" })).toBeVisible();
}

/** Expects, with the clock stopped, the notice that the session is over, and half a second later one request for /. */
export async function expectLeft(page: Page): Promise<void> {
  await expectSessionEnded(page);
  const left: string[] = [];
  const note = (request: Request) => {
    if (request.isNavigationRequest()) left.push(new URL(request.url()).pathname);
  };
  page.on("request", note);
  await page.clock.runFor(REDIRECT_DELAY_MS - 1);
  await page.evaluate(() => document.title);
  expect(left).toEqual([]);
  await page.clock.runFor(1);
  await expect(page).toHaveURL("/");
  expect(left).toEqual(["/"]);
  page.off("request", note);
}
