import { expectAccessible } from "@/e2e/axe";
import { expect, open, test } from "@/e2e/fixtures";
import { linkIn, waitForMail } from "@/e2e/mailbox";
import { createLink } from "@/e2e/url-table";

const PUBLIC_PATHS = [
  "/",
  "/?error=link",
  "/auth/verify/spent?confirm=1",
  "/paused",
  "/deleted",
  "/no/such/page",
  "/api-reference",
];
const PATHS = [
  "/",
  "/urls",
  "/qr-codes",
  "/users",
  "/groups",
  "/api-keys",
  "/analytics",
  "/settings",
  "/settings/audit-log",
];

const WIDTHS = [1440, 360];
/** What an overall_admin opens, and by which button. */
const OPENERS: [path: string, button: string | RegExp][] = [
  ["/users", "Create User"],
  ["/groups", "Create Group"],
  ["/groups", /^Edit /],
  ["/groups", /^View /],
  ["/qr-codes", "Regenerate All QR Codes"],
];
const KEY_OPENERS = ["Create API Key", /^Revoke /];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    // Rows that are still fading in have less contrast than they will have.
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test("the screens before the sign-in, wide and narrow", async ({ page, mailFolder, createUser }) => {
      test.setTimeout(120_000);
      const user = await createUser();
      await page.request.post("/api/auth/request", { data: { email: user.email } });
      const link = linkIn(await waitForMail(mailFolder, user.email));
      // What asks for the link has a cookie; another browser is asked to confirm.
      await page.context().clearCookies();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const path of PUBLIC_PATHS) {
          await page.goto(path);
          await expectAccessible(page, `${path} at ${width} px`);
        }
        await page.goto(link);
        await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
        await expectAccessible(page, `the question before signing in at ${width} px`);
      }
      await page.goto("/");
      await page.getByRole("textbox", { name: "Email" }).fill("nobody");
      const message = page.getByText("Please enter a valid email address");
      await open(page.getByRole("button", { name: "Send Magic Link" }), message);
      await expectAccessible(page, "an address that is none");
    });

    test("what a role does not open, and lists without rows", async ({ page, createUser, signInAs }) => {
      await signInAs(await createUser());
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const path of PATHS) {
          await page.goto(path);
          await expectAccessible(page, `${path} of a new user at ${width} px`);
        }
      }
    });

    test("every screen, wide and narrow", async ({ page, createUser, createGroup, signInAs }) => {
      test.setTimeout(120_000);
      const admin = await createUser({ role: "overall_admin" });
      await createGroup(admin);
      await signInAs(admin);
      await createLink(page, "axe");
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const path of PATHS) {
          await page.goto(path);
          await page.waitForLoadState("load");
          await expectAccessible(page, `${path} at ${width} px`);
        }
      }
    });

    test("the dialogs and menus of links", async ({ page, createUser, signInAs }) => {
      test.setTimeout(120_000);
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
        await expectAccessible(page, title);
        await dialog.getByRole("button", { name: "Close" }).click();
        await dialog.waitFor({ state: "hidden" });
      }
      const remove = page.getByRole("menuitem", { name: "Delete" });
      await open(button(`More actions for ${code}`), remove);
      await expectAccessible(page, "the menu of a row");
      await remove.click();
      await page.getByRole("alertdialog").waitFor();
      await expectAccessible(page, "the question before deleting");
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("checkbox", { name: `Select ${code}` }).click();
      await expectAccessible(page, "with a chosen row");
    });

    test("the dialogs of users, groups, keys and jobs, wide and narrow", async ({
      page,
      createUser,
      createGroup,
      signInAs,
    }) => {
      test.setTimeout(180_000);
      const [admin, groupAdmin] = [
        await createUser({ role: "overall_admin" }),
        await createUser({ role: "group_admin" }),
      ];
      await createUser();
      const groupId = await createGroup(groupAdmin);
      const opened = page.getByRole("dialog").or(page.getByRole("alertdialog"));
      const look = async (path: string, name: string | RegExp, width: number) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await open(page.getByRole("button", { name }).first(), opened);
        await expectAccessible(page, `${path}, ${name} at ${width} px`);
      };

      await signInAs(groupAdmin);
      await page.request.post(`/api/groups/${groupId}/api-keys`, { data: { name: "Axe" } });
      for (const width of WIDTHS) for (const name of KEY_OPENERS) await look("/api-keys", name, width);

      await signInAs(admin);
      for (const width of WIDTHS) {
        for (const [path, name] of OPENERS) await look(path, name, width);
        await page.goto("/users");
        for (const name of ["Edit User", "Delete User"]) {
          const entry = page.getByRole("menuitem", { name });
          await open(page.getByRole("button", { name: /^Actions for/ }).first(), entry);
          await expectAccessible(page, `the menu of a user at ${width} px`);
          await entry.click();
          await opened.waitFor();
          await expectAccessible(page, `${name} at ${width} px`);
          await page.keyboard.press("Escape");
          await opened.waitFor({ state: "hidden" });
        }
      }
    });
  });
}
