import type { Page, Route } from "@playwright/test";
import { expectAccessible } from "@/e2e/axe";
import { cancelTyped, expect, expectToast, open, test, uniqueCode } from "@/e2e/fixtures";
import { holdBack } from "@/e2e/hold-back";
import { expectLedToSignIn, expectLeft, stopClock } from "@/e2e/signed-out";
import { choose, pick, rowOf, searchUsers } from "@/e2e/table";
import { createLink, search } from "@/e2e/url-table";
import { EMAIL_INVALID } from "@/lib/email";
import { AppError } from "@/lib/errors";
import { USER_LIMIT_TOO_LOW } from "@/lib/groups/schema";
import { errorResponse } from "@/lib/http/error-response";
import { log } from "@/lib/log";
import { URL_INVALID, URL_REQUIRED } from "@/lib/urls/schema";
import { URL_LIMIT_TOO_LOW } from "@/lib/users/schema";

/** Messages for each role and for signed-out visitors, on failures (spec section 8) and in each state (section 4). */

// Building an error response logs the error.
log.level = "silent";

const ROLES = ["shortcode_admin", "group_admin", "overall_admin"] as const;
const ADMINS = ["group_admin", "overall_admin"] as const;
const ARTICLED = {
  shortcode_admin: "a shortcode_admin",
  group_admin: "a group_admin",
  overall_admin: "an overall_admin",
};
/** Errors thrown by commands; the server's code builds the response bodies. */
const REFUSED = new AppError("conflict", "The office is closed");
const BROKEN = new Error("relation does not exist");
const SERVER_WORDS = REFUSED.message;
const NO_SUCH_ID = "0190a0a0-0000-7000-8000-000000000000";
const USER_LIMIT_BELOW_MEMBERS = "User limit cannot be below the group's 2 current members";
const NOT_ALLOWED = "You do not have permission to do this.";

for (const role of ROLES) {
  test(`${ARTICLED[role]} sees the navigation, messages of links, and the end of the session`, async ({
    page,
    database,
    createUser,
    signInAs,
  }) => {
    const user = await createUser({ role, urlLimit: 1, firstName: "Ida", lastName: "Holm" });
    await signInAs(user);
    const code = await createLink(page, "said");
    const opener = page.getByRole("button", { name: "Create Short URL" });
    const creating = page.getByRole("dialog", { name: "Create Short URL" });

    await test.step("the navigation of the role, a drawer on small screens", async () => {
      const desktop = page.viewportSize();
      await page.goto("/");
      const sidebar = page.getByRole("navigation", { name: "Main" });
      await expect(sidebar.getByRole("link")).toHaveText(NAVIGATION[role]);
      await expect(page.getByRole("complementary").getByText("Ida Holm")).toBeVisible();
      await expect(page.getByRole("complementary").getByText(ROLE_LABELS[role], { exact: true })).toBeVisible();

      await page.setViewportSize({ width: 360, height: 760 });
      const drawer = page.getByRole("dialog", { name: "Navigation" });
      const drawerOpener = page.getByRole("button", { name: "Open navigation" });
      await open(drawerOpener, drawer);
      await expect(drawer.getByRole("navigation").getByRole("link")).toHaveText(NAVIGATION[role]);
      await page.mouse.click(350, 400);
      await expect(drawer).toBeHidden();
      await open(drawerOpener, drawer);
      await drawer.getByRole("link", { name: "Groups" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Groups" })).toBeVisible();
      await expect(drawer).toBeHidden();
      await open(drawerOpener, drawer);
      await expect(drawer.getByRole("link", { name: "Groups" })).toHaveAttribute("aria-current", "page");
      await drawer.getByRole("link", { name: "Manage URLs" }).click();
      await expect(drawer).toBeHidden();
      if (desktop) await page.setViewportSize(desktop);
      // An overall_admin also sees the links of other tests, and only rows near the viewport are rendered.
      await search(page, code);
    });

    await test.step("at the limit, requesting more or freeing a slot", async () => {
      const reached = page.getByRole("dialog", { name: "URL Limit Reached" });
      await open(opener, reached);
      await expect(
        reached.getByText("You've reached your limit of 1 active URL. Request more URLs from support."),
      ).toBeVisible();
      // Checked once, since it is the same for all roles.
      if (role === "shortcode_admin") await expectAccessible(page, "at the limit");
      const request = () => reached.getByRole("button", { name: "Request More URLs" }).click();
      const path = "**/api/urls/request-limit-increase";
      const fallback = "Failed to send request. Please try again or contact support directly.";
      await failing(page, "POST", path, BROKEN, request, fallback);
      await failing(page, "POST", path, REFUSED, request, SERVER_WORDS);
      await request();
      await expectToast(page, "Your request has been sent to support. You'll hear back within 24 hours.");
      await expect(reached).toBeHidden();

      const pause = page.getByRole("menuitem", { name: "Pause" });
      await open(page.getByRole("button", { name: `More actions for ${code}` }), pause);
      await pause.click();
      await expect(rowOf(page, code)).toContainText("paused");
      await open(opener, creating);
    });

    await test.step("creating", async () => {
      const create = creating.getByRole("button", { name: "Create", exact: true });
      await create.click();
      await expect(creating.getByText(URL_REQUIRED)).toBeVisible();
      await creating.getByLabel(/Destination/).fill("ftp://example.com/");
      await create.click();
      await expect(creating.getByText(URL_INVALID)).toBeVisible();
      await creating.getByLabel(/Destination/).fill("https://example.com/");
      for (const [error, toast] of [
        [BROKEN, "Failed to create short URL"],
        [REFUSED, SERVER_WORDS],
      ] as const) {
        await failing(page, "POST", "**/api/urls", error, () => create.click(), toast);
        await expect(create).toBeFocused();
      }
      // Fills the limit again, which the page does not know.
      await database.query("UPDATE short_urls SET status = 'active' WHERE short_code = $1", [code]);
      await create.click();
      await expectToast(
        page,
        "URL Limit Reached - You've reached your limit of 1 active URL. Request more URLs from support.",
      );
      await database.query("UPDATE users SET url_limit = 100 WHERE id = $1", [user.id]);
      await create.click();
      await expectToast(page, "Short URL created successfully");
      await expect(creating).toBeHidden();
      await expect(rowOf(page, code)).toContainText("active");
    });

    await test.step("editing", async () => {
      const dialog = page.getByRole("dialog", { name: "Edit URL" });
      const save = dialog.getByRole("button", { name: "Save changes" });
      await open(page.getByRole("button", { name: `Edit ${code}` }), dialog);
      await expect(dialog.getByLabel("Short code")).toHaveAttribute("readonly", "");
      const destination = dialog.getByLabel(/Destination/);
      await destination.fill("");
      await save.click();
      await expectToast(page, "Validation Error: Please fix the errors below");
      await expect(dialog.getByText(URL_REQUIRED)).toBeVisible();
      await destination.fill("https://example.com/other");
      await failing(page, "PUT", "**/api/urls/*", BROKEN, () => save.click(), "Failed to update URL");
      await expectNoReason(page);
      await misdirected(page, "PUT", "**/api/urls/*", () => save.click());
      await expectToast(page, "Failed to update URL");
      await expectToast(page, "Short URL not found");
      await dialog.getByRole("combobox", { name: "Status" }).click();
      await expect(page.getByRole("option")).toHaveText(["Active", "Paused", "Deleted"]);
      await page.getByRole("option", { name: "Paused" }).click();
      await save.click();
      await expectToast(page, "URL updated successfully");
      await expect(rowOf(page, code)).toContainText("paused");
    });

    await test.step("copying and viewing", async () => {
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
      });
      await page.getByRole("button", { name: `Copy short URL ${code}` }).click();
      await expectToast(page, "Failed to copy to clipboard");
      await page.route("**/api/analytics/**", (route) => route.fulfill({ status: 500, body: "" }));
      const dialog = page.getByRole("dialog", { name: "URL Analytics" });
      await page.getByRole("button", { name: `Show analytics for ${code}` }).click();
      await expect(dialog.getByText("Failed to fetch analytics")).toBeVisible();
      await dialog.getByRole("button", { name: "Close" }).click();
      await page.unroute("**/api/analytics/**");
    });

    await test.step("deleting", async () => {
      const item = page.getByRole("menuitem", { name: "Delete" });
      const question = page.getByRole("alertdialog", { name: "Delete short URL?" });
      await open(page.getByRole("button", { name: `More actions for ${code}` }), item);
      await item.click();
      const remove = () => question.getByRole("button", { name: "Delete" }).click();
      await failing(page, "DELETE", "**/api/urls/*", BROKEN, remove, "Failed to delete URL");
      await expectNoReason(page);
      await misdirected(page, "DELETE", "**/api/urls/*", remove);
      await expectToast(page, "Failed to delete URL");
      await expectToast(page, "Short URL not found");
      await remove();
      await expectToast(page, "URL deleted successfully");
      // A question hides the rows.
      await expect(question).toBeHidden();
      await expect(rowOf(page, code)).toHaveCount(0);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(rowOf(page, code)).toBeVisible();
    });

    await test.step("the end of the session leads to the sign-in screen", async () => {
      await stopClock(page);
      await database.query("DELETE FROM sessions WHERE user_id = $1", [user.id]);
      await page.getByRole("button", { name: `Show analytics for ${code}` }).click();
      await expectLedToSignIn(page);
    });
  });
}

for (const role of ADMINS) {
  test(`${ARTICLED[role]} sees failures of changes to users, groups and API keys`, async ({
    page,
    request,
    database,
    createUser,
    createGroup,
    signInAs,
  }) => {
    const user = await createUser({ lastName: uniqueCode("Told") });
    const admin = await createUser({ role });
    const member = await createUser({ role: "group_admin" });
    const groupId = await createGroup(admin, member);
    // Sorts first by name: of more than a hundred groups, only those near the viewport are rendered.
    await database.query("UPDATE groups SET name = '0 ' || name WHERE id = $1", [groupId]);
    const keyMaker = role === "group_admin" ? admin : member;
    await request.post(`/api/groups/${groupId}/api-keys`, {
      headers: { Cookie: `hop.session=${keyMaker.sessionToken}` },
      data: { name: "Told" },
    });
    await signInAs(admin);
    const dialog = page.getByRole("dialog");
    const question = page.getByRole("alertdialog");

    await test.step("users", async () => {
      await page.goto("/users");
      if (role === "overall_admin") {
        await open(page.getByRole("button", { name: "Create User" }), dialog);
        await dialog.getByLabel("First name").fill("Ann");
        await dialog.getByLabel("Last name").fill("Lee");
        await dialog.getByLabel("Email").fill("ann@example.com");
        const create = () => dialog.getByRole("button", { name: "Create", exact: true }).click();
        await failing(page, "POST", "**/api/users", BROKEN, create, "Failed to create user");
        await failing(page, "POST", "**/api/users", REFUSED, create, SERVER_WORDS);
        await cancelTyped(page, dialog);
      }
      await searchUsers(page, user.email);
      const row = rowOf(page, user.email);
      await choose(page, row, "Edit User");
      await dialog.getByLabel("URL limit").fill("0");
      const save = () => dialog.getByRole("button", { name: "Save changes" }).click();
      await save();
      await expect(dialog.getByText(URL_LIMIT_TOO_LOW)).toBeVisible();
      await dialog.getByLabel("URL limit").fill("2");
      await failing(page, "PUT", "**/api/users/*", BROKEN, save, "Failed to update user");
      await cancelTyped(page, dialog);
      await choose(page, row, "Delete User");
      const remove = () => question.getByRole("button", { name: "Delete" }).click();
      await failing(page, "DELETE", "**/api/users/*", BROKEN, remove, "Failed to delete user");
      await failing(page, "DELETE", "**/api/users/*", REFUSED, remove, SERVER_WORDS);
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect(question).toBeHidden();
    });

    await test.step("groups", async () => {
      await page.getByRole("link", { name: "Groups" }).click();
      await open(
        page.getByRole("button", { name: "Create Group" }),
        page.getByRole("dialog", { name: "Create Group" }),
      );
      await dialog.getByLabel("Name").fill("Told");
      await dialog.getByLabel("User limit").fill("0");
      const create = () => dialog.getByRole("button", { name: "Create", exact: true }).click();
      await create();
      await expect(dialog.getByText(USER_LIMIT_TOO_LOW)).toBeVisible();
      await dialog.getByLabel("User limit").fill("10");
      await failing(page, "POST", "**/api/groups", BROKEN, create, "Failed to create group");
      await expectNoReason(page);
      const setRole = (to: string) => database.query("UPDATE users SET role = $1 WHERE id = $2", [to, admin.id]);
      await setRole("shortcode_admin");
      await create();
      await expectToast(page, "Failed to create group");
      await expectToast(page, NOT_ALLOWED);
      await setRole(role);
      await cancelTyped(page, dialog);
      const editing = page.getByRole("dialog", { name: "Edit Group" });
      await open(page.getByRole("button", { name: `Edit ${await nameOfGroup(page, groupId)}` }), editing);
      await editing.getByLabel("User limit").fill("1");
      const save = () => editing.getByRole("button", { name: "Save changes" }).click();
      await failing(page, "PUT", "**/api/groups/*", BROKEN, save, "Failed to update group");
      await expectNoReason(page);
      await save();
      await expectToast(page, "Failed to update group");
      // The message is in the toast and beside the field.
      await expect(page.getByText(USER_LIMIT_BELOW_MEMBERS)).toHaveCount(2);
      await cancelTyped(page, editing);
      await expect(editing).toBeHidden();
    });

    await test.step("API keys", async () => {
      await page.getByRole("link", { name: "API Keys" }).click();
      if (role === "overall_admin") await pickGroup(page, groupId);
      await open(page.getByRole("button", { name: "Create API Key" }), dialog);
      await dialog.getByLabel("Key Name").fill("Second");
      const create = () => dialog.getByRole("button", { name: "Create", exact: true }).click();
      await failing(page, "POST", "**/api/groups/*/api-keys", BROKEN, create, "Failed to create API key");
      await failing(page, "POST", "**/api/groups/*/api-keys", REFUSED, create, SERVER_WORDS);
      await cancelTyped(page, dialog);

      await page.getByRole("button", { name: "Revoke Told" }).click();
      const revoke = () => question.getByRole("button", { name: "Revoke" }).click();
      await failing(page, "PUT", "**/api/api-keys/*/revoke", REFUSED, revoke, SERVER_WORDS);
      await revoke();
      await expectToast(page, "API Key Revoked");
      await expect(rowOf(page, "Told")).toContainText("Revoked");
      const remove = page.getByRole("button", { name: "Delete Told" });
      if (role === "group_admin") return expect(remove).toHaveCount(0);
      await remove.click();
      const confirm = () => question.getByRole("button", { name: "Delete" }).click();
      await failing(page, "DELETE", "**/api/api-keys/*", REFUSED, confirm, SERVER_WORDS);
      await confirm();
      await expectToast(page, "API Key Deleted");
    });
  });
}

test.describe("a signed-out visitor", () => {
  test("is led from each page to the sign-in screen", async ({ page }) => {
    await stopClock(page);
    const isHome = ({ pathname }: URL) => pathname === "/";
    await page.route(isHome, (route) => route.fulfill({ contentType: "text/html", body: "" }));
    for (const path of [
      "/qr-codes",
      "/users",
      "/groups",
      "/api-keys",
      "/analytics",
      "/settings",
      "/settings/audit-log",
      "/account/sessions",
    ]) {
      await page.goto(path);
      await expectLeft(page);
    }
    await page.unroute(isHome);
    await page.goto("/urls");
    await expectLedToSignIn(page);
  });

  test("keeps what was typed before hydration; the button waits", async ({ page }) => {
    const load = await holdBack(page, "**/_next/static/**/*.js");
    await page.goto("/", { waitUntil: "commit" });
    const field = page.getByRole("textbox", { name: "Email" });
    const button = page.getByRole("button", { name: "Send Magic Link" });
    await field.fill("nobody");
    await field.press("Enter");
    await expect(button).toBeDisabled();
    load();
    await button.click();
    await expect(page.getByText(EMAIL_INVALID)).toBeVisible();
    await expect(field).toHaveValue("nobody");
  });

  test("requests a magic link and sees the outcome", async ({ page }) => {
    await page.goto("/?error=link");
    const field = page.getByRole("textbox", { name: "Email" });
    const button = page.getByRole("button", { name: "Send Magic Link" });
    const spent = page.getByText("This sign-in link no longer works");
    const sentTo = page.getByRole("heading", { name: "We sent a link to someone@example.com" });
    await expect(spent).toBeVisible();
    const asked: string[] = [];
    page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));

    await test.step("an invalid address is not sent", async () => {
      await field.fill("nobody");
      await open(button, page.getByText(EMAIL_INVALID));
      for (const nothing of ["", "   "]) {
        await field.fill(nothing);
        await button.click();
      }
      expect(asked).toEqual([]);
    });

    await test.step("failure", async () => {
      await field.fill("someone@example.com");
      const path = "**/api/auth/request";
      await failing(page, "POST", path, BROKEN, () => button.click(), "Failed to send magic link. Please try again.");
      await failing(page, "POST", path, REFUSED, () => button.click(), SERVER_WORDS);
      await expect(page.getByText("Error", { exact: true }).first()).toBeVisible();
      await expect(field).toHaveValue("someone@example.com");
    });

    await test.step("success", async () => {
      const answer = await holdBack(page, "**/api/auth/request");
      await stopClock(page);
      await button.click();
      await expect(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
      answer();
      await expectToast(page, "Magic link sent!");
      await expectToast(page, "Check your email for a magic link to sign in.");
      await expect(sentTo).toBeFocused();
      await expect(page.getByText("Open it in this browser within 10 minutes to sign in.")).toBeVisible();
      await expect(field).toHaveCount(0);
      await expect(spent).toBeHidden();
    });

    await test.step("another link can be requested later, as far as the limits allow", async () => {
      await expect(page.getByRole("button", { name: "Resend in 30 s" })).toBeDisabled();
      await page.clock.runFor(30_000);
      const [again] = await Promise.all([
        page.waitForResponse("**/api/auth/request"),
        page.getByRole("button", { name: "Resend link" }).click(),
      ]);
      expect(again.status()).toBe(200);
      await expect(page.getByRole("button", { name: "Resend in 30 s" })).toBeDisabled();
      await page.clock.runFor(30_000);
      const limited = { status: 429, headers: { "Retry-After": "600" }, json: { message: SERVER_WORDS } };
      await page.route("**/api/auth/request", (route) => route.fulfill(limited));
      await page.getByRole("button", { name: "Resend link" }).click();
      await expectToast(page, SERVER_WORDS);
      await expect(page.getByRole("button", { name: "Resend in 10:00" })).toBeDisabled();
      await expect(sentTo).toBeFocused();
    });

    await test.step("another address", async () => {
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect(field).toBeFocused();
      await expect(field).toHaveValue("");
      await expect(spent).toBeHidden();
    });
  });
});

const FOR_ALL = ["Dashboard", "Manage URLs", "QR Codes"];
/** Spec section 2. */
const NAVIGATION = {
  shortcode_admin: [...FOR_ALL, "Groups", "Analytics"],
  group_admin: [...FOR_ALL, "Groups", "API Keys", "Analytics"],
  overall_admin: [...FOR_ALL, "User Management", "Groups", "API Keys", "Analytics", "Settings"],
};
const ROLE_LABELS = { shortcode_admin: "User", group_admin: "group admin", overall_admin: "overall admin" };

type Action = () => Promise<void>;

/** Runs an action whose call gets the server's response to `error`, and waits for a toast. */
async function failing(
  page: Page,
  method: string,
  path: string,
  error: Error,
  action: Action,
  toast: string,
): Promise<void> {
  const answer = errorResponse(error, { requestId: "1", isPublicApi: false });
  const body = await answer.text();
  await intercepting(
    page,
    method,
    path,
    (route) => route.fulfill({ status: answer.status, body }),
    async () => {
      // The toast of an earlier call may have the same text.
      const answered = page.waitForResponse(
        (response) => response.request().method() === method && response.status() === answer.status,
      );
      await Promise.all([answered, action()]);
      await expectToast(page, toast);
    },
  );
}

/** Runs an action whose call is redirected to an unknown id. */
async function misdirected(page: Page, method: string, path: string, action: Action): Promise<void> {
  const toNothing = (route: Route) => {
    const url = new URL(`/api/urls/${NO_SUCH_ID}`, route.request().url());
    return route.continue({ url: url.href });
  };
  await intercepting(page, method, path, toNothing, async () => {
    const answered = page.waitForResponse((response) => response.request().method() === method);
    await action();
    expect((await answered).status()).toBe(404);
  });
}

async function intercepting(
  page: Page,
  method: string,
  path: string,
  handle: (route: Route) => Promise<void>,
  work: Action,
): Promise<void> {
  await page.route(path, (route) => (route.request().method() === method ? handle(route) : route.continue()));
  await work();
  await page.unroute(path);
}

/** Expects a toast with a title only. */
async function expectNoReason(page: Page): Promise<void> {
  await expect(page.getByText(/Internal server error|relation does not exist/)).toHaveCount(0);
}

async function nameOfGroup(page: Page, id: string): Promise<string> {
  const groups: { id: string; name: string }[] = await (await page.request.get("/api/groups")).json();
  return groups.find((group) => group.id === id)?.name ?? "";
}

async function pickGroup(page: Page, id: string): Promise<void> {
  await pick(page, page.getByRole("combobox", { name: "Group" }), await nameOfGroup(page, id));
}
