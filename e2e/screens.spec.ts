import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/axe";
import { cancelTyped, expect, expectHydrated, expectToast, open, test, uniqueCode } from "@/e2e/fixtures";
import { addHistoryEntry, asksBeforeUnload, stepInHistory } from "@/e2e/history";
import { rowOf, searchUsers } from "@/e2e/table";
import { createLink, search } from "@/e2e/url-table";
import { visit } from "@/e2e/visit";

/**
 * The specification's texts (sections 2 and 5), spelled out. Messages after actions and failures are in
 * messages.spec.ts and the specs of each screen.
 */

async function expectColumns(table: Locator, names: readonly string[]): Promise<void> {
  const columns = table.getByRole("columnheader").filter({ hasText: /\S/ });
  await expect(columns).toHaveCount(names.length);
  for (const [i, name] of names.entries()) await expect(columns.nth(i)).toHaveAccessibleName(name);
}

async function expectTexts(where: Page | Locator, texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(where.getByText(text, { exact: true }).first()).toBeVisible();
}

async function expectHeader(page: Page, title: string, subtitle?: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  if (subtitle) await expect(page.getByText(subtitle, { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create Short URL" })).toBeVisible();
}

/** The page's own action is beside 'Create Short URL', and is the primary one. */
async function expectOwnAction(page: Page, name: string): Promise<void> {
  const buttons = page.getByRole("main").locator("header").getByRole("button");
  await expect(buttons).toHaveText([/^Create Short URL/, name]);
  const accent = await accentOf(page);
  await expect(buttons.last()).toHaveCSS("background-color", accent);
  await expect(buttons.first()).not.toHaveCSS("background-color", accent);
}

/** The colour of primary buttons, as browsers report it. */
function accentOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.backgroundColor = "var(--color-accent)";
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });
}

type Work = (dialog: Locator) => Promise<void>;

/** Opens a button's dialog, works in it, and closes it. */
async function inDialog(page: Page, button: string, work: Work, close: Work = closeDialog): Promise<void> {
  const dialog = page.getByRole("dialog");
  await open(page.getByRole("button", { name: button, exact: true }).first(), dialog);
  await work(dialog);
  await close(dialog);
  await expect(dialog).toBeHidden();
}

function closeDialog(dialog: Locator): Promise<void> {
  return dialog
    .getByRole("button", { name: /^(?:Cancel|Close|Done)$/ })
    .first()
    .click();
}

/** As `inDialog`, if the work leaves something typed. */
function inForm(page: Page, button: string, work: Work): Promise<void> {
  return inDialog(page, button, work, (dialog) => cancelTyped(page, dialog));
}

const submit = (dialog: Locator) => dialog.getByRole("button", { name: "Create", exact: true }).click();

test("texts of each screen for an overall_admin", async ({ page, createUser, createGroup, signInAs }) => {
  const admin = await createUser({ role: "overall_admin", firstName: "Olga", lastName: "Adams" });
  const person = await createUser({ lastName: uniqueCode("Screen") });
  await createGroup(admin);
  await signInAs(admin);
  const code = await createLink(page, "screens");
  await visit(`/${code}`);

  await test.step("Dashboard", async () => {
    await page.goto("/");
    await expectHeader(page, "Dashboard", "Welcome back, manage your short URLs and analytics");
    const statistics = page.getByRole("region", { name: "Statistics" });
    await expect(statistics.getByRole("term")).toHaveText(["Total URLs", "Total Clicks", "Active Users", "QR Scans"]);
    for (const title of ["Recent Activity", "Top Performing URLs"]) {
      await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
    }
    const sidebar = page.getByRole("complementary");
    await expectTexts(sidebar, ["Hop", "Admin Dashboard", "O", "Olga Adams", "overall admin"]);
    await expect(sidebar.getByRole("button", { name: /^log ?out$/i })).toBeVisible();
  });

  await test.step("URL Management", async () => {
    await page.getByRole("link", { name: "Manage URLs" }).click();
    await expectHeader(page, "URL Management", "Create, edit, and manage all your shortened URLs");
    const create = page.getByRole("main").getByRole("button", { name: "Create Short URL" });
    await expect(create).toHaveCSS("background-color", await accentOf(page));
    await search(page, code);
    const table = page.getByRole("table", { name: "Short URLs" });
    await expectColumns(table, ["Short URL", "Destination", "Clicks", "Created", "Status", "Actions"]);
    await expect(page.getByText(/^Showing 1 URLs?$/)).toBeVisible();
    await expectTexts(page, ["Refresh Favicons", "Regenerate QRs"]);
  });

  await test.step("the dialogs of a link", async () => {
    await inForm(page, "Create Short URL", async (dialog) => {
      await submit(dialog);
      await expectTexts(dialog, ["URL is required"]);
      await dialog.getByLabel(/Destination/).fill("ftp://example.com/");
      await submit(dialog);
      await expectTexts(dialog, ["Please enter a valid URL (must start with http:// or https://)"]);
    });
    await inDialog(page, `Show QR code for ${code}`, async (dialog) => {
      await expectTexts(dialog, ["Copy Short URL", "https://example.com/"]);
    });
    await inForm(page, `Edit ${code}`, async (dialog) => {
      await dialog.getByLabel(/Destination/).fill("");
      await dialog.getByRole("button", { name: "Save changes" }).click();
      await expectToast(page, "Validation Error: Please fix the errors below");
      await expectTexts(dialog, ["URL is required"]);
    });
    const countClicks = async () => (await (await page.request.get(`/api/urls?q=${code}`)).json())[0]?.clickCount;
    await expect.poll(countClicks).toBe(1);
    await inDialog(page, `Show analytics for ${code}`, async (dialog) => {
      await expectTexts(dialog, ["Recent Clicks"]);
      await expectColumns(dialog, ["Time", "IP", "Referrer", "User Agent"]);
    });
  });

  await test.step("QR Codes", async () => {
    await page.getByRole("link", { name: "QR Codes" }).click();
    await expectHeader(page, "QR Codes");
  });

  await test.step("User Management", async () => {
    await page.getByRole("link", { name: "User Management" }).click();
    await expectHeader(page, "User Management");
    await expectOwnAction(page, "Create User");
    await inForm(page, "Create User", async (dialog) => {
      await expect(dialog.getByLabel("URL limit")).toHaveValue("1");
      await dialog.getByLabel("URL limit").fill("0");
      await submit(dialog);
      await expectTexts(dialog, [
        "Invalid email address",
        "First name is required",
        "Last name is required",
        "URL limit must be at least 1",
      ]);
      await dialog.getByLabel("URL limit").fill("101");
      await expectTexts(dialog, ["URL limit cannot exceed 100"]);
    });
    await searchUsers(page, person.email);
    await expect(page.getByText(/^Showing 1 of [\d,]+ users$/)).toBeVisible();
    await expectTexts(rowOf(page, person.email), [person.email, "User", "active", "100 URL limit"]);
    await expectTexts(page, ["Clear Filters"]);
    await open(rowOf(page, person.email).getByRole("button", { name: /^Actions for/ }), page.getByRole("menu"));
    await expect(page.getByRole("menuitem").filter({ hasText: "User" })).toHaveText([
      "Edit User",
      "Pause User",
      "Delete User",
    ]);
    await page.keyboard.press("Escape");
  });

  await test.step("Groups", async () => {
    await page.getByRole("link", { name: "Groups" }).click();
    await expectHeader(page, "Groups");
    await expectTexts(page, ["View", "Edit", "1,000 user limit"]);
    await expectOwnAction(page, "Create Group");
    await inForm(page, "Create Group", async (dialog) => {
      await expect(dialog.getByLabel("User limit")).toHaveValue("1000");
      await dialog.getByLabel("User limit").fill("0");
      await submit(dialog);
      await expectTexts(dialog, ["Group name is required", "User limit must be at least 1"]);
      await dialog.getByLabel("User limit").fill("100001");
      await expectTexts(dialog, ["User limit cannot exceed 100,000"]);
    });
  });

  await test.step("API Keys", async () => {
    await page.getByRole("link", { name: "API Keys" }).click();
    await expectHeader(page, "API Keys");
    await expectOwnAction(page, "Create API Key");
    await inDialog(page, "Create API Key", async (dialog) => {
      await expect(dialog.getByLabel("Key Name")).toBeVisible();
      await expect(dialog.getByLabel("Rate Limit")).toHaveValue("100");
      await submit(dialog);
      await expectTexts(dialog, ["Please enter a name for the API key"]);
    });
  });

  await test.step("Analytics", async () => {
    await page.getByRole("link", { name: "Analytics" }).click();
    await expectHeader(page, "Analytics");
    await expectTexts(page, ["Total Clicks", "Today", "Last 7 days", "Last 30 days", "All time"]);
    await expect(page.getByRole("radio", { name: "Last 7 days" })).toBeChecked();
    await expect(page.getByRole("tab")).toHaveText(["Overview", "Detailed"]);
    const cards = [
      "Access Methods",
      "Device Types",
      "Traffic Sources",
      "Daily Activity",
      "QR Code vs URL Access",
      "Device Breakdown",
    ];
    for (const name of cards) await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
    await page.getByRole("tab", { name: "Detailed" }).click();
    for (const name of ["Operating Systems", "Browsers", "Countries"]) {
      await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
    }
  });

  await test.step("Settings", async () => {
    await page.getByRole("link", { name: "Settings" }).click();
    await expectHeader(page, "Settings");
    await expect(page.getByRole("link", { name: "Back to dashboard" })).toHaveAttribute("href", "/dashboard");
    await page.getByRole("textbox", { name: "Base URL" }).fill("not a url");
    await page.getByLabel("From address").fill("nobody");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectTexts(page, ["Invalid URL format", "Invalid email format"]);
    const accent = await accentOf(page);
    await expect(page.getByRole("button", { name: "Save changes" })).toHaveCSS("background-color", accent);
    const create = page.getByRole("main").getByRole("button", { name: "Create Short URL" });
    await expect(create).not.toHaveCSS("background-color", accent);
  });
});

test("texts of the public screens", async ({ page }) => {
  await page.goto("/");
  await expectTexts(page, ["Hop", "URL Shortening Admin Dashboard", "Send Magic Link"]);
  await page.getByRole("textbox", { name: "Email" }).fill("nobody");
  await open(
    page.getByRole("button", { name: "Send Magic Link" }),
    page.getByText("Please enter a valid email address", { exact: true }),
  );

  for (const [path, title, text] of [
    ["/no/such/page", "404 Page Not Found", "Did you forget to add the page to the router?"],
    [
      "/paused",
      "Link Temporarily Paused",
      "This short link is temporarily paused and not accessible. If this seems to be an error, please contact the link administrator.",
    ],
    [
      "/deleted",
      "Link No Longer Available",
      "This short link was removed and is no longer available. Please contact the administrator if you have questions.",
    ],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }

  // 204 leaves the page in place.
  await page.route("**/api/auth/verify/**", (route) => route.fulfill({ status: 204 }));
  // It leaves for the call while it is still loading.
  await page.goto("/auth/verify/anything", { waitUntil: "commit" });
  await expect(page.getByText("Verifying your magic link...", { exact: true })).toBeVisible();
});

test("groups are picked by name, and 'No group' is sent as null", async ({
  page,
  createUser,
  createGroup,
  signInAs,
}) => {
  const user = await createUser();
  const groupId = await createGroup(user);
  await signInAs(user);
  await page.goto("/urls");
  const [group] = await (await page.request.get("/api/groups")).json();
  const dialog = page.getByRole("dialog", { name: "Create Short URL" });
  const choices = dialog.getByRole("combobox", { name: "Group" });
  for (const [last, choice, sent] of [
    ["No group", group.name, groupId],
    [group.name, "No group", null],
  ]) {
    await open(page.getByRole("button", { name: "Create Short URL" }).first(), dialog);
    await expect(choices).toHaveText(last);
    await dialog.getByLabel(/Destination/).fill("HTTPS://Example.com/Path");
    await choices.click();
    await page.getByRole("option", { name: choice, exact: true }).click();
    const request = page.waitForRequest((one) => one.method() === "POST" && one.url().endsWith("/api/urls"));
    await submit(dialog);
    expect((await request).postDataJSON()).toEqual({
      originalUrl: "https://example.com/Path",
      groupId: sent,
      generateQR: true,
    });
    await expect(dialog).toBeHidden();
  }
});

test("creating asks before it discards, suggests https://, and continues with one or many more", async ({
  page,
  createUser,
  signInAs,
}) => {
  await signInAs(await createUser({ urlLimit: 5 }));
  await page.goto("/urls");
  await addHistoryEntry(page);
  const dialog = page.getByRole("dialog", { name: "Create Short URL" });
  const destination = dialog.getByLabel(/Destination/);
  const question = page.getByRole("alertdialog", { name: "Close without saving?" });
  await open(page.getByRole("button", { name: "Create Short URL" }).first(), dialog);

  await expect.poll(() => asksBeforeUnload(page)).toBe(false);
  await destination.fill("example.com/x");
  await expect.poll(() => asksBeforeUnload(page)).toBe(true);
  await submit(dialog);
  await dialog.getByRole("button", { name: "Use https://example.com/x" }).click();
  await expect(destination).toHaveValue("https://example.com/x");
  await expect(destination).toBeFocused();
  await page.keyboard.press("Escape");
  await expectAccessible(page, "the question before closing");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(destination).toBeFocused();
  await stepInHistory(page, -1);
  await expect(question).toBeVisible();
  await page.keyboard.press("Tab");
  await stepInHistory(page, -1);
  await expect(question).toBeHidden();
  await expect(destination).toHaveValue("https://example.com/x");

  await dialog.getByRole("switch", { name: "Create another" }).click();
  await submit(dialog);
  await expectToast(page, "Short URL created successfully");
  await expect(destination).toHaveValue("");
  await expect(destination).toBeFocused();
  await dialog.getByRole("button", { name: "QR code", exact: true }).click();
  const qr = page.getByRole("dialog", { name: "QR Code" });
  await expect(qr).toContainText("https://example.com/x");
  await page.keyboard.press("Escape");
  await expect(qr).toBeHidden();

  await paste(destination, "https://example.com/1\nexample.com/2\n");
  await expect(destination).toHaveValue("https://example.com/1");
  await dialog.getByRole("button", { name: "Create 2 short URLs" }).click();
  await dialog.getByRole("button", { name: "Create 2 short URLs" }).click();
  await expectTexts(dialog, ["Line 2: Please enter a valid URL (must start with http:// or https://)"]);
  await expectAccessible(page, "creating many links");
  await dialog.getByRole("button", { name: "Add https:// to 1 line" }).click();
  await page.mouse.click(5, 5);
  await question.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Create 2 short URLs" }).click();
  await expectToast(page, "2 short URLs created");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Showing 3 URLs")).toBeVisible();

  // Another tab uses the fourth of five.
  await createLink(page, "elsewhere");
  await open(page.getByRole("button", { name: "Create Short URL" }).first(), dialog);
  await paste(destination, "https://example.com/3\nhttps://example.com/4");
  await dialog.getByRole("button", { name: "Create 2 short URLs" }).click();
  await expect(destination).toBeFocused();
  await dialog.getByRole("button", { name: "Create 2 short URLs" }).click();
  await expectToast(
    page,
    "1 of 2 short URLs created. URL Limit Reached - You've reached your limit of 5 active URLs. Request more URLs from support.",
  );
  await expect(page.getByText("Showing 5 URLs")).toBeAttached();
  await expect(destination).toHaveValue("https://example.com/4");
  await stepInHistory(page, -1);
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Create Short URL" }).first()).toBeFocused();
  await expect(page).toHaveURL(/\?entry=2$/);
});

function paste(field: Locator, text: string): Promise<boolean> {
  return field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    return element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test("rows that are cards have as many cells as the table has headings", async ({
  page,
  createUser,
  createGroup,
  signInAs,
}) => {
  const admin = await createUser({ role: "group_admin" });
  await createGroup(admin);
  await signInAs(admin);
  await createLink(page, "card");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/urls", "/groups", "/users"]) {
    await page.goto(path);
    await expectHydrated(page);
    const row = page.locator("[data-rows]").getByRole("row").first();
    await expect(row).toBeVisible();
    const heads = await page.getByRole("columnheader").count();
    expect(heads, path).toBeGreaterThan(3);
    await expect(row.getByRole("cell"), path).toHaveCount(heads);
  }
});

test("pages about a link or group have its name as title, and a missing one says so inside the frame", async ({
  page,
  database,
  createUser,
  createGroup,
  signInAs,
}) => {
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(admin);
  await signInAs(admin);
  const code = await createLink(page, "titled");
  const [url] = await (await page.request.get(`/api/urls?q=${code}`)).json();
  const { rows } = await database.query("SELECT name FROM groups WHERE id = $1", [groupId]);
  for (const [path, title] of [
    [`/urls/${url.id}`, `${code} · Hop`],
    [`/groups/${groupId}`, `${rows[0].name} · Hop`],
    ["/urls/00000000-0000-7000-8000-000000000000", "404 Page Not Found · Hop"],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("404 Page Not Found");
  await expect(page.getByRole("main")).toHaveCount(1);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
});
