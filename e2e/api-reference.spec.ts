import { expect, test } from "@/e2e/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/layout";
import { operations } from "@/lib/public-api/operations";

for (const width of [1440, 360]) {
  test(`the reference is read without signing in, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).host));
    await page.goto("/api-reference#updateUrl");
    await expect(page.getByRole("heading", { level: 1, name: /API$/ })).toBeVisible();
    for (const { summary } of operations) {
      await expect(page.getByRole("region", { name: summary })).toHaveCount(1);
    }
    const update = page.getByRole("region", { name: "Change the destination or the status of a short URL" });
    await expect(update).toBeInViewport();
    await expect(update).toContainText("PATCH");
    await expect(update).toContainText("active | paused | deleted");
    await expect(update).toContainText("url_limit_reached");
    await expect(update.getByText(/^curl /)).toContainText("/api/v1/urls/spring");
    await expectNoSidewaysScroll(page);
    expect([...new Set(asked)]).toEqual([new URL(page.url()).host]);
  });
}
