import { createUrl } from "@/e2e/api/support";
import { expectAccessibleInBothThemes } from "@/e2e/axe";
import { expect, expectToast, open, test, uniqueCode } from "@/e2e/fixtures";
import { keyboardOn, reach } from "@/e2e/hands";
import { expectFitsAllWidths, expectNoSidewaysScroll } from "@/e2e/layout";
import { filter } from "@/e2e/table";
import { search } from "@/e2e/url-table";

const PHONE = { width: 390, height: 844 };

test("the gallery finds codes, downloads them and keeps its state in the address", async ({
  page,
  request,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  const codes = [await createUrl(request, user), await createUrl(request, user)];
  const [first = "", second = ""] = codes.map(({ shortCode }) => shortCode);
  await createUrl(request, user, { generateQR: false });
  await signInAs(user);
  await page.goto("/qr-codes");
  const cards = page.getByRole("list", { name: "QR codes" }).getByRole("listitem");
  await expect(page.getByText("Showing 2 QR codes")).toBeVisible();
  await expect(cards).toHaveCount(2);
  await expect(cards.first().getByText("0 scans in 30 days", { exact: true })).toBeVisible();
  const image = cards.first().locator("img");
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  await expectFitsAllWidths(page);

  await filter(page, "Sort by", "Oldest first");
  await expect(cards.first()).toContainText(first);
  await search(page, second);
  await expect(page.getByText("Showing 1 QR code", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${second}.*sort=createdAt`));
  await page.reload();
  await expect(cards).toHaveCount(1);

  const menu = cards.first().getByRole("button", { name: /^More actions for/ });
  const png = page.getByRole("menuitem", { name: "Download PNG" });
  await open(menu, png);
  const download = page.waitForEvent("download");
  await png.click();
  expect((await download).suggestedFilename()).toBe(`${second}.png`);

  await search(page, uniqueCode("nothing"));
  await expect(page.getByText("No QR codes found")).toBeVisible();
});

test("cards are reached and opened by keyboard", async ({ page, request, createUser, signInAs }) => {
  const user = await createUser();
  const older = await createUrl(request, user);
  const newer = await createUrl(request, user);
  await signInAs(user);
  await page.goto("/qr-codes");
  await expect(page.getByRole("combobox", { name: "Filter by status" })).toBeVisible();
  const card = (code: string) => page.getByRole("listitem", { name: new RegExp(`^${code},`) });
  await page.keyboard.press("j");
  await expect(card(newer.shortCode)).toBeFocused();
  await page.keyboard.press("j");
  await expect(card(older.shortCode)).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "QR Code" });
  await expect(dialog.getByRole("img", { name: /^QR code of/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card(older.shortCode)).toBeFocused();
  await page.keyboard.press("k");
  await reach(page, card(newer.shortCode).getByRole("button", { name: /^More actions for/ }));
});

test("a placement is added by keyboard, has a code of its own, and is removed on a phone", async ({
  page,
  request,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  const { shortCode } = await createUrl(request, user);
  await signInAs(user);
  await page.goto("/qr-codes");
  await expect(page.getByRole("combobox", { name: "Filter by status" })).toBeVisible();
  const hands = keyboardOn(page);
  const menu = page.getByRole("button", { name: `More actions for ${shortCode}` });
  const item = page.getByRole("menuitem", { name: "Placements" });
  const dialog = page.getByRole("dialog", { name: "Placements" });
  await hands.press(menu);
  await hands.press(item);
  await expect(dialog.getByText("No placements yet")).toBeVisible();
  const name = dialog.getByRole("textbox", { name: "Placement name" });
  await hands.type(name, "x");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("A placement's name must be")).toBeVisible();
  await hands.type(name, "Poster Hall 3");
  await page.keyboard.press("Enter");
  const row = dialog.getByRole("listitem").filter({ hasText: "poster-hall-3" });
  await expect(row).toContainText("0 scans");
  await expect(dialog.getByRole("status")).toHaveText("poster-hall-3 added");
  await expectAccessibleInBothThemes(page, "placements");
  const download = page.waitForEvent("download");
  await row.getByRole("link", { name: "Download SVG for poster-hall-3" }).press("Enter");
  expect((await download).suggestedFilename()).toContain(shortCode);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: `Show QR code for ${shortCode}` }).click();
  await filter(page, "Placement", "poster-hall-3");
  await expect(page.getByRole("link", { name: "Download PNG" })).toHaveAttribute("href", /placement=poster-hall-3/);
  await page.keyboard.press("Escape");

  await page.setViewportSize(PHONE);
  await open(menu, item);
  await item.click();
  await expectNoSidewaysScroll(page);
  await row.getByRole("button", { name: "Remove poster-hall-3" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expectToast(page, "Placement removed");
  await expect(dialog.getByText("No placements yet")).toBeVisible();
});
