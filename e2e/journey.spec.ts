import type { Locator, Page } from "@playwright/test";
import { expect, expectToast, open, test, uniqueCode } from "@/e2e/fixtures";
import { linkIn, waitForMail } from "@/e2e/mailbox";
import { rowOf } from "@/e2e/table";
import { search } from "@/e2e/url-table";
import { visit } from "@/e2e/visit";
import { scanPng } from "@/lib/qr/testing/scan-png";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const DESTINATION = "https://example.com/welcome?from=poster";
/** The first administrator of a new installation. */
const ADMIN = "admin@example.com";

test.use({
  contextOptions: { reducedMotion: "no-preference" },
  permissions: ["clipboard-read", "clipboard-write"],
  // Wide enough for all columns.
  viewport: { width: 1920, height: 900 },
});

test("from the sign-in mail to a counted visit and a deleted link", async ({ page, baseURL, mailFolder }) => {
  const code = uniqueCode("Poster");
  const visitAs = (url: string) => visit(url, { "User-Agent": PHONE });

  await test.step("sign in by mail", async () => {
    await page.goto("/");
    await expect(page.getByText("URL Shortening Admin Dashboard")).toBeVisible();
    await page.getByRole("textbox", { name: /e-?mail/i }).fill(ADMIN);
    await page.getByRole("button", { name: "Send Magic Link" }).click();
    await expectToast(page, "Magic link sent!");
    await page.goto(linkIn(await waitForMail(mailFolder, ADMIN)));
    await expect(page.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
  });

  await test.step("create a link with a custom code", async () => {
    const dialog = page.getByRole("dialog", { name: "Create Short URL" });
    await open(page.getByRole("button", { name: "Create Short URL" }).first(), dialog);
    await dialog.getByLabel(/Destination/).fill(DESTINATION);
    await dialog.getByLabel(/Short code/i).fill(code);
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expectToast(page, "Short URL created successfully");
    await page.getByRole("button", { name: "Copy link" }).click();
    await expectToast(page, "URL copied to clipboard");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/${code}`);
    await dismissToast(page);
    // The administrator also sees the links of other tests, and only rows near the viewport are rendered.
    await search(page, code);
    await expect(rowOf(page, code).getByRole("cell", { name: "No clicks yet" })).toBeVisible();
  });

  await test.step("follow the QR code on the screen", async () => {
    const dialog = page.getByRole("dialog", { name: "QR Code" });
    await open(page.getByRole("button", { name: `Show QR code for ${code}` }), dialog);
    const content = `${baseURL}/${code}?qr=1`;
    // Not readable while the dialog is still growing.
    await expect.poll(() => readQr(dialog.getByRole("img"))).toBe(content);
    const answer = await visitAs(content);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(DESTINATION);
    await page.keyboard.press("Escape");
  });

  await test.step("see one click", async () => {
    const find = async () => (await (await page.request.get(`/api/urls?q=${code}`)).json())[0];
    await expect.poll(async () => (await find())?.clickCount).toBe(1);
    await page.reload();
    await search(page, code);
    await expect(rowOf(page, code).getByRole("cell", { name: "1", exact: true })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Last click" })).toBeVisible();
    const lastClick = rowOf(page, code).locator(`time[datetime="${(await find()).lastClickedOn}"]`);
    await expect(lastClick).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
  });

  await test.step("pause it: visitors land on the notice", async () => {
    const item = page.getByRole("menuitem", { name: "Pause" });
    await open(page.getByRole("button", { name: `More actions for ${code}` }), item);
    await item.click();
    await expect(rowOf(page, code).getByRole("cell", { name: "paused", exact: true })).toBeVisible();
    await dismissToast(page);
    // e2e/api/redirect.spec.ts times this.
    await expect.poll(async () => (await visitAs(`/${code}`)).headers.get("location")).toBe("/paused");
  });

  await test.step("delete it", async () => {
    const item = page.getByRole("menuitem", { name: "Delete" });
    await open(page.getByRole("button", { name: `More actions for ${code}` }), item);
    await item.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expectToast(page, "URL deleted successfully");
    await expect.poll(async () => (await visitAs(`/${code}`)).headers.get("location")).toBe("/deleted");
  });

  await test.step("the notices explain the status", async () => {
    const visitor = await page.context().newPage();
    await visitor.goto(`/${code}`);
    await expect(visitor.getByRole("heading", { name: "Link No Longer Available" })).toBeVisible();
    await visitor.goto("/paused");
    await expect(visitor.getByRole("heading", { name: "Link Temporarily Paused" })).toBeVisible();
    await visitor.close();
  });

  await test.step("sign out ends the session", async () => {
    const session = await page.context().cookies();
    await page.getByRole("button", { name: /log ?out|sign out/i }).click();
    await expect(page.getByRole("button", { name: "Send Magic Link" })).toBeVisible();
    await page.context().addCookies(session);
    for (const path of ["/api/auth/user", "/api/urls", "/api/groups", "/api/group-memberships"]) {
      expect((await page.request.get(path)).status()).toBe(401);
    }
  });
});

/** It covers the actions of the last row. */
async function dismissToast(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Dismiss" }).click();
}

/** Decodes the QR code in a screenshot of an element. */
async function readQr(image: Locator): Promise<string> {
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  return scanPng(await image.screenshot()) ?? "";
}
