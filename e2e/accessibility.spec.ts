import type { Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/axe";
import { open, test, uniqueCode } from "@/e2e/fixtures";

const PUBLIC_PATHS = ["/", "/paused", "/deleted", "/no/such/page"];
const PATHS = ["/", "/urls", "/qr-codes", "/users", "/groups", "/api-keys", "/analytics", "/settings"];

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
      for (const width of [1440, 360]) {
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
  });
}

async function createLink(page: Page): Promise<string> {
  const shortCode = uniqueCode("axe");
  await page.request.post("/api/urls", { data: { originalUrl: "https://example.com/", shortCode } });
  return shortCode;
}
