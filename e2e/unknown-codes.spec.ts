import { expect, expectHydrated, test, uniqueCode } from "@/e2e/fixtures";
import { fingersOn, keyboardOn, reach, turnToPhone } from "@/e2e/hands";
import { expectFitsAllWidths } from "@/e2e/layout";
import { rowOf } from "@/e2e/table";
import { createLink } from "@/e2e/url-table";
import { visit } from "@/e2e/visit";
import { paths } from "@/lib/paths";

test.use({ hasTouch: true, viewport: { width: 1440, height: 900 } });

test("an overall_admin creates a link for a code that visitors tried, and dismisses another, without a mouse", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  await signInAs(await createUser({ role: "overall_admin", urlLimit: 10 }));
  const known = await createLink(page, "flyer");
  const [typo, wanted] = [known.replace("flyer", "fyler"), uniqueCode("wanted")];
  await database.query(
    `INSERT INTO unknown_codes (code, visits, last_seen_at)
     VALUES ($1, 1000000, now() - interval '3 minutes'), ($2, 1000001, now())`,
    [typo, wanted],
  );

  await page.goto(paths.urls);
  await expectHydrated(page);
  const keys = keyboardOn(page);
  await keys.go("Unknown Codes");
  await expect(page.getByRole("heading", { name: "Unknown Codes", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/Unknown Codes/);
  await expectFitsAllWidths(page);
  await expect(rowOf(page, typo)).toContainText("1,000,000");
  await expect(rowOf(page, typo).getByRole("link", { name: known })).toBeVisible();
  await expect(rowOf(page, wanted)).toContainText("No similar short code");

  const dialog = page.getByRole("dialog", { name: "Create Short URL" });
  await reach(page, rowOf(page, wanted));
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox", { name: /Short code/ })).toHaveValue(wanted);
  await keys.type(dialog.getByRole("textbox", { name: "Destination URL" }), "https://example.com/wanted");
  await keys.press(dialog.getByRole("button", { name: "Create", exact: true }));
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, wanted)).toBeHidden();
  expect((await visit(`/${wanted}`)).status).toBe(302);

  await reach(page, rowOf(page, typo));
  await page.keyboard.press("#");
  await expect(rowOf(page, typo)).toBeHidden();
  await page.keyboard.press("F8");
  await keys.press(page.getByRole("button", { name: "Undo" }));
  await expect(rowOf(page, typo)).toBeVisible();

  await turnToPhone(page);
  const lastVisit = rowOf(page, typo).locator("time");
  await lastVisit.tap();
  const exactTime = page.getByRole("tooltip");
  await expect(exactTime).toHaveText((await lastVisit.getAttribute("title")) ?? "");
  await fingersOn(page).press(page.getByRole("button", { name: `Dismiss ${typo}` }));
  await expect(exactTime).toBeHidden();
  await expect(rowOf(page, typo)).toBeHidden();
  await database.query("DELETE FROM unknown_codes WHERE code = ANY ($1)", [[typo, wanted]]);
});
