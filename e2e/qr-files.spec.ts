import { readFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { createUrl } from "@/e2e/api/support";
import { expectAccessibleInBothThemes } from "@/e2e/axe";
import { expect, expectHydrated, test } from "@/e2e/fixtures";
import { keyboardOn } from "@/e2e/hands";
import { expectNoSidewaysScroll } from "@/e2e/layout";

const PHONE = { width: 390, height: 844 };

test("codes are selected by keyboard and pointer, and come as a ZIP file and on label sheets, on every page", async ({
  page,
  request,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  const urls = [];
  for (let count = 0; count < 4; count++) urls.push(await createUrl(request, user));
  const [fourth, , second, first] = urls.map(({ shortCode }) => shortCode);
  await signInAs(user);
  await page.goto("/qr-codes");
  await expect(page.getByRole("combobox", { name: "Filter by status" })).toBeVisible();
  const bar = page.getByRole("region", { name: "Selected QR codes" });
  const box = (code: string | undefined) => page.getByRole("checkbox", { name: `Select ${code}` });

  // The newest first; Shift selects the range.
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(box(first)).toBeChecked();
  await expect(bar).toContainText("1 QR code selected");
  await box(first).uncheck();
  await expect(bar).toBeHidden();
  await box(second).check();
  await box(fourth).click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("3 QR codes selected");
  await expect(box(first)).not.toBeChecked();
  await expectAccessibleInBothThemes(page, "selected codes");

  const hands = keyboardOn(page);
  await bar.getByRole("button", { name: "Download ZIP" }).press("Enter");
  const zip = page.getByRole("dialog", { name: "Download as ZIP" });
  await expect(zip).toContainText("3 selected QR codes");
  await hands.press(zip.getByRole("button", { name: "Prepare File" }));
  await expect(zip).toBeHidden();
  await expect(bar.getByRole("button", { name: "Download ZIP" })).toBeFocused();
  // It is shown elsewhere too, even after a reload.
  await page.goto("/groups");
  await page.reload();
  const archive = await downloadFrom(page, /^Download qr-codes-.*\.zip$/);
  expect(archive.suggestedFilename()).toMatch(/^qr-codes-.*\.zip$/);
  expect(
    readFileSync(await archive.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
  await expect(page.getByText("ZIP file ready")).toBeHidden();

  await page.setViewportSize(PHONE);
  await page.goto("/qr-codes");
  await expectHydrated(page);
  await box(first).check();
  await bar.getByRole("button", { name: "Select all shown" }).click();
  await expect(bar).toContainText("4 QR codes selected");
  await expectNoSidewaysScroll(page);
  await bar.getByRole("button", { name: "Label Sheet" }).click();
  const sheet = page.getByRole("dialog", { name: "Label Sheet" });
  await expect(sheet.getByText("4 labels on 1 page")).toBeVisible();
  await sheet.getByRole("spinbutton", { name: "First label" }).fill("20");
  await expect(sheet.getByText("4 labels on 2 pages")).toBeVisible();
  await expectAccessibleInBothThemes(page, "the dialog of label sheets");
  await expectNoSidewaysScroll(page);
  await sheet.getByRole("button", { name: "Prepare PDF" }).click();
  await expect(sheet).toBeHidden();
  const toast = page.getByRole("region", { name: /^Progress/ });
  await expect(toast.getByText("Label sheets ready")).toBeVisible();
  await expectNoSidewaysScroll(page);
  const pdf = await downloadFrom(page, /^Download qr-labels-.*\.pdf$/);
  expect(
    readFileSync(await pdf.path())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
});

/** Downloads from the toast, which is on every page. */
async function downloadFrom(page: Page, name: RegExp): Promise<Download> {
  const download = page.waitForEvent("download");
  await page
    .getByRole("region", { name: /^Progress/ })
    .getByRole("link", { name })
    .click();
  return download;
}
