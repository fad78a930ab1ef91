import type { Locator, Page } from "@playwright/test";
import type pg from "pg";
import { expect, expectHydrated, expectToast, type TestUser, test, uniqueCode } from "@/e2e/fixtures";
import { expectFingerSized, fingersOn, type Hands, keyboardOn } from "@/e2e/hands";
import { expectFitsAllWidths } from "@/e2e/layout";
import { linkIn, waitForMail } from "@/e2e/mailbox";
import { createLink } from "@/e2e/url-table";
import { visit } from "@/e2e/visit";

type Walk = { page: Page; hands: Hands };

type Screen = {
  /** Name of the link in the sidebar; if undefined, the screen is opened by its address. */
  link?: string | RegExp;
  address: string;
  heading: string | RegExp;
  /** Uses the screen's primary action. */
  act: (walk: Walk) => Promise<void>;
  /** Uses an action of a row. */
  actOnRow?: (walk: Walk) => Promise<void>;
};

const button = (where: Page | Locator, name: string | RegExp) => where.getByRole("button", { name }).first();
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const question = (page: Page) => page.getByRole("alertdialog");
const rows = (page: Page, table: string) => page.getByRole("table", { name: table }).locator("tbody").getByRole("row");

/** An action that opens something from a button in the page's header. */
const opens =
  (name: string) =>
  ({ page, hands }: Walk) =>
    hands.visit(button(page.getByRole("main"), name), dialog(page, name));

const editsLink = ({ page, hands }: Walk) => {
  const row = rows(page, "Short URLs").first();
  return hands.visit(button(row, /^Edit /), dialog(page, "Edit URL"));
};

const SIGNED_OUT: Screen[] = [
  {
    address: "/",
    heading: "Hop",
    act: async ({ page, hands }) => {
      await hands.type(page.getByRole("textbox", { name: "Email" }), "nobody");
      await hands.press(button(page, "Send Magic Link"));
      await expect(page.getByText("Please enter a valid email address")).toBeVisible();
      await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
    },
  },
  {
    address: "/auth/verify/spent?confirm=1",
    heading: "This sign-in link no longer works",
    act: async ({ page, hands }) => {
      await hands.press(page.getByRole("link", { name: "Get a new link" }));
      await expect(button(page, "Send Magic Link")).toBeVisible();
    },
  },
  {
    address: "/no/such/page",
    heading: "404 Page Not Found",
    act: async ({ page, hands }) => {
      await hands.press(page.getByRole("link", { name: "Go to the start page" }));
      await expect(button(page, "Send Magic Link")).toBeVisible();
    },
  },
];

/** Without actions: there is only their size to check. */
const NOTICES: Screen[] = [
  { address: "/paused", heading: "Link Temporarily Paused", act: async () => undefined },
  { address: "/deleted", heading: "Link No Longer Available", act: async () => undefined },
];

/** @param colleague the last name of a user whom the administrator can edit */
const signedIn = (colleague: string): Screen[] => [
  {
    link: "Manage URLs",
    address: "/urls",
    heading: "URL Management",
    act: opens("Create Short URL"),
    actOnRow: editsLink,
  },
  {
    link: "QR Codes",
    address: "/qr-codes",
    heading: "QR Codes",
    act: async ({ page, hands }) => {
      await hands.press(page.getByRole("tab", { name: "Maintenance" }));
      await hands.visit(button(page, "Regenerate All QR Codes"), question(page));
    },
  },
  {
    link: "User Management",
    address: "/users",
    heading: "User Management",
    act: opens("Create User"),
    actOnRow: async ({ page, hands }) => {
      await hands.type(page.getByRole("searchbox", { name: "Search users" }), colleague);
      const row = rows(page, "Users").filter({ hasText: colleague }).first();
      await hands.visit(button(row, /^Actions for/), page.getByRole("menu"));
      await hands.press(button(row, /^Actions for/));
      await hands.press(page.getByRole("menuitem", { name: "Edit User" }));
      await expect(dialog(page, "Edit User")).toBeVisible();
      await page.keyboard.press("Escape");
    },
  },
  {
    link: "Groups",
    address: "/groups",
    heading: "Groups",
    act: opens("Create Group"),
    actOnRow: ({ page, hands }) =>
      hands.visit(button(rows(page, "Groups").first(), /^Edit /), dialog(page, "Edit Group")),
  },
  {
    link: "Analytics",
    address: "/analytics",
    heading: "Analytics",
    act: async ({ page, hands }) => {
      const period = page.getByRole("radio", { name: "Last 30 days" });
      await hands.press(period);
      await expect(period).toBeChecked();
      await expect(page).toHaveURL(/period=month/);
    },
    actOnRow: async ({ page, hands }) => {
      await hands.press(page.getByRole("region", { name: "Top Links" }).getByRole("link").first());
      await expect(page).toHaveURL(/\/urls\/[\da-f-]{36}\b/);
      await page.goBack();
      await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
    },
  },
  {
    link: "Settings",
    address: "/settings",
    heading: "Settings",
    act: async ({ page, hands }) => {
      await hands.type(page.getByRole("textbox", { name: "Base URL" }), "not a url");
      await hands.press(button(page, "Save changes"));
      await expect(page.getByText("Invalid URL format")).toBeVisible();
      await expect(page.getByRole("textbox", { name: "Base URL" })).toBeFocused();
      await hands.press(button(page, "Discard"));
      await expect(page.getByText("You have unsaved changes.")).toBeHidden();
    },
  },
  {
    link: "Audit log",
    address: "/settings/audit-log",
    heading: "Audit Log",
    act: async ({ page, hands }) => {
      await hands.type(page.getByRole("searchbox", { name: "Search the audit log" }), colleague);
      await expect(page).toHaveURL(new RegExp(`q=${colleague}`));
    },
    actOnRow: async ({ page, hands }) => {
      // Entries of commands name no user.
      const byUser = rows(page, "Audit log").filter({ has: page.getByRole("button") });
      await hands.press(button(byUser.first(), /./));
      await expect(page).toHaveURL(/actor=/);
    },
  },
  {
    link: /Your sessions$/,
    address: "/account/sessions",
    heading: "Your Sessions",
    act: async ({ page, hands }) => {
      await hands.press(button(page, "Sign out all others"));
      await expectToast(page, "Signed out everywhere else");
      await hands.dismissToast();
      await expect(page.getByText("1 session", { exact: true })).toBeVisible();
    },
    actOnRow: async ({ page, hands }) => {
      await hands.press(button(page, "Sign out Safari on iOS"));
      await expectToast(page, "Session signed out");
      await hands.dismissToast();
      await expect(page.getByText("2 sessions", { exact: true })).toBeVisible();
    },
  },
  {
    link: "API Keys",
    address: "/api-keys",
    heading: "API Keys",
    act: opens("Create API Key"),
    actOnRow: ({ page, hands }) => hands.visit(button(rows(page, "API Keys").first(), /^Revoke /), question(page)),
  },
  { link: "Dashboard", address: "/", heading: "Dashboard", act: opens("Create Short URL"), actOnRow: editsLink },
];

test.describe.configure({ timeout: 600_000 });

for (const { name, handsOf, use } of [
  { name: "by keyboard alone", handsOf: keyboardOn, use: { viewport: { width: 1440, height: 900 } } },
  {
    name: "on a phone",
    handsOf: fingersOn,
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
]) {
  test.describe(name, () => {
    test.use(use);

    test("the primary action of every screen, and an action of a row", async ({
      page,
      database,
      mailFolder,
      createUser,
      createGroup,
      signInAs,
    }) => {
      const walk = { page, hands: handsOf(page) };
      const signedOut = walk.hands.isTouch ? [...SIGNED_OUT, ...NOTICES] : SIGNED_OUT;
      for (const screen of signedOut) await walkScreen(walk, screen);

      const admin = await createUser({ role: "overall_admin" });
      await insertSessions(database, admin);
      await signInAs(admin);
      const code = await createLink(page, "screen");
      await visit(`/${code}`);
      await createKey(page, database, await createGroup(admin));
      const colleague = uniqueCode("Colleague");
      const email = `${colleague.toLowerCase()}@example.com`;
      const user = { firstName: "Ada", lastName: colleague, email, role: "shortcode_admin", urlLimit: 5 };
      await page.request.post("/api/users", { data: { ...user, sendInvitation: true } });
      const countClicks = async () => (await (await page.request.get(`/api/urls?q=${code}`)).json())[0]?.clickCount;
      await expect.poll(countClicks).toBe(1);
      await page.goto("/groups");
      for (const screen of signedIn(colleague)) await walkScreen(walk, screen);

      await page.context().clearCookies();
      await walkScreen(walk, {
        address: linkIn(await waitForMail(mailFolder, email, 1, /^You're invited to /)),
        heading: "Sign in",
        act: async ({ hands }) => {
          await hands.press(button(page, "Sign in"));
          await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
        },
      });
    });
  });
}

async function walkScreen(walk: Walk, { link, address, heading, act, actOnRow }: Screen): Promise<void> {
  const { page, hands } = walk;
  await test.step(String(heading), async () => {
    if (link) await hands.go(link);
    else await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    // A press before would be lost, or load the whole next page.
    await expectHydrated(page);
    if (hands.isTouch) {
      await expectFitsAllWidths(page);
      await expectFingerSized(page);
    }
    await actOnRow?.(walk);
    await act(walk);
  });
}

/** Inserts two more sessions, to be signed out one by one and together. */
async function insertSessions(database: pg.Pool, { id }: TestUser): Promise<void> {
  await database.query(
    `INSERT INTO sessions (session_token, user_id, expires, browser, os)
     SELECT encode(sha256(convert_to($1 || os, 'UTF8')), 'hex'), $1::uuid, now() + interval '1 day', browser, os
     FROM (VALUES ('Safari', 'iOS'), ('Firefox', 'Linux')) AS device (browser, os)`,
    [id],
  );
}

/** Creates a key in a group that comes first by name, as its keys are shown initially. */
async function createKey(page: Page, database: pg.Pool, groupId: string): Promise<void> {
  await page.request.post(`/api/groups/${groupId}/api-keys`, { data: { name: "Newsletter" } });
  await database.query("UPDATE groups SET name = '0 0 ' || name WHERE id = $1", [groupId]);
}
