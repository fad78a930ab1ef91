import { expect, test } from "@/e2e/fixtures";
import { fingersOn, keyboardOn, turnToPhone } from "@/e2e/hands";
import { expectFitsAllWidths } from "@/e2e/layout";
import { operations } from "@/lib/public-api/operations";

test.use({ hasTouch: true, viewport: { width: 1440, height: 900 } });

test("the API reference needs no session and no mouse", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).host));
  await page.goto("/api-reference#updateUrl");
  await expect(page.getByRole("heading", { level: 1, name: /API$/ })).toBeVisible();
  for (const { summary } of operations) {
    await expect(page.getByRole("region", { name: summary, exact: true })).toHaveCount(1);
  }
  const update = page.getByRole("region", { name: "Update a short URL's destination, status or external id" });
  await expect(update).toBeInViewport();
  await expect(update).toContainText("PATCH");
  await expect(update).toContainText("active | paused | deleted");
  await expect(update).toContainText("url_limit_reached");
  await expect(update.getByText(/^curl /)).toContainText("/api/v1/urls/spring");
  await expectFitsAllWidths(page);

  const keys = keyboardOn(page);
  await keys.press(page.getByRole("navigation").getByRole("link", { name: /Get a short URL$/ }));
  const read = page.getByRole("region", { name: "Get a short URL", exact: true });
  await expect(read).toBeInViewport();
  await keys.press(read.locator("pre").first());
  const headers = read.getByText("Response headers");
  await keys.press(headers);
  await expect(read.getByText("RateLimit-Reset", { exact: true }).first()).toBeVisible();
  await turnToPhone(page);
  await fingersOn(page).press(headers);
  await expect(read.getByText("RateLimit-Reset", { exact: true }).first()).toBeHidden();
  expect([...new Set(asked)]).toEqual([new URL(page.url()).host]);
});
