import type pg from "pg";
import { call, createUrl, sessionOf } from "@/e2e/api/support";
import { cancelTyped, expect, expectToast, open, type TestUser, test } from "@/e2e/fixtures";
import { keyboardOn, turnToPhone } from "@/e2e/hands";
import { expectFitsAllWidths } from "@/e2e/layout";
import { search } from "@/e2e/url-table";
import { paths } from "@/lib/paths";
import type { CreatedStatShare } from "@/lib/shares/types";

const PASSWORD = "correct horse";
const GONE = "Statistics not available";

/** Counts three clicks of a link today. */
async function insertClicks(database: pg.Pool, urlId: string): Promise<void> {
  await database.query(
    `INSERT INTO click_days (scope, scope_id, day, is_bot, total, qr, visitors, counts)
     VALUES ('link', $1, current_date, false, 3, 1, 2, '{"country:DE": 3, "browser:Firefox": 3}')`,
    [urlId],
  );
}

test("statistics are shared with a password, read by somebody without an account, and revoked", async ({
  page,
  browser,
  request,
  database,
  createUser,
  signInAs,
}) => {
  const owner = await createUser();
  const { id, shortCode } = await createUrl(request, owner);
  await insertClicks(database, id);
  await signInAs(owner);
  await page.goto("/urls");
  await search(page, shortCode);
  const item = page.getByRole("menuitem", { name: "Share statistics" });
  const dialog = page.getByRole("dialog");
  const openDialog = async () => {
    await open(page.getByRole("button", { name: `More actions for ${shortCode}` }), item);
    await item.click();
  };
  await openDialog();
  await expect(dialog).toContainText("Not shared");
  const startSharing = async () => {
    await dialog.getByRole("button", { name: "Share a Page" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Board meeting");
  };
  await startSharing();
  await cancelTyped(page, dialog);
  await expect(dialog).toBeHidden();
  await openDialog();
  await startSharing();
  await dialog.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  const address = await dialog.getByText("/analytics/shared/").innerText();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Close without copying" }).click();
  await expect(dialog).toBeHidden();

  // A new visitor who isn't signed in.
  const visitor = await browser.newPage({ viewport: { width: 1440, height: 900 }, hasTouch: true });
  await visitor.goto(new URL(address).pathname.replace(/^/, process.env.E2E_URL ?? ""));
  const password = visitor.getByLabel("Password");
  const show = visitor.getByRole("button", { name: "Show Statistics" });
  await expect(show).toBeEnabled();
  const keys = keyboardOn(visitor);
  await keys.press(show);
  await expect(password).toHaveAccessibleDescription("Password is required");
  await expect(password).toBeFocused();
  await keys.type(password, "wrong horse");
  await keys.press(show);
  await expect(visitor.getByText("Wrong password")).toBeVisible();
  await turnToPhone(visitor);
  await keys.type(password, PASSWORD);
  await keys.press(show);
  await expect(visitor.getByRole("region", { name: "Totals" })).toContainText("3");
  await expect(visitor.getByRole("region", { name: "Browsers" })).toContainText("Firefox");
  await expect(visitor.getByText("https://example.com/")).toHaveCount(0);
  await expectFitsAllWidths(visitor);
  await turnToPhone(visitor);
  await keys.press(visitor.getByRole("link", { name: "7 days" }));
  await expect(visitor.getByText(/^Statistics, last 7 days/)).toBeVisible();

  await openDialog();
  await dialog.getByRole("button", { name: "Revoke Board meeting" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expectToast(page, "Shared page revoked");
  await expect(dialog).toContainText("Not shared");
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: GONE })).toBeVisible();
  await visitor.close();
});

async function shareOf(user: TestUser, urlId: string, body: object = {}): Promise<string> {
  const answer = await call({} as never, "POST", paths.api.urlShares(urlId), { user, body });
  expect(answer.status, answer.text).toBe(201);
  const { url }: CreatedStatShare = JSON.parse(answer.text);
  return new URL(url).pathname;
}

test("a shared page keeps its address to itself, and its numbers need no JavaScript", async ({
  request,
  database,
  createUser,
}) => {
  const owner = await createUser();
  const { id } = await createUrl(request, owner);
  await insertClicks(database, id);
  const shared = await shareOf(owner, id);
  for (const [path, status] of [
    [shared, 200],
    [shared.replace(/.$/, "x"), 404],
  ] as const) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(status);
    expect(response.headers()).toMatchObject({
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "cache-control": expect.stringMatching(/private.*no-store|no-store.*private/),
      "x-frame-options": "DENY",
    });
    const html = await response.text();
    expect(html).toContain('<meta name="robots" content="noindex');
    expect(/<dt[^>]*>Clicks<\/dt><dd[^>]*><span[^>]*>3<\/span>/.test(html), path).toBe(status === 200);
  }
});

test("every address that shows nothing is answered alike, and shows nothing else", async ({
  request,
  database,
  createUser,
}) => {
  const owner = await createUser();
  const { id } = await createUrl(request, owner);
  const revoked = await shareOf(owner, id);
  const expired = await shareOf(owner, id);
  await database.query(
    "UPDATE stat_shares SET revoked_at = now() WHERE url_id = $1 AND id = (SELECT min(id::text)::uuid FROM stat_shares WHERE url_id = $1)",
    [id],
  );
  await database.query("UPDATE stat_shares SET expires_at = now() WHERE url_id = $1 AND revoked_at IS NULL", [id]);
  const unknown = "/analytics/shared/unknown";
  const longest = `/analytics/shared/${"a".repeat(7_000)}`;
  for (const path of [revoked, expired, unknown, longest, "/analytics/shared/%00", "/analytics/shared/%25"]) {
    for (const headers of [{}, sessionOf(owner)]) {
      const response = await request.get(path, { headers });
      expect([path.slice(0, 90), response.status()]).toEqual([path.slice(0, 90), 404]);
      const html = await response.text();
      // Works without JavaScript, too.
      expect(html).toMatch(new RegExp(`<h1[^>]*>${GONE}</h1>`));
      expect(html).not.toContain("example.com");
    }
  }
});
