import type { Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/axe";
import { open, test, uniqueCode } from "@/e2e/fixtures";

const PUBLIC_PATHS = ["/", "/paused", "/deleted", "/no/such/page"];
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

    test("the screens before the sign-in", async ({ page }) => {
      for (const path of PUBLIC_PATHS) {
        await page.goto(path);
        await expectAccessible(page, path);
      }
    });

    test("every screen, wide and narrow", async ({ page, createUser, createGroup, signInAs }) => {
      test.setTimeout(120_000);
      const admin = await createUser({ role: "overall_admin" });
      await createGroup(admin);
      await signInAs(admin);
      await createLink(page);
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
      const code = await createLink(page);
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

async function createLink(page: Page): Promise<string> {
  const shortCode = uniqueCode("axe");
  await page.request.post("/api/urls", { data: { originalUrl: "https://example.com/", shortCode } });
  return shortCode;
}
