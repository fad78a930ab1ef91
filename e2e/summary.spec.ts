import { expectAccessibleInBothThemes } from "@/e2e/axe";
import { expect, expectHydrated, expectToast, test } from "@/e2e/fixtures";
import { keyboardOn, turnToPhone } from "@/e2e/hands";
import { expectFitsAllWidths } from "@/e2e/layout";
import { waitForMail } from "@/e2e/mailbox";
import { createLink } from "@/e2e/url-table";
import { addDays } from "@/lib/days";
import { paths } from "@/lib/paths";

test.use({ hasTouch: true });

test("a user turns summaries on, gets one, and unsubscribes without signing in", async ({
  page,
  context,
  request,
  database,
  mailFolder,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  await signInAs(user);
  const code = await createLink(page, "summed");
  await page.goto(paths.sessions);
  await expectHydrated(page);
  await expectFitsAllWidths(page);
  const weekly = page.getByRole("radiogroup", { name: "Email summary" }).getByRole("radio", { name: "Weekly" });
  // Not `check`, which expects the new state at once, while the page shows it in its next frame.
  await weekly.click({ force: true });
  await expect(weekly).toBeChecked();
  await expectToast(page, "Saved");
  await page.reload();
  await expect(weekly).toBeChecked();

  const day = new Date().toISOString().slice(0, 10);
  await database.query(
    `INSERT INTO click_days (scope, scope_id, day, is_bot, total)
     SELECT 'link', id, $2, false, 7 FROM short_urls WHERE short_code = $1`,
    [code, addDays(day, -3)],
  );
  const job = { userId: user.id, frequency: "weekly", day };
  await database.query("INSERT INTO pgboss.job (name, data) VALUES ('summary', $1)", [job]);
  const mail = await waitForMail(mailFolder, user.email, 1, /^Your week at /);
  expect(mail.text).toContain(`- ${code}: 7 clicks (none the week before)`);
  const link = /\S+\/account\/unsubscribe\/(\S+)/.exec(mail.text ?? "");
  const [address = "", token = ""] = link ?? [];

  const oneClick = (headers: Record<string, string> = {}) =>
    request.post(`/api/summary/unsubscribe/${token}`, { form: { "List-Unsubscribe": "One-Click" }, headers });
  expect((await oneClick({ Origin: "https://evil.example" })).status()).toBe(403);
  const opened = await request.get(`/api/summary/unsubscribe/${token}`, { maxRedirects: 0 });
  expect([opened.status(), opened.headers().location]).toEqual([303, paths.unsubscribe(token)]);

  await context.clearCookies();
  await page.goto(address);
  const unsubscribe = page.getByRole("button", { name: "Unsubscribe" });
  await expect(unsubscribe).toBeEnabled();
  await expectAccessibleInBothThemes(page, "unsubscribing");
  await turnToPhone(page);
  await keyboardOn(page).press(unsubscribe);
  await expect(page.getByRole("heading", { name: "You're unsubscribed" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await expectAccessibleInBothThemes(page, "unsubscribed");
  await turnToPhone(page);
  const frequency = async () =>
    (await database.query("SELECT frequency FROM summaries WHERE user_id = $1", [user.id])).rows;
  expect(await frequency()).toEqual([]);

  await database.query("INSERT INTO summaries (user_id, frequency, due_at) VALUES ($1, 'monthly', 'infinity')", [
    user.id,
  ]);
  expect((await oneClick()).status()).toBe(200);
  expect(await frequency()).toEqual([]);
  await page.goto(`${address}x`);
  await expect(page.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
  await expectAccessibleInBothThemes(page, "a wrong link to unsubscribe");
});

test.describe("if the setting isn't read again", () => {
  test.use({ allowsComplaints: true });

  test("the choice is shown once saved, and the saved one after a failure", async ({ page, createUser, signInAs }) => {
    await signInAs(await createUser());
    await page.goto(paths.sessions);
    await expectHydrated(page);
    const option = (name: string) =>
      page.getByRole("radiogroup", { name: "Email summary" }).getByRole("radio", { name });
    let isBroken = false;
    await page.route(`**${paths.api.summary}`, (route) => {
      // Never answered.
      if (route.request().method() === "GET") return;
      return isBroken ? route.fulfill({ status: 500, body: "no" }) : route.continue();
    });
    await option("Weekly").click({ force: true });
    await expectToast(page, "Saved");
    await expect(option("Weekly")).toBeChecked();
    isBroken = true;
    await option("Monthly").click({ force: true });
    await expectToast(page, "Failed to save the setting");
    await expect(option("Weekly")).toBeChecked();
  });
});
