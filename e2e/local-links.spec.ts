import { createUrl } from "@/e2e/api/support";
import { expect, expectHydrated, expectToast, open, test } from "@/e2e/fixtures";
import { expectFitsAllWidths } from "@/e2e/layout";

test.use({
  // Chromium complains about headers that it only honours over https.
  allowsComplaints: true,
  baseURL: ({}, use) => use((process.env.E2E_URL ?? "").replace("localhost", "hop.test")),
});

const WARNING = /Links start with http:\/\/localhost:\d+, which works only on the server's own machine/;

test("texts are copied without a secure origin, including in dialogs, and images are not offered", async ({
  page,
  request,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  const { shortCode } = await createUrl(request, user);
  await signInAs(user);
  await page.goto("/urls");
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  const field = page.getByRole("searchbox", { name: "Search URLs" });
  const expectPasted = async () => {
    await field.press("ControlOrMeta+v");
    await expect(field).toHaveValue(new RegExp(`^http://[^/]+/${shortCode}$`));
    await field.fill("");
  };

  const button = page.getByRole("button", { name: `Copy short URL ${shortCode}` });
  await open(button, page.getByText("URL copied to clipboard", { exact: true }).first());
  await expect(button).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  await expectPasted();
  await page.getByRole("button", { name: "Dismiss" }).click();

  await field.fill("another text");
  await field.press("ControlOrMeta+a");
  await field.press("ControlOrMeta+c");
  await field.fill("");
  const dialog = page.getByRole("dialog", { name: "QR Code" });
  await open(page.getByRole("button", { name: `Show QR code for ${shortCode}` }), dialog);
  await expect(dialog.getByRole("link", { name: "Download PNG" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Copy image" })).toHaveCount(0);
  const inDialog = dialog.getByRole("button", { name: "Copy Short URL" });
  await inDialog.press("Enter");
  await expectToast(page, "URL copied to clipboard");
  await expect(inDialog).toBeFocused();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expectPasted();

  await page.goto("/qr-codes");
  const item = page.getByRole("menuitem", { name: "Copy short URL" });
  await open(page.getByRole("button", { name: `More actions for ${shortCode}` }), item);
  await expect(page.getByRole("menuitem", { name: "Copy image" })).toHaveCount(0);
  await item.press("Enter");
  await expectToast(page, "URL copied to clipboard");
});

test("on another machine, overall_admins read that links lead to localhost", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/");
  await expect(page.getByText(WARNING)).toBeVisible();
  await expectFitsAllWidths(page);
  await page.getByRole("link", { name: "Change the base URL in Settings" }).click();
  await expect(page.getByRole("textbox", { name: "Base URL" })).toHaveAccessibleDescription(WARNING);
  await page.goto("/users");
  const invitation = page.getByRole("switch", { name: "Send an invitation" });
  await open(page.getByRole("button", { name: "Create User" }), invitation);
  await expect(invitation).toHaveAccessibleDescription(WARNING);

  await signInAs(await createUser());
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("button", { name: "Create Short URL" }).first()).toBeVisible();
  await expectHydrated(page);
  await expect(page.getByText(WARNING)).toHaveCount(0);
});
