import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { AUDIT_PAGE_SIZE } from "@/components/audit/audit-filters";
import { expectAccessible } from "@/e2e/axe";
import { expect, expectHydrated, open, type TestUser, test, uniqueCode } from "@/e2e/fixtures";
import { expectFitsAllWidths, PHONE } from "@/e2e/layout";
import { filter, rowOf } from "@/e2e/table";
import { createLink } from "@/e2e/url-table";
import { paths } from "@/lib/paths";
import { awaitRoom } from "@/lib/testing/await-room";

// Hop's is UTC.
test.use({ viewport: { width: 1440, height: 900 }, timezoneId: "Europe/Vienna" });

test("an overall_admin sees who changed what, before and after", async ({
  page,
  database,
  createUser,
  createGroup,
  signInAs,
}) => {
  await page.setViewportSize(PHONE);
  const admin = await createUser({ role: "overall_admin" });
  const groupId = await createGroup(admin);
  const { rows } = await database.query("SELECT name FROM groups WHERE id = $1", [groupId]);
  const [code, email] = [uniqueCode("told"), `${uniqueCode("old")}@example.com`];
  await insertEntry(database, admin, {
    type: "short_url",
    label: code,
    after: { originalUrl: "https://a.example/", groupId },
    daysAgo: NEWEST.one,
  });
  await insertEntry(database, admin, {
    type: "user",
    label: email,
    before: { urlLimit: 1 },
    after: { urlLimit: 2_500 },
    daysAgo: 8,
  });

  await signInAs(admin);
  await page.goto(paths.settings);
  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { name: "Audit Log", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/Audit Log/);
  await expect(rowOf(page, code)).toContainText("created");
  await expect(rowOf(page, code)).toContainText("Destination: https://a.example/");
  await expect(rowOf(page, code)).toContainText(`Group: ${rows[0].name}`);
  await expectFitsAllWidths(page);

  await expect(rowOf(page, code).getByRole("link", { name: code })).toHaveAttribute(
    "href",
    `/urls?q=${code}&status=all`,
  );

  // Entries of other tests lie in between: search and filter by the actor.
  await expectHydrated(page);
  await expect(page.getByRole("combobox", { name: "Filter by time" })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search the audit log" });
  await search.fill(admin.email);
  await expect(page.getByText("Showing 2 entries")).toBeVisible();
  await expect(page.getByText("Times are in your time zone. Filter dates are in UTC.")).toBeVisible();
  await filter(page, "Filter by action", "Created");
  await expect(page.getByText("Showing 1 entry")).toBeVisible();
  await filter(page, "Filter by time", "Date range");
  await page.getByLabel("From", { exact: true }).fill("2000-01-01");
  await page.getByLabel("To", { exact: true }).fill("2000-01-02");
  await expect(page.getByText("No entries match your filters")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("2999-01-02");
  await expect(page.getByText("Showing 1 entry")).toBeVisible();
  const from = page.getByLabel("From", { exact: true });
  await from.fill("2999-01-03");
  await expect(from).toHaveAccessibleDescription("Choose Jan 2, 2999 or earlier, or change the other date.");
  await expectAccessible(page, "a date that is too late");
  await from.fill("2999-01-01");
  await expect(from).toHaveAccessibleDescription("");
  await expect(page.getByText("No entries match your filters")).toBeVisible();
  await expect(page).toHaveURL(/action=created&since=range&from=2999-01-01&to=2999-01-02/);
  await expectAccessible(page, "the dates of the audit log");
  await page.reload();
  await expect(page.getByText("No entries match your filters")).toBeVisible();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("2999-01-01");
  await expectFitsAllWidths(page);
  await expectHydrated(page);
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(search).toHaveValue("");
  await rowOf(page, code).getByRole("button", { name: "Test User" }).click();
  await expect(page.getByText("Showing 2 entries")).toBeVisible();
  await expect(rowOf(page, email)).toContainText(/URL limit: 1 .*2,500/);
  await filter(page, "Filter by type", "Users");
  await expect(page.getByText("Showing 1 entry")).toBeVisible();
  await expect(rowOf(page, email)).toContainText("changed the user");
  await expectFitsAllWidths(page);
  await page.reload();
  await expect(page.getByText("Showing 1 entry")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove filter: Test User" })).toBeVisible();
  await filter(page, "Filter by time", "Last 24 hours");
  await expect(page.getByText("No entries match your filters")).toBeVisible();
  await page.getByRole("button", { name: /^Remove filter/ }).press("Enter");
  await expect(search).toBeFocused();
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await rowOf(page, code).press("Enter");
  await expect(page).toHaveURL(`/urls?q=${code}&status=all`);
});

test("entries are searched by link and day, and a bulk change opens its links and leads to them", async ({
  page,
  database,
  createUser,
  signInAs,
}) => {
  await awaitRoom("day");
  const admin = await createUser({ role: "overall_admin" });
  await insertEntry(database, admin, { type: "thing", label: "old thing", daysAgo: 1 });
  await signInAs(admin);
  await page.goto(paths.urls);
  const codes = [await createLink(page, "first"), await createLink(page, "second")];
  const urls = await (await page.request.get(`${paths.api.urls}?creator=${admin.id}`)).json();
  const ids = urls.map(({ id }: { id: string }) => id);
  await page.request.post(paths.api.bulkUrls, { data: { ids, action: "pause" } });

  await page.goto(`${paths.auditLog}?q=${encodeURIComponent(admin.email)}`);
  await expect(page.getByText("Showing 4 entries")).toBeVisible();
  await expectHydrated(page);
  const create = page.getByRole("dialog", { name: "Create Short URL" });
  await page.keyboard.press("c");
  await expect(create).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(create).toBeHidden();
  await filter(page, "Filter by time", "Yesterday");
  await expect(page.getByText("Showing 1 entry")).toBeVisible();
  await expect(rowOf(page, "old thing")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Showing 4 entries")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Filter by time" })).toHaveText("Any time");
  const search = page.getByRole("searchbox", { name: "Search the audit log" });
  await search.fill(codes[0] ?? "");
  await expect(page.getByText("Showing 2 entries")).toBeVisible();
  await expect(page.getByRole("link", { name: "2 URLs" })).toHaveAttribute("href", "/urls?status=paused");
  const changed = page.getByRole("list", { name: "2 URLs" });
  await open(page.getByRole("button", { name: "Show 2 URLs" }), changed);
  await expect(changed.getByRole("link")).toHaveCount(2);
  for (const code of codes) await expect(changed.getByRole("link", { name: code })).toBeVisible();
  await expectAccessible(page, "an expanded entry");
  await page.getByRole("searchbox", { name: "Search the audit log" }).fill(codes[0] ?? "");
  await expect(page.getByText("Showing 2 entries")).toBeVisible();
  await expect(page.locator("mark")).toHaveText([codes[0], codes[0]] as string[]);
  await changed.getByRole("link", { name: codes[0] ?? "" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`/urls\\?q=${codes[0]}&status=all$`));
  await page.goBack();
  await expect(search).toHaveValue(codes[0] ?? "");
  await expect(page.getByText("Showing 2 entries")).toBeVisible();
});

test("loads more entries and reports a failure", async ({ page, database, createUser, signInAs }) => {
  const [admin, busy] = [await createUser({ role: "overall_admin" }), await createUser({ firstName: "Busy" })];
  const count = AUDIT_PAGE_SIZE + 3;
  for (let i = 0; i < count; i++)
    await insertEntry(database, busy, { type: "thing", label: `thing ${i}`, daysAgo: NEWEST.many });
  await signInAs(admin);
  await page.goto(paths.auditLog);
  await expect(page.getByRole("combobox", { name: "Filter by time" })).toBeVisible();
  await expectHydrated(page);
  await rowOf(page, "thing").getByRole("button", { name: "Busy User" }).first().click();
  await expect(page.getByText(`of ${count}`)).toBeVisible();

  await page.route("**/api/audit?*", (route) => route.fulfill({ status: 500, body: "no" }));
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByText("The audit log could not be loaded")).toBeVisible();
  await page.unroute("**/api/audit?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(`Showing ${count} entries`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Load more" })).toBeHidden();
});

test("only an overall_admin finds the audit log from the dashboard", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  await createLink(page, "audit");
  await page.goto(paths.home);
  await page.getByRole("link", { name: "View all activity" }).click();
  await expect(page.getByRole("heading", { name: "Audit Log", level: 1 })).toBeVisible();

  for (const role of ["group_admin", "shortcode_admin"] as const) {
    await signInAs(await createUser({ role }));
    await createLink(page, "audit");
    await page.goto(paths.auditLog);
    await expect(page.getByRole("main").getByText("You need admin permissions to read the audit log.")).toBeVisible();
    await page.getByRole("link", { name: "Dashboard", exact: true }).click();
    await expect(page.getByRole("region", { name: "Recent Activity" })).not.toHaveAttribute("aria-busy");
    await expect(page.getByRole("link", { name: "View all activity" })).toHaveCount(0);
  }
});

/** Times in the future, so that these entries precede those of other tests. */
const NEWEST = { one: -2 / 24, many: -1 / 24 };

type Entry = { type: string; label: string; before?: object; after?: object; daysAgo: number };

async function insertEntry(database: pg.Pool, actor: TestUser, entry: Entry): Promise<void> {
  const { type, label, before, after, daysAgo } = entry;
  await database.query(
    `INSERT INTO audit_entries
       (id, occurred_at, actor_id, actor_label, action, subject_type, subject_id, subject_label, before, after)
     SELECT $1::uuid, now() - $2 * interval '1 day', id, first_name || ' ' || last_name, $3, $4, $1::text, $5, $6, $7
     FROM users WHERE id = $8`,
    [uuidv7(), daysAgo, `${type}.${before ? "update" : "create"}`, type, label, before, after, actor.id],
  );
}
