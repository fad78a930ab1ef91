import { expect, expectToast, open, test, uniqueCode } from "@/e2e/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/layout";

const CARDS = ["Total URLs", "Total Clicks", "Active Users", "QR Scans"];

for (const width of [1440, 360]) {
  test(`the dashboard tells of one's links, and of a new one, at ${width} px`, async ({
    page,
    createUser,
    signInAs,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const user = await createUser();
    await signInAs(user);
    await page.goto("/");
    await expect(page.getByText("Welcome back, manage your short URLs and analytics")).toBeVisible();
    const statistics = page.getByRole("region", { name: "Statistics" });
    for (const label of CARDS) await expect(statistics.getByText(label, { exact: true })).toBeVisible();
    await expect(statistics.getByText("vs. previous 30 days")).toHaveCount(CARDS.length);
    await expect(page.getByText("No activity in the last 30 days")).toBeVisible();
    await expectNoSidewaysScroll(page);

    const code = uniqueCode("fresh");
    const dialog = page.getByRole("dialog", { name: "Create Short URL" });
    await open(page.getByRole("button", { name: "Create Short URL" }).first(), dialog);
    await dialog.getByLabel(/Destination/).fill("https://example.com/");
    await dialog.getByLabel(/Short code/i).fill(code);
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expectToast(page, "Short URL created successfully");
    await expect(statistics.getByRole("definition").filter({ hasText: /^1$/ }).first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Recent Activity" })).toContainText(`created ${code}`);
    await expect(page.getByRole("row").filter({ hasText: code })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
}
