import { expectAccessibleInBothThemes } from "@/e2e/axe";
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
  "/account/sessions",
];

/** What an overall_admin opens, and by which button. */
const OPENERS: [path: string, button: string | RegExp][] = [
  ["/users", "Create User"],
  ["/groups", "Create Group"],
  ["/groups", /^Edit /],
  ["/groups", /^View /],
  ["/qr-codes", "Regenerate All QR Codes"],
];
const KEY_OPENERS = ["Create API Key", /^Revoke /];

// Rows that are still fading in have less contrast than they will have.
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const width of [1440, 360]) {
  test.describe(`in both themes at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.setTimeout(120_000);

    test("the screens before the sign-in", async ({ page, mailFolder, createUser }) => {
      const user = await createUser();
      await page.request.post("/api/auth/request", { data: { email: user.email } });
      const link = linkIn(await waitForMail(mailFolder, user.email));
      // What asks for the link has a cookie; another browser is asked to confirm.
      await page.context().clearCookies();
      for (const path of PUBLIC_PATHS) {
        await page.goto(path);
        await expectAccessibleInBothThemes(page, path);
      }
      await page.goto(link);
      await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
      await expectAccessibleInBothThemes(page, "the question before signing in");
      await page.goto("/");
      await page.getByRole("textbox", { name: "Email" }).fill("nobody");
      const message = page.getByText("Please enter a valid email address");
      await open(page.getByRole("button", { name: "Send Magic Link" }), message);
      await expectAccessibleInBothThemes(page, "an address that is none");
    });

    test("what a role does not open, and lists without rows", async ({ page, createUser, signInAs }) => {
      await signInAs(await createUser());
      for (const path of PATHS) {
        await page.goto(path);
        await expectAccessibleInBothThemes(page, `${path} of a new user`);
      }
    });

    test("every screen", async ({ page, createUser, createGroup, signInAs }) => {
      const admin = await createUser({ role: "overall_admin" });
      await createGroup(admin);
      await signInAs(admin);
      await createLink(page, "axe");
      for (const path of PATHS) {
        await page.goto(path);
        await page.waitForLoadState("load");
        await expectAccessibleInBothThemes(page, path);
      }
    });

    test("the dialogs of groups, keys and jobs", async ({ page, createUser, createGroup, signInAs }) => {
      const groupAdmin = await createUser({ role: "group_admin" });
      const groupId = await createGroup(groupAdmin);
      const look = async (path: string, name: string | RegExp) => {
        await page.goto(path);
        const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
        await open(page.getByRole("button", { name }).first(), dialog);
        await expectAccessibleInBothThemes(page, `${path}, ${name}`);
      };

      await signInAs(groupAdmin);
      await page.request.post(`/api/groups/${groupId}/api-keys`, { data: { name: "Axe" } });
      for (const name of KEY_OPENERS) await look("/api-keys", name);

      await signInAs(await createUser({ role: "overall_admin" }));
      for (const [path, name] of OPENERS) await look(path, name);
    });

    test("the menu and the dialogs of users", async ({ page, createUser, signInAs }) => {
      await createUser();
      await signInAs(await createUser({ role: "overall_admin" }));
      await page.goto("/users");
      const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
      for (const name of ["Edit User", "Delete User"]) {
        const entry = page.getByRole("menuitem", { name });
        await open(page.getByRole("button", { name: /^Actions for/ }).first(), entry);
        await expectAccessibleInBothThemes(page, "the menu of a user");
        await entry.click();
        await dialog.waitFor();
        await expectAccessibleInBothThemes(page, name);
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "hidden" });
      }
    });
  });
}

test("the dialogs and menus of links, in both themes", async ({ page, createUser, signInAs }) => {
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
    await expectAccessibleInBothThemes(page, title);
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "hidden" });
  }
  const remove = page.getByRole("menuitem", { name: "Delete" });
  await open(button(`More actions for ${code}`), remove);
  await expectAccessibleInBothThemes(page, "the menu of a row");
  await remove.click();
  await page.getByRole("alertdialog").waitFor();
  await expectAccessibleInBothThemes(page, "the question before deleting");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("checkbox", { name: `Select ${code}` }).click();
  await expectAccessibleInBothThemes(page, "with a chosen row");
});
