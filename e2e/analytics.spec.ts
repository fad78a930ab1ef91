import { expect, open, test, uniqueCode } from "@/e2e/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/layout";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const ATTACK = "<img src=x onerror=alert(1)>";

for (const width of [1440, 360]) {
  test(`an overall_admin sees who follows links, at ${width} px`, async ({ page, request, createUser, signInAs }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInAs(await createUser({ role: "overall_admin" }));
    const code = uniqueCode("seen");
    await page.request.post("/api/urls", { data: { originalUrl: "https://example.com/", shortCode: code } });
    const visit = (query = "", headers = {}) =>
      request.get(`/${code}${query}`, { maxRedirects: 0, headers: { "User-Agent": PHONE, ...headers } });
    await visit("?qr=1", { Referer: `https://shop.example/${encodeURIComponent(ATTACK)}` });
    await visit("", { "User-Agent": `Mozilla/5.0 ${ATTACK}${"x".repeat(80)}` });

    await page.goto("/analytics");
    const total = page.getByText("Total Clicks", { exact: true });
    await expect(total).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("region", { name: "Device Breakdown" })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    for (const title of [
      "Access Methods",
      "Device Types",
      "Traffic Sources",
      "Daily Activity",
      "QR Code vs URL Access",
    ]) {
      await expect(page.getByRole("region", { name: title })).toBeVisible();
    }
    await expect(page.getByRole("region", { name: "Daily Activity" }).getByRole("listitem")).toHaveCount(7);
    await expectNoSidewaysScroll(page);
    const countries = page.getByRole("region", { name: "Countries" });
    await open(page.getByRole("tab", { name: "Detailed" }), countries);
    await expect(countries.getByRole("link", { name: "IP geolocation by DB-IP" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole("radio", { name: "Last 30 days" }).click();
    await expect(page).toHaveURL(/\?period=month$/);
    await expect(page.getByRole("region", { name: "Clicks Over Time" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("radio", { name: "Last 30 days" })).toBeChecked();
    await expect(page.getByRole("img", { name: "Live", exact: true })).toBeVisible();

    await page.goto("/urls");
    const dialog = page.getByRole("dialog", { name: "URL Analytics" });
    await open(page.getByRole("button", { name: `Show analytics for ${code}` }), dialog);
    await expect(dialog.getByRole("row")).toHaveCount(3);
    await expect(dialog.getByText("https://example.com/")).toBeVisible();
    await page.setViewportSize({ width, height: 480 });
    await expect(dialog.getByText("Unique visitors")).toBeInViewport();
    await page.setViewportSize({ width, height: 900 });
    const agent = dialog.getByRole("cell").filter({ hasText: ATTACK });
    await expect(agent).toHaveText(/^Mozilla\/5\.0 .{48}…(Bot)?$/);
    await expect(dialog.locator("img")).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  });
}

test("others are told that they need to be admins", async ({ page, createUser, signInAs }) => {
  for (const role of ["shortcode_admin", "group_admin"] as const) {
    await signInAs(await createUser({ role }));
    await page.goto("/analytics");
    await expect(page.getByText("You need admin permissions to view analytics.")).toBeVisible();
  }
});

test("a link without clicks says so, and numbers that fail are fetched again", async ({
  page,
  createUser,
  signInAs,
}) => {
  await signInAs(await createUser());
  const code = uniqueCode("quiet");
  await page.request.post("/api/urls", { data: { originalUrl: "https://example.com/", shortCode: code } });
  await page.goto("/urls");
  await page.route("**/api/analytics/**", (route) => route.fulfill({ status: 500, body: "no" }));
  const dialog = page.getByRole("dialog", { name: "URL Analytics" });
  await open(page.getByRole("button", { name: `Show analytics for ${code}` }), dialog);
  await expect(dialog.getByText("Failed to fetch analytics")).toBeVisible();
  await page.unroute("**/api/analytics/**");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByText("No clicks yet")).toBeVisible();
});
