import { expect, test } from "@/e2e/fixtures";
import { expectFitsAllWidths } from "@/e2e/layout";
import { operations } from "@/lib/public-api/operations";

test("the API reference needs no session", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).host));
  await page.goto("/api-reference#updateUrl");
  await expect(page.getByRole("heading", { level: 1, name: /API$/ })).toBeVisible();
  for (const { summary } of operations) {
    await expect(page.getByRole("region", { name: summary, exact: true })).toHaveCount(1);
  }
  const update = page.getByRole("region", { name: "Update a short URL's destination or status" });
  await expect(update).toBeInViewport();
  await expect(update).toContainText("PATCH");
  await expect(update).toContainText("active | paused | deleted");
  await expect(update).toContainText("url_limit_reached");
  await expect(update.getByText(/^curl /)).toContainText("/api/v1/urls/spring");
  await expectFitsAllWidths(page);
  expect([...new Set(asked)]).toEqual([new URL(page.url()).host]);
});
