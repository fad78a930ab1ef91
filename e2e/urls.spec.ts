import { execFile } from "node:child_process";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { expectAccessible, expectAccessibleInBothThemes } from "@/e2e/axe";
import { expect, expectToast, nextStatus, open, type TestUser, test, uniqueCode } from "@/e2e/fixtures";
import { holdBack } from "@/e2e/hold-back";
import { expectFitsAllWidths, expectNoSidewaysScroll, PHONE } from "@/e2e/layout";
import { filter, pick, rowOf } from "@/e2e/table";
import { expectAwake, insertMany, search } from "@/e2e/url-table";
import { QR_CONTRAST_TOO_LOW } from "@/lib/qr/contrast";

const WIDTHS = [1440, 360];

type Link = {
  code: string;
  destination?: string;
  status?: string;
  clicks?: number;
  groupId?: string | null;
  qr?: boolean;
};

for (const width of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("links are searched, filtered and sorted", async ({ page, database, createUser, createGroup, signInAs }) => {
      const user = await createUser({ firstName: "Zora" });
      const colleague = await createUser({ firstName: "Quinn" });
      const groupId = await createGroup(user, colleague);
      await insertLinks(database, colleague, [{ code: "delta", groupId }]);
      const [alpha] = await insertLinks(database, user, [
        { code: "alpha", destination: "https://shop.example/spring", clicks: 5 },
        { code: "beta", status: "paused", clicks: 12, groupId },
        { code: "gamma", destination: "https://docs.example/Guide", clicks: 1, groupId },
        { code: "omega", status: "deleted" },
      ]);
      await signInAs(user);
      await page.goto("/urls");
      await expectOrder(page, ["gamma", "beta", "alpha", "delta"]);
      await expect(page.getByText("Showing 4 URLs")).toBeVisible();
      await expectNoSidewaysScroll(page);

      await search(page, "GUIDE");
      await expectOrder(page, ["gamma"]);
      await expect(page.locator("mark")).toHaveText(["Guide"]);
      await search(page, "SPRING zor");
      await expectOrder(page, ["alpha"]);
      await expect(page.locator("mark:visible")).toHaveText(["spring", "Zor"]);
      await expectNoSidewaysScroll(page);
      const shortUrl = page.getByRole("button", { name: new RegExp(`/${alpha}$`) });
      await search(page, (await shortUrl.getAttribute("title")) ?? "");
      await expectOrder(page, ["alpha"]);
      await expect(page.locator("mark")).toHaveText([alpha]);
      await search(page, "nothing like it");
      await expect(page.getByText("No URLs found", { exact: true })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Clear Filters" }).click();

      await filter(page, "Filter by status", "Paused");
      await expectOrder(page, ["beta"]);
      await page.getByRole("button", { name: "Clear Filters" }).click();
      await filter(page, "Filter by status", "Deleted");
      await expectOrder(page, ["omega"]);
      await filter(page, "Filter by status", "All statuses");
      await expect(page.getByText("Showing 5 URLs")).toBeVisible();
      await page.getByRole("button", { name: "Clear Filters" }).click();
      const owners = page.getByRole("combobox", { name: "Search owners" });
      await open(page.getByRole("combobox", { name: "Filter by owner" }), owners);
      await owners.fill("quinn");
      await expect(page.getByRole("option")).toHaveText([`Quinn User${colleague.email}`]);
      await owners.press("Enter");
      await expectOrder(page, ["delta"]);
      await page.reload();
      await expectOrder(page, ["delta"]);
      await expect(page.getByRole("combobox", { name: "Filter by owner" })).toHaveText("Quinn User");
      await page.goBack();
      await expectOrder(page, ["gamma", "beta", "alpha", "delta"]);
      await filter(page, "Filter by group", "No group");
      await expectOrder(page, ["alpha"]);
      await page.getByRole("button", { name: "Clear Filters" }).click();
      await expect(page.getByRole("button", { name: "Clear Filters" })).toBeHidden();

      if (width === 360) await filter(page, "Sort by", "Most clicks");
      else await page.getByRole("button", { name: "Clicks" }).click();
      await expectOrder(page, ["beta", "alpha", "gamma", "delta"]);
      if (width === 360) return;
      await expect(page.getByRole("columnheader", { name: "Clicks" })).toHaveAttribute("aria-sort", "descending");
      await page.getByRole("button", { name: "Clicks" }).click();
      await expectOrder(page, ["delta", "gamma", "alpha", "beta"]);

      const analytics = page.getByRole("dialog", { name: "URL Analytics" });
      await open(shortUrl, analytics);
      await page.keyboard.press("Escape");
      await expect(shortUrl).toBeFocused();
      await page.getByRole("link", { name: "https://shop.example/spring" }).focus();
      await expect(page.getByRole("tooltip")).toHaveText("https://shop.example/spring");

      const heading = (name: string) => page.getByRole("columnheader", { name, exact: true });
      const column = (name: string) => page.getByRole("menuitemcheckbox", { name });
      const clicks = column("Clicks");
      const clicksWidth = async () => (await heading("Clicks").boundingBox())?.width ?? 0;
      const before = await clicksWidth();
      await open(page.getByRole("button", { name: "Columns" }), clicks);
      await expectAccessible(page, "the menu of columns");
      await column("Owner").click();
      await expect(heading("Owner")).toHaveCount(0);
      // Hidden for lack of room until requested.
      await expect(heading("Group")).toHaveCount(0);
      await column("Group").click();
      await expect(heading("Group")).toBeVisible();
      await clicks.press("ArrowRight");
      await expect.poll(clicksWidth).toBeCloseTo(before + 16, 0);
      await page.keyboard.press("Escape");
      const handle = page.locator("[data-resize='Clicks']");
      const { x, y, height } = (await handle.boundingBox()) ?? { x: 0, y: 0, height: 0 };
      await page.mouse.move(x + 4, y + height / 2);
      // A click is not a drag: it neither sorts nor sets a width.
      const savedBefore = await page.evaluate(() => localStorage.getItem("hop.columns.urls"));
      const sortBefore = await heading("Clicks").getAttribute("aria-sort");
      await page.mouse.down();
      await page.mouse.up();
      expect(await page.evaluate(() => localStorage.getItem("hop.columns.urls"))).toBe(savedBefore);
      expect(await heading("Clicks").getAttribute("aria-sort")).toBe(sortBefore);
      await page.mouse.down();
      await page.mouse.move(x + 44, y + height / 2);
      await page.mouse.up();
      await expect.poll(clicksWidth).toBeCloseTo(before + 56, 0);
      await expect(page).toHaveURL(/\/urls\?sort=clickCount$/);
      await page.reload();
      await expectOrder(page, ["delta", "gamma", "alpha", "beta"]);
      await expect(heading("Clicks")).toHaveAttribute("aria-sort", "ascending");
      await expect(heading("Owner")).toHaveCount(0);
      await expect.poll(clicksWidth).toBeCloseTo(before + 56, 0);
      await open(page.getByRole("button", { name: "Columns" }), clicks);
      await page.getByRole("menuitem", { name: "Reset columns" }).click();
      await expect(heading("Owner")).toBeVisible();
      await expect.poll(clicksWidth).toBeCloseTo(before, 0);
    });

    test("selected links are paused, moved, deleted and restored", async ({
      page,
      database,
      createUser,
      createGroup,
      signInAs,
    }) => {
      const user = await createUser();
      const groupId = await createGroup(user);
      const [one, two, three, four] = await insertLinks(database, user, [
        { code: "one" },
        { code: "two" },
        { code: "three" },
        { code: "four" },
      ]);
      await signInAs(user);
      await page.goto("/urls");
      await expectAwake(page);
      // Phones offer it in the bar of selected rows.
      await expect(page.getByRole("checkbox", { name: "Select all shown" })).toHaveCount(width === 1440 ? 1 : 0);
      await box(page, four).click();
      await box(page, two).click({ modifiers: ["Shift"] });
      const bar = page.getByRole("region", { name: "Selected URLs" });
      await expect(bar).toContainText("3 URLs selected");
      await expectNoSidewaysScroll(page);
      await bar.getByRole("button", { name: "Pause" }).click();
      await expectToast(page, "3 URLs paused");
      await expect(bar).toBeHidden();
      for (const code of [two, three, four]) await expect(rowOf(page, code)).toContainText("paused");
      await expect(rowOf(page, one)).toContainText("active");

      if (width === 1440) {
        // A range does not begin at a link of an earlier selection.
        await box(page, four).click({ modifiers: ["Shift"] });
        await expect(bar).toContainText("1 URL selected");
        await page.getByRole("checkbox", { name: "Select all shown" }).click();
        await expect(bar).toContainText("4 URLs selected");
        const items = page.getByRole("menuitem");
        await open(bar.getByRole("button", { name: "Move" }), items.nth(1));
        await items.nth(1).click();
        await expectToast(page, "4 URLs moved");
        const { rows } = await database.query("SELECT 1 FROM short_urls WHERE group_id = $1", [groupId]);
        expect(rows).toHaveLength(4);
        await page.getByRole("button", { name: "Undo" }).click();
        await expectToast(page, "4 URLs restored");
        expect((await database.query("SELECT 1 FROM short_urls WHERE group_id = $1", [groupId])).rows).toEqual([]);
      }

      await box(page, one).click();
      await box(page, two).click();
      await bar.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expectToast(page, "2 URLs deleted");
      await expect(page.getByRole("row", { name: one, includeHidden: true })).toHaveCount(0);
      await page.getByRole("button", { name: "Undo" }).click();
      await expectToast(page, "2 URLs restored");
      await expect(rowOf(page, one)).toContainText("active");
      await expect(rowOf(page, two)).toContainText("paused");

      if (width === 1440) {
        await database.query("UPDATE short_urls SET status = 'deleted' WHERE short_code = $1", [three]);
        await page.goto("/urls?status=all");
        await expectAwake(page);
        await page.getByRole("checkbox", { name: "Select all shown" }).click();
        await bar.getByRole("button", { name: "Activate" }).click();
        await expectToast(page, "2 activated, 2 skipped");
        for (const code of [one, two, four]) await expect(rowOf(page, code)).toContainText("active");
        await expect(rowOf(page, three)).toContainText("deleted");
      }
    });
  });
}

test.use({ viewport: { width: 1440, height: 900 } });

test("deleting a link asks for confirmation and can be undone", async ({ page, database, createUser, signInAs }) => {
  const user = await createUser();
  const [code] = await insertLinks(database, user, [{ code: "gone", status: "paused" }]);
  await signInAs(user);
  await page.goto("/urls");
  const item = page.getByRole("menuitem", { name: "Delete" });
  await open(page.getByRole("button", { name: `More actions for ${code}` }), item);
  await item.click();
  const question = page.getByRole("alertdialog", { name: "Delete short URL?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: `More actions for ${code}` })).toBeFocused();
  await open(page.getByRole("button", { name: `More actions for ${code}` }), item);
  await item.click();
  // Somebody else has activated it since the list was loaded.
  await database.query("UPDATE short_urls SET status = 'active' WHERE short_code = $1", [code]);
  const announced = nextStatus(page, "URL deleted");
  await question.getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "URL deleted successfully");
  expect(await announced).toMatch(/URL deleted successfully\. Undo\. $/);
  await expect(page.getByRole("row", { name: code, includeHidden: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, code)).toContainText("active");

  const edit = page.getByRole("dialog", { name: "Edit URL" });
  await open(page.getByRole("button", { name: `Edit ${code}` }), edit);
  await database.query("UPDATE short_urls SET status = 'deleted' WHERE short_code = $1", [code]);
  await filter(page, "Status", "Paused");
  await edit.getByRole("button", { name: "Save changes" }).click();
  const news = "This link has been deleted in the meantime. Save again to replace its status.";
  await expect(edit.getByText(news)).toBeVisible();
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit).toBeHidden();
  await expect(rowOf(page, code)).toContainText("paused");
});

test("editing a link keeps the status that somebody else has given it meanwhile, and says so", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  const [code] = await insertLinks(database, user, [{ code: "edited" }]);
  const setStatus = (status: string) =>
    database.query("UPDATE short_urls SET status = $2::url_status WHERE short_code = $1", [code, status]);
  await signInAs(user);
  await page.goto("/urls");
  const edit = page.getByRole("dialog", { name: "Edit URL" });
  const status = edit.getByRole("combobox", { name: "Status" });
  const save = edit.getByRole("button", { name: "Save changes" });

  await open(page.getByRole("button", { name: `Edit ${code}` }), edit);
  await setStatus("paused");
  await pick(page, status, "Deleted");
  await save.click();
  const news = edit.getByText("This link has been paused in the meantime. Save again to replace its status.");
  await expect(news).toBeVisible();
  await pick(page, status, "Active");
  await expect(news).toBeVisible();
  await pick(page, status, "Paused");
  await expect(news).toBeHidden();
  await edit.getByLabel(/Destination/).fill("https://example.com/second");
  await save.click();
  await expect(edit).toBeHidden();
  await expectToast(page, "URL updated successfully");
  await expect(rowOf(page, `${code}`)).toContainText("paused");

  await open(page.getByRole("button", { name: `Edit ${code}` }), edit);
  await setStatus("deleted");
  await edit.getByLabel(/Destination/).fill("https://example.com/third");
  await save.click();
  await expectToast(page, "This link has been deleted in the meantime.");
  await expect(rowOf(page, `${code}`)).toHaveCount(0);
});

test("the form takes the place of the limit once that has been raised", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const user = await createUser({ urlLimit: 1 });
  await insertLinks(database, user, [{ code: "only" }]);
  await signInAs(user);
  await page.goto("/urls");
  const opener = page.getByRole("main").getByRole("button", { name: "Create Short URL" });
  await open(opener, page.getByRole("dialog", { name: "URL Limit Reached" }));
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await database.query("UPDATE users SET url_limit = 50 WHERE id = $1", [user.id]);
  await page.keyboard.press("Enter");
  const creating = page.getByRole("dialog", { name: "Create Short URL" });
  await expect(creating.getByLabel(/Destination/)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(creating).toBeHidden();
  await expect(opener).toBeFocused();
});

test("the QR code is copied, downloaded, and printed with only its short URL", async ({
  page,
  context,
  database,
  createUser,
  signInAs,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const user = await createUser();
  const [code] = await insertLinks(database, user, [{ code: "poster", qr: true }]);
  await signInAs(user);
  await page.goto("/urls");
  const dialog = page.getByRole("dialog", { name: "QR Code" });
  const button = page.getByRole("button", { name: `Show QR code for ${code}` });
  await open(button, dialog);
  await expectFitsAllWidths(page);
  await dialog.getByRole("button", { name: "Copy Short URL" }).click();
  await expectToast(page, "URL copied to clipboard");
  await dialog.getByRole("button", { name: "Copy image" }).click();
  await expectToast(page, "QR code copied to clipboard");
  for (const kind of ["PNG", "SVG"]) {
    const download = page.waitForEvent("download");
    await dialog.getByRole("link", { name: `Download ${kind}` }).click();
    expect((await download).suggestedFilename()).toBe(`${code}.${kind.toLowerCase()}`);
  }
  await page.emulateMedia({ media: "print" });
  await expect(dialog).toBeHidden();
  await expect(page.locator("main")).toBeHidden();
  const sheet = page.locator("[data-print-sheet]");
  await expect(sheet).toHaveText(new RegExp(`/${code}$`));
  const printed = sheet.locator("img");
  await expect(printed).toHaveCSS("width", /^188\.9\d+px$/);
  const plain = (await printed.getAttribute("src")) ?? "";
  await page.emulateMedia({ media: "screen" });
  await dialog.getByLabel("Print width in mm").fill("20");
  await expect(dialog.getByText("Scanners may not read this code")).toHaveCount(0);

  // Its new design, with a frame, is printed as high as it is, and doesn't cover the short URL in the dialog.
  await dialog.getByRole("button", { name: "Design", exact: true }).click();
  const designer = page.getByRole("dialog", { name: "QR Code Design" });
  await designer.getByRole("combobox", { name: "Design" }).click();
  await page.getByRole("option", { name: "Custom design" }).click();
  await designer.getByRole("button", { name: "Poster" }).click();
  await designer.getByText(/^Scans from/).waitFor();
  await designer.getByRole("slider", { name: "Margin" }).fill("16");
  const letThrough = await holdBack(page, ({ searchParams }) => searchParams.get("format") === "svg");
  await designer.getByRole("button", { name: "Save design" }).click();
  await expectToast(page, "Design saved");
  await expect(dialog.getByRole("button", { name: "Print" })).toBeEnabled();
  letThrough();
  await expect(dialog.getByText(/^Scanners may not read this code if it is less than [\d.]+ mm wide\.$/)).toBeVisible();
  await expect(printed).not.toHaveAttribute("src", plain);
  const box = async (locator: Locator) => (await locator.boundingBox()) ?? { y: 0, height: 0, width: 0 };
  const picture = await box(dialog.getByRole("img", { name: /^QR code of/ }));
  const text = await box(dialog.getByText(new RegExp(`/${code}$`)));
  expect(picture.y + picture.height).toBeLessThan(text.y);
  await page.emulateMedia({ media: "print" });
  await expect(printed).toHaveCSS("width", /^188\.9\d+px$/);
  const { width, height } = await box(printed);
  expect(height / width).toBeCloseTo(1.21 / 1.06, 2);
  await page.emulateMedia({ media: "screen" });
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(button).toBeFocused();
});

test("a QR code that can't be printed says why, and can after another try", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  const [code] = await insertLinks(database, user, [{ code: "unprinted", qr: true }]);
  await signInAs(user);
  // The picture loads, but not the code for paper.
  const svg = ({ searchParams }: URL) => searchParams.get("format") === "svg";
  await page.route(svg, (route) => route.fulfill({ status: 500, body: "no" }));
  await page.goto("/urls");
  const dialog = page.getByRole("dialog", { name: "QR Code" });
  await open(page.getByRole("button", { name: `Show QR code for ${code}` }), dialog);
  const alert = dialog.getByRole("alert");
  await expect(alert).toContainText("The QR code could not be loaded.");
  await expectFitsAllWidths(page);
  const print = dialog.getByRole("button", { name: "Print" });
  await expect(print).toBeDisabled();

  await page.unroute(svg);
  const letThrough = await holdBack(page, svg);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(print).toHaveAttribute("aria-busy", "true");
  letThrough();
  await expect(print).toBeEnabled();
  await expect(alert).toHaveCount(0);
});

test("a QR code is created for a link without one, and downloaded as it is shown", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  const [code] = await insertLinks(database, user, [{ code: "plain" }]);
  await signInAs(user);
  await page.goto("/urls");
  await expect(rowOf(page, code).getByRole("button", { name: /QR code/ })).toHaveCount(0);
  const menu = page.getByRole("button", { name: `More actions for ${code}` });
  const item = page.getByRole("menuitem", { name: "Create QR code" });
  await open(menu, item);
  await item.press("Enter");
  const dialog = page.getByRole("dialog", { name: "QR Code" });
  const image = dialog.getByRole("img", { name: /QR code of/ });
  await expect(image).toBeVisible();
  const first = await image.getAttribute("src");

  await dialog.getByLabel("Margin in modules").fill("2");
  await expect(dialog.getByText("Scanners may not find a code with a margin under 4.")).toBeVisible();
  await dialog.getByLabel("PNG size in pixels").fill("300");
  await dialog.getByLabel("Foreground", { exact: true }).fill("#8a8a8a");
  await expect(dialog.getByText(QR_CONTRAST_TOO_LOW)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Download PNG" })).toBeDisabled();
  await expectAccessibleInBothThemes(page, "QR code with a problem");
  await expectFitsAllWidths(page);
  await dialog.getByLabel("Pick the foreground").fill("#7a0000");
  const png = dialog.getByRole("link", { name: "Download PNG" });
  await expect(png).toHaveAttribute("href", /\?margin=2&foreground=7a0000&size=300&download=1$/);
  await expect(image).not.toHaveAttribute("src", first ?? "");
  const download = page.waitForEvent("download");
  await png.click();
  const file = await buffer(await (await download).createReadStream());
  expect(await image.getAttribute("src")).toBe(`data:image/png;base64,${file.toString("base64")}`);

  await dialog.getByLabel("Print width in mm").fill("35.5");
  await expect(png).toHaveAttribute("href", /\?margin=2&foreground=7a0000&mm=35\.5&download=1$/);
  await expect(dialog.getByRole("link", { name: "Download PDF" })).toHaveAttribute("href", /mm=35\.5/);
  await dialog.getByLabel("Print width in mm").fill("");

  await dialog.getByLabel("PNG size in pixels").fill("64");
  await expect(dialog.getByText(/^This QR code needs a size of at least \d+ pixels$/)).toBeVisible();
  await expect(png).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  // The look is not remembered.
  await open(page.getByRole("button", { name: `Show QR code for ${code}` }), dialog);
  await expect(image).toHaveAttribute("src", first ?? "");
  await expect(dialog.getByLabel("Margin in modules")).toHaveValue("4");

  const message = "QR codes with a design can't be rendered right now. Try again in a few seconds.";
  await page.route("**/qr?*download=1", (route) => route.fulfill({ status: 503, json: { message } }));
  await png.click();
  await expectToast(page, message);
});

test("the list offers only the actions that the role allows", async ({
  page,
  database,
  createUser,
  createGroup,
  signInAs,
}) => {
  const creator = await createUser();
  const member = await createUser();
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(creator, member, admin);
  const [code] = await insertLinks(database, creator, [{ code: "shared", groupId }]);
  const edit = page.getByRole("button", { name: `Edit ${code}` });
  const menu = page.getByRole("button", { name: `More actions for ${code}` });
  for (const [user, may] of [
    [creator, { edit: true, delete: true }],
    [member, { edit: false, delete: false }],
    [admin, { edit: true, delete: false }],
  ] as const) {
    await signInAs(user);
    await page.goto("/urls");
    for (const width of [PHONE.width, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByText("Showing 1 URL")).toBeVisible();
      await expect(page.getByRole("button", { name: /Refresh Favicons|Regenerate QRs|Maintenance/ })).toHaveCount(0);
    }
    await expect(edit).toHaveCount(may.edit ? 1 : 0);
    await expect(box(page, code)).toBeEnabled({ enabled: may.edit });
    if (!may.edit) {
      await expectAwake(page);
      await box(page, code).hover();
      await expect(page.getByRole("tooltip")).toHaveText("Only its owner and admins can change this link.");
      continue;
    }
    await open(menu, page.getByRole("menuitem", { name: "Pause" }));
    await expect(page.getByRole("menuitem", { name: "Delete" })).toHaveCount(may.delete ? 1 : 0);
  }
});

/** The index of the row in the middle of the window; NaN if none is rendered there yet. */
function rowInTheMiddle(): number {
  const found = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2);
  return Number(found?.closest("tr")?.ariaRowIndex ?? Number.NaN);
}

/** The height of the page during WebKit's first layout after rows were replaced, which the new ones are not in. */
function heightWithoutRows(): number {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-rows] > tr")];
  for (const row of rows) row.hidden = true;
  const height = document.documentElement.scrollHeight;
  for (const row of rows) row.hidden = false;
  return height;
}

test("renders only rows near the viewport and the focused one", async ({ page, database, createUser, signInAs }) => {
  const user = await createUser();
  await insertMany(database, user, 1_200);
  await signInAs(user);
  await page.goto("/urls");
  await expect(page.getByText("Showing 500 URLs")).toBeVisible();
  await expect(page.getByText("of 1,200")).toBeVisible();
  await expectAwake(page);
  const more = page.getByRole("button", { name: "Load more" });
  await more.click();
  await expect(page.getByText("Showing 1,000 URLs")).toBeVisible();
  await more.click();
  await expect(page.getByText("Showing 1,200 URLs")).toBeVisible();
  await expect(more).toBeHidden();
  const table = page.getByRole("table", { name: "Short URLs" });
  await expect(table).toHaveAttribute("aria-rowcount", "1201");
  await expect.poll(() => page.getByRole("row").count()).toBeLessThan(80);

  // A jump to where nothing is rendered yet neither runs on nor falls back.
  const middle = await page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight / 2);
    return window.scrollY;
  });
  await expect.poll(() => page.evaluate(rowInTheMiddle)).toBeGreaterThan(500);
  expect(await page.evaluate(() => window.scrollY)).toBe(middle);
  expect(await page.evaluate(heightWithoutRows)).toBe(await page.evaluate(() => document.documentElement.scrollHeight));

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const last = table.locator("[aria-rowindex='1201']");
  const button = last.getByRole("button", { name: /^Edit/ });
  await button.focus();
  await expect(button).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole("row").nth(1)).toHaveAttribute("aria-rowindex", "2");
  await expect(button).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(page.locator("tr:focus")).toHaveAttribute("aria-rowindex", "1201");
});

test("all rows of a long list are printed, below the headings on each page", async ({
  page,
  database,
  createUser,
  signInAs,
}, { outputDir }) => {
  const user = await createUser();
  const codes = await insertMany(database, user, 60);
  await signInAs(user);
  await page.goto("/urls");
  await expectAwake(page);
  const rows = page.locator("[data-rows] > [data-index]");
  await expect.poll(() => rows.count()).toBeLessThan(40);
  const file = path.join(outputDir, "list.pdf");
  await page.pdf({ path: file, format: "A4" });

  const { stdout } = await promisify(execFile)("pdftotext", ["-layout", file, "-"]);
  const pages = stdout.split("\f").slice(0, -1);
  expect(pages.length).toBeGreaterThan(2);
  for (const printed of pages) expect(printed).toMatch(/Short URL +Destination .*Status\n[\s\S]*many-/);
  expect(codes.filter((code) => !stdout.includes(code.slice(0, 10)))).toEqual([]);
  await expect.poll(() => rows.count()).toBeLessThan(40);
});

test("the table fits its card between phones and desktops", async ({ page, database, createUser, signInAs }) => {
  const user = await createUser();
  await insertLinks(database, user, [
    { code: "spring", destination: "https://www.northwind.example/shop/spring?utm_campaign=posters", qr: true },
  ]);
  await signInAs(user);
  await page.goto("/urls");
  await expectAwake(page);
  const table = page.getByRole("table", { name: "Short URLs" });
  const overflow = () =>
    table.evaluate(({ parentElement: card }) => (card ? card.scrollWidth - card.clientWidth : Number.NaN));
  for (const width of [752, 768, 800, 900, 1_000, 1_023, 1_024, 1_100, 1_440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expect.poll(overflow, `${width} px`).toBe(0);
  }
  // Text spacing of WCAG 1.4.12.
  await page.setViewportSize({ width: 1_280, height: 900 });
  const row = rowOf(page, "spring");
  const created = row.locator("time");
  const bounds = (locator: Locator) => locator.evaluate((element): DOMRect => element.getBoundingClientRect().toJSON());
  const { height } = await bounds(created);
  await page.evaluate(() => {
    const spaced = new CSSStyleSheet();
    spaced.replaceSync("* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }");
    document.adoptedStyleSheets = [spaced];
  });
  const [date, badge] = [await bounds(created), await bounds(row.getByText("active", { exact: true }))];
  expect(date.height).toBeGreaterThan(height);
  expect(date.right).toBeLessThan(badge.left);
});

test("the search also finds links that are not loaded", async ({ page, database, createUser, signInAs }) => {
  const user = await createUser();
  const [code] = await insertLinks(database, user, [{ code: "first", clicks: 7 }]);
  await insertMany(database, user, 520);
  await signInAs(user);
  await page.goto("/urls");
  await expect(rowOf(page, code)).toHaveCount(0);
  await search(page, `user ${code}`);
  await expect(rowOf(page, code)).toBeVisible();
  await expect(page.getByText("Showing 1 URL")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(page.getByText("of 521")).toBeVisible();

  await page.getByRole("button", { name: "Clicks" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText(code);
  await filter(page, "Filter by group", "No group");
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByText("Showing 521 URLs")).toBeVisible();
});

test("a failed refresh is reported and retried", async ({ page, database, createUser, signInAs }) => {
  const user = await createUser();
  const [code] = await insertLinks(database, user, [{ code: "kept" }]);
  await signInAs(user);
  await page.goto("/urls");
  await page.route("**/api/urls", (route) => route.abort());
  const item = page.getByRole("menuitem", { name: "Pause" });
  await open(page.getByRole("button", { name: `More actions for ${code}` }), item);
  await item.click();
  const alert = page.getByRole("alert").filter({ hasText: "may be out of date" });
  await expect(alert).toBeVisible();
  await page.unroute("**/api/urls");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toBeHidden();
  await expect(rowOf(page, code)).toContainText("paused");
});

test("refused links are reported and stay selected", async ({ page, database, createUser, signInAs }) => {
  const user = await createUser({ urlLimit: 1 });
  const [one, two] = await insertLinks(database, user, [
    { code: "one", status: "paused" },
    { code: "two", status: "paused" },
  ]);
  await signInAs(user);
  await page.goto("/urls");
  await expectAwake(page);
  await page.getByRole("checkbox", { name: "Select all shown" }).click();
  const bar = page.getByRole("region", { name: "Selected URLs" });
  await bar.getByRole("button", { name: "Activate" }).click();
  await expectToast(page, "1 of 2 URLs activated");
  await expect(bar).toContainText("1 URL selected");
  expect([one, two]).toHaveLength(2);
});

test("links beyond the rows shown are selected, paused after a confirmation, and restored", async ({
  page,
  database,
  createUser,
  createGroup,
  signInAs,
}) => {
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(admin);
  await insertLinks(database, admin, [{ code: "other" }, { code: "many", status: "paused" }]);
  await insertMany(database, admin, 501);
  // As if created with an API key, so they don't count against anyone's limit.
  await database.query("UPDATE short_urls SET created_by_id = NULL, group_id = $1 WHERE created_by_id = $2", [
    groupId,
    admin.id,
  ]);
  const active = async () => {
    const { rows } = await database.query(
      "SELECT count(*)::int AS active FROM short_urls WHERE group_id = $1 AND status = 'active'",
      [groupId],
    );
    return rows[0].active;
  };
  await signInAs(admin);
  await page.goto("/urls");
  await search(page, "many-");
  await expect(page.getByText("of 502")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all shown" }).click();
  const bar = page.getByRole("region", { name: "Selected URLs" });
  await expect(bar).toContainText("500 URLs selected: all rows shown");
  await bar.getByRole("button", { name: "Select all 502 that match" }).click();
  await expect(bar).toContainText("502 URLs selected: all that match");
  await bar.getByRole("button", { name: "Pause" }).click();
  const question = page.getByRole("alertdialog", { name: "Pause 501 short URLs?" });
  await expect(question).toContainText("Filter: “many-”. 1 selected URL will be skipped");
  await expectAccessible(page, "the confirmation of a bulk change");
  await question.getByRole("button", { name: "Pause" }).click();
  await expectToast(page, "501 paused, 1 skipped");
  expect(await active()).toBe(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "501 URLs restored");
  expect(await active()).toBe(502);
});

test("links that load late join neither an open confirmation nor another selection", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  await insertMany(database, user, 501);
  await signInAs(user);
  const bar = page.getByRole("region", { name: "Selected URLs" });
  const selectMatching = async () => {
    await page.goto("/urls");
    await expectAwake(page);
    const letThrough = await holdBack(page, (url) => url.pathname === "/api/urls");
    await page.getByRole("checkbox", { name: "Select all shown" }).click();
    const button = bar.getByRole("button", { name: "Select all 501 that match" });
    await button.click();
    await expect(button).toHaveAttribute("aria-busy", "true");
    return async () => {
      letThrough();
      await expect(page.getByText("Showing 501 URLs")).toBeAttached();
    };
  };

  let letThrough = await selectMatching();
  await bar.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 500 short URLs?" });
  await expect(question).toBeVisible();
  await letThrough();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(bar).toContainText("501 URLs selected: all that match");

  letThrough = await selectMatching();
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await page
    .getByRole("checkbox", { name: /^Select many-/ })
    .first()
    .click();
  await expect(bar).toContainText("1 URL selected");
  await letThrough();
  await expect(bar).toContainText("1 URL selected");
});

test("search, filters and sort order are in the address", async ({ page, database, createUser, signInAs }) => {
  const user = await createUser();
  const [code] = await insertLinks(database, user, [{ code: "oldest", status: "paused" }]);
  await insertMany(database, user, 501);
  await signInAs(user);
  const address = `/urls?q=${code}&status=paused&group=7&sort=colour`;
  expect(await (await page.request.get(address)).text()).toMatch(/Showing (<!-- -->)?1 URL\b/);
  await page.goto(address);
  await expect(rowOf(page, code)).toBeVisible();
  const box = page.getByRole("searchbox", { name: "Search URLs" });
  await expect(box).toHaveValue(code);

  const entries = () => page.evaluate(() => window.history.length);
  const before = await entries();
  await filter(page, "Filter by status", "Active");
  await expect(page).toHaveURL(`/urls?q=${code}&status=active`);
  await expect(page.getByText("No URLs found", { exact: true })).toBeVisible();
  await search(page, "many-");
  await expect(page).toHaveURL("/urls?q=many-&status=active");
  expect(await entries()).toBe(before + 1);
  await page.reload();
  await expect(box).toHaveValue("many-");
  await expectAwake(page);
  await expect(page.getByText("of 501")).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue(code);
  await expect(rowOf(page, code)).toBeVisible();
  await page.goForward();
  await expect(box).toHaveValue("many-");

  const dialog = page.getByRole("dialog", { name: "URL Analytics" });
  await open(page.getByRole("button", { name: /^Show analytics for many-/ }).first(), dialog);
  const link = /\/urls\?q=many-&status=active&link=[0-9a-f-]{36}$/;
  await expect(page).toHaveURL(link);
  await dialog.getByRole("switch", { name: "Show bots" }).click();
  await expect(page).toHaveURL(/&bots=include$/);
  await page.goBack();
  await expect(dialog.getByRole("switch", { name: "Show bots" })).not.toBeChecked();
  await expect(page).toHaveURL(link);
  // Before the switch has been rendered.
  await dialog.getByRole("switch", { name: "Show bots" }).evaluate((element: HTMLElement) => {
    element.click();
    window.history.back();
  });
  await expect(page).toHaveURL(link);
  await expect(dialog.getByRole("switch", { name: "Show bots" })).not.toBeChecked();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/urls?q=many-&status=active");

  // Not among the links that are loaded at first.
  const { id } = (await (await page.request.get(`/api/urls?q=${code}`)).json())[0];
  await page.goto(`/urls?status=active&link=${id}&tab=history`);
  await expect(dialog).toContainText(code);
  await expect(dialog.getByRole("tab", { name: "History" })).toHaveAttribute("aria-selected", "true");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/urls?status=active");
  await page.goBack();
  await dialog.getByRole("link", { name: "Open analytics page" }).click();
  await expect(page).toHaveURL(`/urls/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(code);
});

test.describe("in another time zone than Hop's", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("the list says which zone its last-click dates are in", async ({ page, database, createUser, signInAs }) => {
    const user = await createUser();
    await insertLinks(database, user, [{ code: "alpha" }]);
    await signInAs(user);
    await page.goto("/urls");
    await expect(page.getByText("Times are in your time zone. Last-click dates are in UTC.")).toBeVisible();
  });
});

test("a link in the address whose analytics can't be loaded is reported", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  const [code] = await insertLinks(database, user, [{ code: "unread" }]);
  await signInAs(user);
  const { id } = (await (await page.request.get(`/api/urls?q=${code}`)).json())[0];
  await page.route(`**/api/urls/${id}`, (route) => route.abort());
  await page.goto(`/urls?status=paused&link=${id}`);
  await expectToast(page, "Failed to fetch analytics");
  await page.unroute(`**/api/urls/${id}`);
  await page.reload();
  await expect(page.getByRole("dialog", { name: "URL Analytics" })).toContainText(code ?? "");
});

test("an empty list leads to creating the first link", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser());
  await page.goto("/urls");
  await expect(page.getByText("No URLs found", { exact: true })).toBeVisible();
  await expect(page.getByText("Showing 0 URLs")).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Create Short URL" });
  await open(page.getByRole("button", { name: "Create your first link" }), dialog);
  // The dialog stays when the empty list, with its button, is gone.
  await dialog.getByRole("switch", { name: "Create another" }).click();
  await dialog.getByLabel(/Destination/).fill("https://example.com/first");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Showing 1 URL", { exact: true })).toBeAttached();
  await dialog.getByLabel(/Destination/).fill("https://example.com/second");
});

/** Inserts links, the newest last, and returns their codes. */
async function insertLinks<const Links extends Link[]>(
  database: pg.Pool,
  user: TestUser,
  links: Links,
): Promise<{ [Index in keyof Links]: string }> {
  const codes: string[] = [];
  for (const { code, destination = "https://example.com/", status = "active", clicks = 0, groupId, qr } of links) {
    const unique = uniqueCode(code);
    codes.push(unique);
    await database.query(
      `INSERT INTO short_urls
         (id, short_code, original_url, status, click_count, created_by_id, group_id, qr_generated_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $8::boolean THEN now() END, now())`,
      [uuidv7(), unique, destination, status, clicks, user.id, groupId ?? null, qr ?? false],
    );
  }
  return codes as { [Index in keyof Links]: string };
}

function box(page: Page, code: string): Locator {
  return page.getByRole("checkbox", { name: `Select ${code}` });
}

/** Expects rows in this order, each by the first word of its code. */
async function expectOrder(page: Page, words: string[]): Promise<void> {
  const boxes = page.getByRole("checkbox", { name: /^Select [a-z]+-/ });
  await expect(boxes).toHaveCount(words.length);
  for (const [i, word] of words.entries()) {
    await expect(boxes.nth(i)).toHaveAccessibleName(new RegExp(`^Select ${word}-`));
  }
}
