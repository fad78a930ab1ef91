import type { Page } from "@playwright/test";
import { call, createUrl } from "@/e2e/api/support";
import { expectAccessibleInBothThemes } from "@/e2e/axe";
import { CHROMIUM_ARGS, chromiumPath } from "@/e2e/chromium";
import { expect, open, test, uniqueCode } from "@/e2e/fixtures";
import { expectFitsAllWidths } from "@/e2e/layout";
import { linkIn, waitForMail } from "@/e2e/mailbox";
import { filter, rowOf, searchUsers } from "@/e2e/table";
import { createLink, search } from "@/e2e/url-table";
import { visit } from "@/e2e/visit";
import { paths } from "@/lib/paths";
import type { CreatedStatShare } from "@/lib/shares/types";

// Unlike other tests, axe runs long enough on a page for its code to be worth optimising.
test.use({
  launchOptions: { executablePath: chromiumPath(), args: [...CHROMIUM_ARGS, "--renderer-process-limit=1"] },
});

/** Paths that need no session, except the sign-in screen, each with its heading. */
const PUBLIC_SCREENS: [path: string, heading: string | RegExp][] = [
  ["/?error=link", "Hop"],
  ["/auth/verify/spent?confirm=1", "This sign-in link no longer works"],
  ["/paused", "Link Temporarily Paused"],
  ["/deleted", "Link No Longer Available"],
  ["/no/such/page", "404 Page Not Found"],
  ["/api-reference", /API/],
];
/** The screens of the dashboard, each with its heading, the link to it and whether it is for admins. */
const SCREENS: [path: string, heading: string, link: string | RegExp, isForAdmins: boolean][] = [
  ["/", "Dashboard", "Dashboard", false],
  ["/urls", "URL Management", "Manage URLs", false],
  ["/urls/unknown-codes", "Unknown Codes", "Unknown Codes", true],
  ["/qr-codes", "QR Codes", "QR Codes", false],
  ["/groups", "Groups", "Groups", false],
  ["/account/sessions", "Your Sessions", /Your sessions$/, false],
  ["/analytics", "Analytics", "Analytics", true],
  ["/analytics/own", "My Links", "My Links", false],
  ["/users", "User Management", "User Management", true],
  ["/api-keys", "API Keys", "API Keys", true],
  ["/settings", "Settings", "Settings", true],
  ["/settings/audit-log", "Audit Log", "Audit log", true],
];
/** All roles have links to these. */
const LINKED_FOR_ALL = ["/urls", "/qr-codes", "/groups", "/account/sessions", "/analytics"];

/** Dialogs of a group_admin, with the buttons that open them. */
const OPENERS: [path: string, button: string | RegExp][] = [
  ["/groups", "Create Group"],
  ["/groups", /^Edit /],
  ["/groups", /^View /],
  ["/api-keys", "Create API Key"],
  ["/api-keys", /^Revoke /],
];

/** A phone and a desktop. Pages load once and are resized. */
const WIDTHS = [360, 1440];

test.describe.configure({ timeout: 600_000 });
// Rows that are fading in have too little contrast.
test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });

/** Checks the page at all widths, after which it is wide again. */
async function expectAccessibleAtAllWidths(page: Page, where: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessibleInBothThemes(page, `${where}, ${width} px`);
  }
}

/** Opens a screen and waits until it shows its heading and has loaded its lists. */
async function openScreen(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await expectScreen(page, heading);
}

/** Opens a screen from another one, which takes a fifth of the time. */
async function followLink(page: Page, link: string | RegExp, heading: string): Promise<void> {
  await page.getByRole("link", { name: link, exact: true }).click();
  await expectScreen(page, heading);
}

async function expectScreen(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

test("screens without a session", async ({ page, mailFolder, createUser }) => {
  const user = await createUser();
  await page.request.post("/api/auth/request", { data: { email: user.email } });
  const link = linkIn(await waitForMail(mailFolder, user.email));
  await openScreen(page, "/", "Hop");
  await expectAccessibleAtAllWidths(page, "/");
  await page.getByRole("textbox", { name: "Email" }).fill("nobody");
  const message = page.getByText("Please enter a valid email address");
  await open(page.getByRole("button", { name: "Send Magic Link" }), message);
  await expectAccessibleAtAllWidths(page, "an invalid address");
  await page.getByRole("textbox", { name: "Email" }).fill(`${"long-".repeat(12)}${user.email}`);
  await page.getByRole("button", { name: "Send Magic Link" }).click();
  await expect(page.getByRole("heading", { name: "We sent a link to long-" })).toBeVisible();
  await expectAccessibleAtAllWidths(page, "a sent link");
  // The browser that requested a link has a cookie; any other must confirm.
  await page.context().clearCookies();
  for (const [path, heading] of PUBLIC_SCREENS) {
    await openScreen(page, path, heading);
    await expectAccessibleAtAllWidths(page, path);
  }
  await page.goto(link);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expectAccessibleAtAllWidths(page, "confirming the sign-in");
});

test("a shared page with and without a password, and one that is gone", async ({
  page,
  database,
  createUser,
  request,
}) => {
  const owner = await createUser();
  const { id } = await createUrl(request, owner);
  await database.query(
    `INSERT INTO click_days (scope, scope_id, day, is_bot, total, qr, visitors, counts)
     VALUES ('link', $1, current_date, false, 3, 1, 2, '{"country:DE": 3, "browser:Firefox": 3}')`,
    [id],
  );
  const screens: [body: object, heading: string | RegExp][] = [
    [{ maxRange: "all", showsDestination: true }, /^localhost/],
    [{ password: "correct horse" }, "Shared statistics"],
  ];
  for (const [body, heading] of screens) {
    const answer = await call(request, "POST", paths.api.urlShares(id), { user: owner, body });
    const { url }: CreatedStatShare = JSON.parse(answer.text);
    await openScreen(page, new URL(url).pathname, heading);
    await expectAccessibleAtAllWidths(page, `shared page ${JSON.stringify(body)}`);
  }
  await openScreen(page, "/analytics/shared/unknown", "Statistics not available");
  await expectAccessibleAtAllWidths(page, "a shared page that is gone");
});

test("screens that a role may not open, and empty lists", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser());
  for (const [path, heading, link, isForAdmins] of SCREENS) {
    if (LINKED_FOR_ALL.includes(path)) await followLink(page, link, heading);
    else await openScreen(page, path, heading);
    await expect(page.getByText(/^You need admin permissions/)).toHaveCount(isForAdmins ? 1 : 0);
    if (isForAdmins) {
      await expect(page.getByRole("region", { name: "Access Denied" })).toHaveCount(path === "/analytics" ? 0 : 1);
      await expect(page.getByRole("table").or(page.getByRole("form"))).toHaveCount(0);
      await expectFitsAllWidths(page);
    }
    await expectAccessibleAtAllWidths(page, `${path} of a new user`);
  }
});

test("every screen", async ({ page, database, createUser, createGroup, signInAs }) => {
  const lastName = uniqueCode("Axe");
  const admin = await createUser({ role: "overall_admin", lastName });
  await createGroup(admin);
  await createUser({ role: "group_admin", lastName, status: "locked" });
  await createUser({ lastName, status: "paused" });
  await signInAs(admin);
  const word = uniqueCode("axe");
  const codes = [await createLink(page, word), await createLink(page, word), await createLink(page, word)];
  for (const [i, status] of ["paused", "deleted"].entries()) {
    await database.query("UPDATE short_urls SET status = $1 WHERE short_code = $2", [status, codes[i]]);
  }
  // The rows of other tests would be checked too.
  const narrowed: Record<string, () => Promise<void>> = {
    "/": () => narrowLinks(page, word),
    "/urls": () => narrowLinks(page, word),
    "/qr-codes": () => narrowLinks(page, word, "QR codes"),
    "/users": async () => {
      await searchUsers(page, lastName);
      await expect(page.getByText(/^Showing 3 of [\d,]+ users$/)).toBeVisible();
    },
  };
  await openScreen(page, "/groups", "Groups");
  for (const [path, heading, link] of SCREENS) {
    await followLink(page, link, heading);
    await expect(page.getByText(/^You need admin permissions/)).toHaveCount(0);
    await narrowed[path]?.();
    await expectAccessibleAtAllWidths(page, path);
  }
});

/** Searches the table of links for a word of three codes. */
async function narrowLinks(page: Page, word: string, what = "URLs"): Promise<void> {
  await search(page, word);
  await filter(page, "Filter by status", "All statuses");
  await expect(page.getByText(`Showing 3 ${what}`)).toBeVisible();
}

/** Opens a dialog, checks it and closes it. */
async function checkDialog(page: Page, button: string | RegExp): Promise<void> {
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await open(page.getByRole("button", { name: button }).first(), dialog);
  await expectAccessibleAtAllWidths(page, `${button} on ${page.url()}`);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
}

test("dialogs of groups and API keys", async ({ page, createUser, createGroup, signInAs }) => {
  const groupAdmin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(groupAdmin);
  await signInAs(groupAdmin);
  await page.request.post(`/api/groups/${groupId}/api-keys`, { data: { name: "Axe" } });
  await page.goto("/groups");
  for (const [path, button] of OPENERS) {
    if (new URL(page.url()).pathname !== path) await followLink(page, "API Keys", "API Keys");
    await checkDialog(page, button);
  }
});

test("dialogs of QR codes and users, and the menu of a user", async ({ page, createUser, signInAs }) => {
  const user = await createUser();
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/qr-codes?tab=maintenance");
  await checkDialog(page, "Regenerate All QR Codes");

  await followLink(page, "User Management", "User Management");
  // The rows of other tests would be checked too.
  await searchUsers(page, user.email);
  await expect(page.getByText(/^Showing 1 of [\d,]+ users$/)).toBeVisible();
  await checkDialog(page, "Create User");
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ["Edit User", "Delete User"]) {
      const entry = page.getByRole("menuitem", { name });
      await open(rowOf(page, user.email).getByRole("button", { name: /^Actions for/ }), entry);
      if (name === "Edit User") await expectAccessibleInBothThemes(page, `the menu of a user, ${width} px`);
      await entry.click();
      await dialog.waitFor();
      await expectAccessibleInBothThemes(page, `${name}, ${width} px`);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
    }
  }
});

test("statistics of a link, of a group, and of compared links", async ({ page, createUser, createGroup, signInAs }) => {
  const user = await createUser();
  const groupId = await createGroup(user);
  await signInAs(user);
  const data = { originalUrl: "https://example.com/", shortCode: uniqueCode("axe"), groupId };
  const { id, shortCode } = await (await page.request.post("/api/urls", { data })).json();
  await openScreen(page, `/urls/${id}`, new RegExp(shortCode));
  await expect(page.getByText("No clicks yet")).toBeVisible();
  await expectAccessibleAtAllWidths(page, "a link without clicks");
  await visit(`/${shortCode}`, { "User-Agent": "Mozilla/5.0 (iPhone) Safari/604.1" });
  const clicks = async () => (await (await page.request.get(`/api/urls/${id}/stats`)).json()).clicks;
  await expect.poll(clicks).toBe(1);
  await openScreen(page, `/urls/${id}?access=direct`, new RegExp(shortCode));
  await expectAccessibleAtAllWidths(page, "a filtered link");
  await page.getByRole("button", { name: "Show as table" }).click();
  await expectAccessibleAtAllWidths(page, "a chart as a table");
  await openScreen(page, `/groups/${groupId}?from=2026-01-01&to=2026-01-31`, /Group/);
  await expectAccessibleAtAllWidths(page, "a group");
  await openScreen(page, `/urls/compare?ids=${id}`, "Compare Links");
  await expectAccessibleAtAllWidths(page, "compared links");
});

test("dialogs and menus of links, in both themes", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser());
  const code = await createLink(page, "axe");
  await page.goto("/urls");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialogs: [button: string, dialog: string][] = [
    ["Create Short URL", "Create Short URL"],
    [`Show QR code for ${code}`, "QR Code"],
    [`Show analytics for ${code}`, "URL Analytics"],
    [`Edit ${code}`, "Edit URL"],
    ["Keyboard shortcuts", "Keyboard Shortcuts"],
  ];
  for (const [name, title] of dialogs) {
    const dialog = page.getByRole("dialog", { name: title });
    await open(button(name).first(), dialog);
    await expectAccessibleInBothThemes(page, title);
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "hidden" });
  }
  const remove = page.getByRole("menuitem", { name: "Delete" });
  await open(button(`More actions for ${code}`), remove);
  await expectAccessibleInBothThemes(page, "row menu");
  await remove.click();
  await page.getByRole("alertdialog").waitFor();
  await expectAccessibleInBothThemes(page, "delete confirmation");
  await page.getByRole("button", { name: "Cancel" }).click();
  const share = page.getByRole("menuitem", { name: "Share statistics" });
  await open(button(`More actions for ${code}`), share);
  await share.click();
  await button("Share a Page").click();
  await expectAccessibleInBothThemes(page, "sharing statistics");
  await button("Share").click();
  await expect(button("Done")).toBeVisible();
  await expectAccessibleInBothThemes(page, "a shared address");
  await button("Done").click();
  await button("Close without copying").click();
  await open(button(`More actions for ${code}`), share);
  await share.click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(1);
  await expectAccessibleInBothThemes(page, "shared pages");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByRole("checkbox", { name: `Select ${code}` }).click();
  await expectAccessibleInBothThemes(page, "a selected row");
});

/** What 1,280 x 1,024 px leave (WCAG 1.4.10). */
const HEIGHT_AT_400_PERCENT = 256;

/** Runs in the browser. The height in px of what shows a part of the content around an element. */
function heightOfScroller(element: Element): number {
  let scroller = element.parentElement;
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
  return scroller?.clientHeight ?? innerHeight;
}

test("at a zoom of 400%, dialogs scroll as a whole", async ({ page, createUser, signInAs }) => {
  await page.setViewportSize({ width: 320, height: HEIGHT_AT_400_PERCENT });
  await signInAs(await createUser());
  await page.goto("/urls");
  const dialog = page.getByRole("dialog", { name: "Create Short URL" });
  await open(page.getByRole("button", { name: "Create Short URL" }).first(), dialog);
  const code = uniqueCode("zoomed");
  for (const [name, value] of [
    ["Destination URL", "https://example.com/"],
    ["Short code", code],
  ] as const) {
    const field = dialog.getByRole("textbox", { name });
    await field.fill(value);
    await expect(field).toBeInViewport({ ratio: 1 });
    expect(await field.evaluate(heightOfScroller), name).toBeGreaterThan(HEIGHT_AT_400_PERCENT / 2);
  }
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog");
  for (const name of [/^Discard/, "Cancel"]) {
    const button = question.getByRole("button", { name });
    await button.focus();
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText(code).first()).toBeVisible();
});
