import type { Page, Route } from "@playwright/test";
import { expect, expectToast, open, test, uniqueCode } from "@/e2e/fixtures";
import { expectLedToSignIn, stopClock } from "@/e2e/signed-out";
import { choose, rowOf } from "@/e2e/table";
import { createLink, search } from "@/e2e/url-table";
import { EMAIL_INVALID } from "@/lib/auth/schema";
import { AppError } from "@/lib/errors";
import { USER_LIMIT_TOO_LOW } from "@/lib/groups/schema";
import { errorResponse } from "@/lib/http/error-response";
import { log } from "@/lib/log";
import { URL_INVALID, URL_REQUIRED } from "@/lib/urls/schema";
import { URL_LIMIT_TOO_LOW } from "@/lib/users/schema";

/** What each role, and who is signed out, is told when something fails (spec section 8) and in each state (section 4). */

// Making an answer to an error logs it.
log.level = "silent";

const ROLES = ["shortcode_admin", "group_admin", "overall_admin"] as const;
const ADMINS = ["group_admin", "overall_admin"] as const;
/** Refusals as the commands throw them; their bodies are the server's. */
const REFUSED = new AppError("conflict", "The office is closed");
const BROKEN = new Error("relation does not exist");
const SERVER_WORDS = REFUSED.message;
const NO_SUCH_ID = "0190a0a0-0000-7000-8000-000000000000";
const USER_LIMIT_BELOW_MEMBERS = "User limit cannot be below the group's 2 present members";
const NOT_ALLOWED = "You do not have permission to do this.";

for (const role of ROLES) {
  test.describe(`a ${role}`, () => {
    test("is told what is wrong with a link, and what failed", async ({ page, database, createUser, signInAs }) => {
      const user = await createUser({ role });
      await signInAs(user);
      const code = await createLink(page, "said");
      await page.goto("/urls");
      // An overall_admin sees the links of all other tests too, and of many links those near the window are rendered.
      await search(page, code);

      await test.step("creating", async () => {
        const dialog = page.getByRole("dialog", { name: "Create Short URL" });
        const create = dialog.getByRole("button", { name: "Create", exact: true });
        await open(page.getByRole("button", { name: "Create Short URL" }), dialog);
        await create.click();
        await expect(dialog.getByText(URL_REQUIRED)).toBeVisible();
        await dialog.getByLabel(/Destination/).fill("ftp://example.com/");
        await create.click();
        await expect(dialog.getByText(URL_INVALID)).toBeVisible();
        await dialog.getByLabel(/Destination/).fill("https://example.com/");
        for (const [error, toast] of [
          [BROKEN, "Failed to create short URL"],
          [REFUSED, SERVER_WORDS],
        ] as const) {
          await failing(page, "POST", "**/api/urls", error, () => create.click(), toast);
        }
        const setLimit = (limit: number) =>
          database.query("UPDATE users SET url_limit = $1 WHERE id = $2", [limit, user.id]);
        await setLimit(1);
        await create.click();
        await expectToast(
          page,
          "URL Limit Reached - You've reached your limit of 100 active URLs. Request more URLs from support.",
        );
        await setLimit(100);
        await create.click();
        await expectToast(page, "Short URL created successfully");
        await expect(dialog).toBeHidden();
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

      await test.step("copying and looking", async () => {
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
        await expect(rowOf(page, code)).toContainText("deleted");
      });
    });

    test("whose limit is reached asks for more, or makes room", async ({ page, createUser, signInAs }) => {
      await signInAs(await createUser({ role, urlLimit: 1 }));
      const code = await createLink(page, "said");
      await page.goto("/urls");
      await search(page, code);
      const opener = page.getByRole("button", { name: "Create Short URL" });
      const reached = page.getByRole("dialog", { name: "URL Limit Reached" });
      await open(opener, reached);
      await expect(
        reached.getByText("You've reached your limit of 1 active URLs. Request more URLs from support."),
      ).toBeVisible();
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
      await open(opener, page.getByRole("dialog", { name: "Create Short URL" }));
    });

    test("whose session is over is told so, and led to the sign-in screen", async ({
      page,
      database,
      createUser,
      signInAs,
    }) => {
      const user = await createUser({ role });
      await signInAs(user);
      const code = await createLink(page, "said");
      await page.goto("/urls");
      await search(page, code);
      await expect(rowOf(page, code)).toBeVisible();
      await stopClock(page);
      await database.query("DELETE FROM sessions WHERE user_id = $1", [user.id]);
      await page.getByRole("button", { name: `Show analytics for ${code}` }).click();
      await expectLedToSignIn(page);
    });

    test("finds what the role may see in the navigation, which slides over a small screen", async ({
      page,
      createUser,
      signInAs,
    }) => {
      await signInAs(await createUser({ role, firstName: "Ida", lastName: "Holm" }));
      await page.goto("/");
      const sidebar = page.getByRole("navigation", { name: "Main" });
      await expect(sidebar.getByRole("link")).toHaveText(NAVIGATION[role]);
      await expect(page.getByRole("complementary").getByText("Ida Holm")).toBeVisible();
      await expect(page.getByRole("complementary").getByText(ROLE_LABELS[role], { exact: true })).toBeVisible();

      await page.setViewportSize({ width: 360, height: 760 });
      const drawer = page.getByRole("dialog", { name: "Navigation" });
      const opener = page.getByRole("button", { name: "Open navigation" });
      await open(opener, drawer);
      await expect(drawer.getByRole("navigation").getByRole("link")).toHaveText(NAVIGATION[role]);
      await page.mouse.click(350, 400);
      await expect(drawer).toBeHidden();
      await open(opener, drawer);
      await drawer.getByRole("link", { name: "Groups" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Groups" })).toBeVisible();
      await expect(drawer).toBeHidden();
      await open(opener, drawer);
      await expect(drawer.getByRole("link", { name: "Groups" })).toHaveAttribute("aria-current", "page");
    });
  });
}

for (const role of ADMINS) {
  test(`a ${role} is told what fails with users`, async ({ page, createUser, signInAs }) => {
    const user = await createUser({ lastName: uniqueCode("Told") });
    await signInAs(await createUser({ role }));
    await page.goto("/users");
    const dialog = page.getByRole("dialog");
    if (role === "overall_admin") {
      await open(page.getByRole("button", { name: "Create User" }), dialog);
      await dialog.getByLabel("First name").fill("Ann");
      await dialog.getByLabel("Last name").fill("Lee");
      await dialog.getByLabel("Email").fill("ann@example.com");
      const create = () => dialog.getByRole("button", { name: "Create", exact: true }).click();
      await failing(page, "POST", "**/api/users", BROKEN, create, "Failed to create user");
      await failing(page, "POST", "**/api/users", REFUSED, create, SERVER_WORDS);
      await dialog.getByRole("button", { name: "Cancel" }).click();
    }
    await page.getByRole("searchbox", { name: "Search users" }).fill(user.email);
    const row = rowOf(page, user.email);
    await choose(page, row, "Edit User");
    await dialog.getByLabel("URL limit").fill("0");
    const save = () => dialog.getByRole("button", { name: "Save changes" }).click();
    await save();
    await expect(dialog.getByText(URL_LIMIT_TOO_LOW)).toBeVisible();
    await dialog.getByLabel("URL limit").fill("2");
    await failing(page, "PUT", "**/api/users/*", BROKEN, save, "Failed to update user");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await choose(page, row, "Delete User");
    const remove = () => page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await failing(page, "DELETE", "**/api/users/*", BROKEN, remove, "Failed to delete user");
    await failing(page, "DELETE", "**/api/users/*", REFUSED, remove, SERVER_WORDS);
  });

  test(`a ${role} is told what fails with groups`, async ({ page, database, createUser, createGroup, signInAs }) => {
    const admin = await createUser({ role });
    const groupId = await createGroup(admin, await createUser());
    await signInAs(admin);
    await page.goto("/groups");
    const creating = page.getByRole("dialog", { name: "Create Group" });
    await open(page.getByRole("button", { name: "Create Group" }), creating);
    await creating.getByLabel("Name").fill("Told");
    await creating.getByLabel("User limit").fill("0");
    const create = () => creating.getByRole("button", { name: "Create", exact: true }).click();
    await create();
    await expect(creating.getByText(USER_LIMIT_TOO_LOW)).toBeVisible();
    await creating.getByLabel("User limit").fill("10");
    await failing(page, "POST", "**/api/groups", BROKEN, create, "Failed to create group");
    await expectNoReason(page);
    const setRole = (to: string) => database.query("UPDATE users SET role = $1 WHERE id = $2", [to, admin.id]);
    await setRole("shortcode_admin");
    await create();
    await expectToast(page, "Failed to create group");
    await expectToast(page, NOT_ALLOWED);
    await setRole(role);
    await creating.getByRole("button", { name: "Cancel" }).click();
    const editing = page.getByRole("dialog", { name: "Edit Group" });
    await open(page.getByRole("button", { name: `Edit ${await nameOfGroup(page, groupId)}` }), editing);
    await editing.getByLabel("User limit").fill("1");
    const save = () => editing.getByRole("button", { name: "Save changes" }).click();
    await failing(page, "PUT", "**/api/groups/*", BROKEN, save, "Failed to update group");
    await expectNoReason(page);
    await save();
    await expectToast(page, "Failed to update group");
    // In the toast and at the field.
    await expect(page.getByText(USER_LIMIT_BELOW_MEMBERS)).toHaveCount(2);
  });

  test(`a ${role} is told what fails with API keys`, async ({ page, createUser, createGroup, signInAs }) => {
    const member = await createUser({ role: "group_admin" });
    const groupId = await createGroup(member);
    await signInAs(member);
    await page.request.post(`/api/groups/${groupId}/api-keys`, { data: { name: "Told" } });
    const admin = role === "group_admin" ? member : await createUser({ role });
    await signInAs(admin);
    await page.goto("/api-keys");
    if (role === "overall_admin") await pickGroup(page, groupId);
    const dialog = page.getByRole("dialog");
    await open(page.getByRole("button", { name: "Create API Key" }), dialog);
    await dialog.getByLabel("Key Name").fill("Second");
    const create = () => dialog.getByRole("button", { name: "Create", exact: true }).click();
    await failing(page, "POST", "**/api/groups/*/api-keys", BROKEN, create, "Failed to create API key");
    await failing(page, "POST", "**/api/groups/*/api-keys", REFUSED, create, SERVER_WORDS);
    await dialog.getByRole("button", { name: "Cancel" }).click();

    const question = page.getByRole("alertdialog");
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
}

test.describe("who is signed out", () => {
  for (const path of [
    "/urls",
    "/qr-codes",
    "/users",
    "/groups",
    "/api-keys",
    "/analytics",
    "/settings",
    "/settings/audit-log",
    "/account/sessions",
  ]) {
    test(`is led from ${path} to the sign-in screen`, async ({ page }) => {
      await stopClock(page);
      await page.goto(path);
      await expectLedToSignIn(page);
    });
  }

  test("asks for a magic link, and is told how that went", async ({ page }) => {
    await page.goto("/?error=link");
    const field = page.getByRole("textbox", { name: "Email" });
    const button = page.getByRole("button", { name: "Send Magic Link" });
    const spent = page.getByText("This sign-in link does not work any more");
    await expect(spent).toBeVisible();
    const asked: string[] = [];
    page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));

    await test.step("what is no address is not sent", async () => {
      await field.fill("nobody");
      await open(button, page.getByText(EMAIL_INVALID));
      for (const nothing of ["", "   "]) {
        await field.fill(nothing);
        await button.click();
      }
      expect(asked).toEqual([]);
    });

    await test.step("a failure", async () => {
      await field.fill("someone@example.com");
      const path = "**/api/auth/request";
      await failing(page, "POST", path, BROKEN, () => button.click(), "Failed to send magic link. Please try again.");
      await failing(page, "POST", path, REFUSED, () => button.click(), SERVER_WORDS);
      await expect(page.getByText("Error", { exact: true }).first()).toBeVisible();
      await expect(field).toHaveValue("someone@example.com");
    });

    await test.step("a success", async () => {
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route("**/api/auth/request", async (route) => {
        await held;
        await route.continue();
      });
      await button.click();
      await expect(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
      answer();
      await expectToast(page, "Magic link sent!");
      await expectToast(page, "Check your email for a magic link to sign in.");
      await expect(field).toHaveValue("");
      await expect(button).toBeEnabled();
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

/** Does something whose call gets the server's answer to `error`, and waits for a toast. */
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
      await action();
      await expectToast(page, toast);
    },
  );
}

/** Does something whose call is about an id that does not exist. */
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

/** The toast that is on screen holds its title alone. */
async function expectNoReason(page: Page): Promise<void> {
  await expect(page.getByText(/Internal server error|relation does not exist/)).toHaveCount(0);
}

async function nameOfGroup(page: Page, id: string): Promise<string> {
  const groups: { id: string; name: string }[] = await (await page.request.get("/api/groups")).json();
  return groups.find((group) => group.id === id)?.name ?? "";
}

async function pickGroup(page: Page, id: string): Promise<void> {
  const option = page.getByRole("option", { name: await nameOfGroup(page, id) });
  await open(page.getByRole("combobox", { name: "Group" }), option);
  await option.click();
}
