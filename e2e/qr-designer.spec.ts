import type { Locator, Page } from "@playwright/test";
import { createUrl } from "@/e2e/api/support";
import { expectAccessibleInBothThemes } from "@/e2e/axe";
import { expect, expectHydrated, expectToast, ONE_PIXEL, open, test, uniqueCode } from "@/e2e/fixtures";
import { fingersOn, keyboardOn } from "@/e2e/hands";
import { holdBack } from "@/e2e/hold-back";
import { expectFitsAllWidths, expectNoSidewaysScroll } from "@/e2e/layout";
import { choose, filter } from "@/e2e/table";
import { paths } from "@/lib/paths";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { DESIGN_CHANGED } from "@/lib/qr/designs/template-schema";
import type { QrProof } from "@/lib/qr/types";

const SCANS = /^Scans from \d+ mm, even when blurred, tilted or printed in grey\.$/;

const LOGO = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(ONE_PIXEL, "base64") };

/** Drops or pastes a logo, and text with it, in the browser. @returns whether the browser's own handling goes on */
async function bring(target: Locator, kind: "drop" | "paste", text?: string): Promise<boolean> {
  const input = { kind, text, base64: ONE_PIXEL, name: LOGO.name, type: LOGO.mimeType };
  return await target.evaluate((element, { kind, text, base64, name, type }) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name, { type }));
    if (text !== undefined) data.setData("text/plain", text);
    const options = { bubbles: true, cancelable: true };
    return element.dispatchEvent(
      kind === "drop"
        ? new DragEvent("drop", { ...options, dataTransfer: data })
        : new ClipboardEvent("paste", { ...options, clipboardData: data }),
    );
  }, input);
}

/** Refuses logos of more than 22%, since which ones a decoder can't read depends on it. */
async function refuseLargeLogos(page: Page): Promise<void> {
  await page.route(`**${paths.api.qrProof}`, (route) => {
    const percent = route.request().postDataJSON().design.logo?.percent ?? 0;
    if (percent <= 22) return route.fallback();
    const reason = "The logo covers too much; make it smaller than 22%.";
    return route.fulfill({ json: { ok: false, check: "logo", reason, percent: 22 } satisfies QrProof });
  });
}

test("a template is designed by keyboard, refused with a remedy, saved, copied and deleted", async ({
  page,
  createUser,
  createGroup,
  signInAs,
}) => {
  const admin = await createUser({ role: "group_admin" });
  await createGroup(admin);
  await signInAs(admin);
  await refuseLargeLogos(page);
  await page.goto("/qr-codes");
  await expectHydrated(page);
  const hands = keyboardOn(page);
  await hands.press(page.getByRole("tab", { name: "Templates" }));
  await expect(page).toHaveURL(/tab=templates/);
  await hands.press(page.getByRole("button", { name: "Create Template" }).first());
  const dialog = page.getByRole("dialog", { name: "Create Template" });
  const name = uniqueCode("Brand");
  await hands.type(dialog.getByRole("textbox", { name: "Name" }), name);
  await hands.press(dialog.getByRole("button", { name: "Ink" }));
  await expect(dialog.getByText(SCANS)).toBeVisible();
  await expectAccessibleInBothThemes(page, "the designer");
  await expectFitsAllWidths(page);

  const foreground = dialog.getByRole("textbox", { name: "Foreground", exact: true });
  await hands.type(foreground, "#dddddd");
  await hands.press(dialog.getByRole("button", { name: "Create template" }));
  await expect(dialog.getByRole("status").filter({ hasText: "Scanners can't read these colours" })).toBeVisible();
  await hands.type(foreground, "#14213d");

  // Office programs copy text along with its picture.
  expect(await bring(foreground, "paste", "#14213d")).toBe(true);
  expect(await bring(foreground, "paste")).toBe(false);
  const size = dialog.getByRole("slider", { name: "Logo size" });
  await expect(size).toHaveValue("20");
  await size.press("End");
  await expect(dialog.getByText("The logo covers too much; make it smaller than 22%.")).toBeVisible();
  await hands.press(dialog.getByRole("button", { name: "Create template" }));
  await expect(dialog).toBeVisible();
  await hands.press(dialog.getByRole("button", { name: "Use 22%" }));
  await expect(size).toHaveValue("22");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).press("Enter");
  await hands.press(dialog.getByRole("button", { name: "Create template" }));
  await expectToast(page, "Template created");

  const card = page.getByRole("list", { name: "Templates" }).getByRole("listitem").filter({ hasText: name });
  await expect(card.getByRole("img", { name: `Preview of ${name}` })).toBeVisible();
  await choose(page, card, "Set as default");
  await expect(card.getByText("Default", { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page, "templates");
  await expectFitsAllWidths(page);
  await choose(page, card, "Duplicate");
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue(`${name} copy`);
  await page.keyboard.press("Escape");
  await choose(page, card, "Edit");
  const editor = page.getByRole("dialog", { name: "Edit Template" });
  await editor.getByRole("textbox", { name: "Name" }).fill(`${name} 2`);
  await expect(editor.getByText(SCANS)).toBeVisible();
  const sent = page.waitForRequest((one) => one.method() === "PUT");
  await editor.getByRole("button", { name: "Save template" }).click();
  expect((await sent).postDataJSON()).toEqual({ name: `${name} 2` });
  await expectToast(page, "Template saved");
  await choose(page, card, "Edit");
  await saveWhileUploading(page, editor);
  await choose(page, card, "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "Template deleted");
  await expect(card).toHaveCount(0);
});

/** The logo is saved, even if its upload takes longer. */
async function saveWhileUploading(page: Page, editor: Locator): Promise<void> {
  const letThrough = await holdBack(page, "**/api/qr-logos*");
  await expect(editor.getByText(SCANS)).toBeVisible();
  const sent = page.waitForRequest((one) => one.method() === "PUT");
  await editor.getByLabel("Logo file").setInputFiles(LOGO);
  await editor.getByRole("button", { name: "Save template" }).click();
  await expect(editor.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  letThrough();
  expect(Object.keys((await sent).postDataJSON())).toEqual(["design", "ifDesign"]);
  await expect(editor).toBeHidden();
}

/** Another choice would drop the upload. */
async function keepChoiceWhileUploading(page: Page, dialog: Locator): Promise<void> {
  const letThrough = await holdBack(page, "**/api/qr-logos*");
  await dialog.getByLabel("Logo file").setInputFiles(LOGO);
  const choice = dialog.getByRole("combobox", { name: "Design" });
  await expect(choice).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel upload" }).click();
  await expect(choice).toBeEnabled();
  letThrough();
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a link's code gets a design of its own, and the default again", async ({
    page,
    request,
    createUser,
    signInAs,
  }) => {
    const user = await createUser();
    const { id, shortCode } = await createUrl(request, user);
    await signInAs(user);
    await page.goto("/qr-codes");
    await expect(page.getByRole("combobox", { name: "Filter by status" })).toBeVisible();
    const hands = fingersOn(page);
    const item = page.getByRole("menuitem", { name: "Design" });
    const dialog = page.getByRole("dialog", { name: "QR Code Design" });
    const svg = async () => (await page.request.get(`${paths.api.urlQr(id)}?format=svg`)).text();
    const plain = await svg();
    const openDesigner = async () => {
      await open(page.getByRole("button", { name: `More actions for ${shortCode}` }), item);
      await item.tap();
    };
    await openDesigner();
    await filter(page, "Design", "Custom design");
    await hands.press(dialog.getByRole("button", { name: "Harbour" }));
    await expect(dialog.getByText(SCANS)).toBeVisible();
    await expectNoSidewaysScroll(page);
    // What was edited is kept while another design is shown.
    await filter(page, "Design", "Default");
    await filter(page, "Design", "Custom design");
    await expect(dialog.getByRole("textbox", { name: "Start colour", exact: true })).toHaveValue("#0b4f3f");
    await keepChoiceWhileUploading(page, dialog);
    await hands.press(dialog.getByRole("button", { name: "Save design" }));
    await expectToast(page, "Design saved");
    expect(await svg()).toContain("#0b4f3f");

    await openDesigner();
    await expect(dialog.getByRole("textbox", { name: "Start colour", exact: true })).toHaveValue("#0b4f3f");
    await filter(page, "Design", "Default");
    await hands.press(dialog.getByRole("button", { name: "Save design" }));
    await expect(dialog).toBeHidden();
    expect(await svg()).toBe(plain);
  });
});

test("what someone else has saved since the designer was opened is kept", async ({
  page,
  request,
  createUser,
  signInAs,
}) => {
  const admin = await createUser({ role: "overall_admin" });
  await signInAs(admin);
  const url = await createUrl(request, admin);
  const name = uniqueCode("Brand");
  const data = { name, design: DEFAULT_DESIGN };
  const { id: templateId } = await (await page.request.post(paths.api.qrTemplates, { data })).json();
  const frame = { text: "Fair 2026", position: "bottom" } as const;
  const changeMeanwhile = async (path: string, dialog: Locator, button: string) => {
    await expect(dialog.getByText(SCANS)).toBeVisible();
    const changed = await page.request.put(path, { data: { design: { ...DEFAULT_DESIGN, frame } } });
    expect(changed.status(), await changed.text()).toBe(200);
    await dialog.getByRole("radio", { name: "Dots" }).check({ force: true });
    await dialog.getByRole("button", { name: button }).click();
    await expectToast(page, DESIGN_CHANGED);
    await expect(dialog.getByRole("textbox", { name: "Frame text" })).toHaveValue(frame.text);
    await expect(dialog.getByRole("radio", { name: "Dots" })).toBeChecked();
    await dialog.getByRole("button", { name: button }).click();
    await expect(dialog).toBeHidden();
  };

  await page.goto("/qr-codes?tab=templates");
  await expectHydrated(page);
  const card = page.getByRole("list", { name: "Templates" }).getByRole("listitem").filter({ hasText: name });
  await choose(page, card, "Edit");
  const editor = page.getByRole("dialog", { name: "Edit Template" });
  await changeMeanwhile(paths.api.qrTemplate(templateId), editor, "Save template");

  await page.goto("/qr-codes");
  const item = page.getByRole("menuitem", { name: "Design" });
  await open(page.getByRole("button", { name: `More actions for ${url.shortCode}` }), item);
  await item.click();
  const designer = page.getByRole("dialog", { name: "QR Code Design" });
  await filter(page, "Design", "Custom design");
  await changeMeanwhile(paths.api.urlQrDesign(url.id), designer, "Save design");

  const chosen = async () => (await (await page.request.get(paths.api.urlQrDesign(url.id))).json()).chosen;
  const both = { ...DEFAULT_DESIGN, modules: "dots", frame };
  expect(await (await page.request.get(paths.api.qrTemplate(templateId))).json()).toMatchObject({ design: both });
  expect(await chosen()).toEqual({ design: both });

  await test.step("also by the choice of another design, and by what was edited before it", async () => {
    await open(page.getByRole("button", { name: `More actions for ${url.shortCode}` }), item);
    await item.click();
    await designer.getByRole("radio", { name: "Circle" }).check({ force: true });
    for (const choice of [`Use template ${name}`, "Default"]) {
      await filter(page, "Design", choice);
      await expect(designer.getByRole("combobox", { name: "Design" })).toBeFocused();
    }
    const data = { design: { ...both, frame: { ...frame, text: "Fair 2027" } } };
    expect((await page.request.put(paths.api.urlQrDesign(url.id), { data })).status()).toBe(200);
    await designer.getByRole("button", { name: "Save design" }).click();
    await expectToast(page, DESIGN_CHANGED);
    expect(await chosen()).toEqual(data);
    await filter(page, "Design", "Custom design");
    await expect(designer.getByRole("textbox", { name: "Frame text" })).toHaveValue("Fair 2027");
    await designer.getByRole("button", { name: "Save design" }).click();
    await expect(designer).toBeHidden();
    expect(await chosen()).toEqual({ design: { ...data.design, finders: "circle" } });
  });
});

test("a locked brand can't be replaced", async ({ page, request, createUser, createGroup, signInAs }) => {
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(admin);
  await signInAs(admin);
  const { shortCode } = await createUrl(request, admin, { groupId });
  await page.goto("/qr-codes");
  await expect(page.getByRole("combobox", { name: "Filter by status" })).toBeVisible();
  const name = uniqueCode("Brand");
  const template = { name, groupId, design: DEFAULT_DESIGN, isDefault: true, isLocked: true };
  const created = await page.request.post(paths.api.qrTemplates, { data: template });
  expect(created.status(), await created.text()).toBe(201);
  const item = page.getByRole("menuitem", { name: "Design" });
  await open(page.getByRole("button", { name: `More actions for ${shortCode}` }), item);
  await item.click();
  const dialog = page.getByRole("dialog", { name: "QR Code Design" });
  await expect(dialog.getByText(`${name}, which is locked as the brand design`)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Ink" })).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Save design" })).toHaveCount(0);
  await bring(dialog.getByText("Or drop or paste it here."), "drop");
  expect(await bring(dialog, "paste")).toBe(true);
  // Without a question: nothing has changed.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
