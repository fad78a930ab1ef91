import type { Page } from "@playwright/test";
import { v7 as uuidv7 } from "uuid";
import { expect, open, test, uniqueCode } from "@/e2e/fixtures";
import { rowOf, searchUsers } from "@/e2e/table";
import { visit } from "@/e2e/visit";
import { MAX_COUNTED } from "@/lib/list-query";
import { paths } from "@/lib/paths";

test("all screens agree on how many links there are, without the deleted ones, and on their clicks", async ({
  page,
  database,
  createUser,
  createGroup,
  signInAs,
}) => {
  const user = await createUser({ role: "group_admin", urlLimit: 40, lastName: uniqueCode("Total") });
  const groupId = await createGroup(user);
  const code = uniqueCode("total");
  const statuses = [...Array<string>(12).fill("active"), "paused", "deleted", "deleted"];
  await database.query(
    `INSERT INTO short_urls (id, short_code, original_url, status, created_by_id, group_id, qr_generated_at, updated_at)
     SELECT id, $3 || '-' || n, 'https://example.com/', status, $4, $5, now(), now()
     FROM unnest($1::uuid[], $2::url_status[]) WITH ORDINALITY AS link (id, status, n)`,
    [statuses.map(() => uuidv7()), statuses, code, user.id, groupId],
  );
  await signInAs(user);
  for (let visits = 0; visits < 3; visits++) await visit(`/${code}-1`);
  const counted = async () => (await (await page.request.get(`/api/groups/${groupId}/stats`)).json()).clicks;
  await expect.poll(counted).toBe(3);
  const statistics = page.getByRole("region", { name: "Statistics" });
  const goTo = (name: string) => page.getByRole("complementary").getByRole("link", { name }).click();

  await page.goto("/");
  await expect(statistics.getByRole("definition").first()).toHaveText("13");
  await expect(statistics.getByRole("definition").nth(2)).toHaveText("3");
  await expect(page.getByRole("region", { name: "Top Performing URLs" })).toContainText("3 clicks");
  await expect(page.getByText("Showing 13 URLs")).toBeVisible();
  await expect(page.getByRole("complementary").getByText("12 of 40 active URLs", { exact: true })).toBeVisible();
  await goTo("Manage URLs");
  await expect(page.getByRole("heading", { name: "URL Management" })).toBeVisible();
  await expect(page.getByText("Showing 13 URLs")).toBeVisible();
  await expect(rowOf(page, `${code}-1`).getByRole("cell", { name: /^3(?: clicks)?$/ })).toBeVisible();
  await goTo("QR Codes");
  await expect(page.getByText("Showing 13 QR codes")).toBeVisible();
  await goTo("Groups");
  await expect(page.getByRole("row").filter({ hasText: "13 links" })).toHaveCount(1);
  const totals = page.getByRole("region", { name: "Totals" }).getByText("3", { exact: true });
  await page.getByRole("link", { name: /^Analytics for / }).click();
  await expect(totals.first()).toBeVisible();
  await goTo("Analytics");
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
  await expect(totals.first()).toBeVisible();
  await page.goto(paths.users);
  await searchUsers(page, user.email);
  await expect(rowOf(page, user.email)).toContainText("12 of 40 URL limit");
  await page.goto(`${paths.urls}?status=deleted`);
  await expect(page.getByText("Showing 2 URLs")).toBeVisible();
});

/** Lists whose count was capped say "more than" (decision 0060). */

test("a list with more links than are counted", async ({ page, database, createUser, signInAs }) => {
  const user = await createUser();
  const ids = Array.from({ length: MAX_COUNTED + 1 }, () => uuidv7());
  await database.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
     SELECT id, $2 || row_number() OVER (), 'https://example.com/', $3, now() FROM unnest($1::uuid[]) AS id`,
    [ids, `${uniqueCode("total")}-`, user.id],
  );
  await signInAs(user);
  await page.goto("/urls");
  await expect(page.getByText("of more than 10,000", { exact: true })).toBeVisible();
  // Otherwise jobs on all links would process these as well.
  await database.query("DELETE FROM short_urls WHERE created_by_id = $1", [user.id]);
});

test("lists with more clicks, members and users than are counted", async ({
  page,
  createUser,
  createGroup,
  signInAs,
}) => {
  const user = await createUser({ lastName: uniqueCode("Total") });
  const groupId = await createGroup(user);
  await signInAs(user);
  const code = uniqueCode("total");
  const created = await page.request.post("/api/urls", {
    data: { originalUrl: "https://example.com/", shortCode: code },
  });
  const dialog = page.getByRole("dialog");

  const url = await created.json();
  await visit(`/${code}`);
  const clicks = async () => (await (await page.request.get(`/api/analytics/${url.id}`)).json()).length;
  await expect.poll(clicks).toBe(1);
  await page.goto("/urls");
  await countNoFurther(page, /\/api\/analytics\/[0-9a-f-]+\?limit=10\b/);
  await open(page.getByRole("button", { name: `Show analytics for ${code}` }), dialog);
  await expect(dialog.getByText("Showing 1 of more than 10,000 clicks")).toBeVisible();

  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Groups" }).click();
  await countNoFurther(page, /\/api\/groups\/[0-9a-f-]+\/members\?/);
  const groups: { id: string; name: string }[] = await (await page.request.get("/api/groups")).json();
  const name = groups.find(({ id }) => id === groupId)?.name;
  await open(page.getByRole("button", { name: `View ${name}` }), dialog);
  await expect(dialog.getByRole("heading", { name: "Members (more than 10,000)" })).toBeVisible();

  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/users");
  await countNoFurther(page, /\/api\/users\?groupLimit/);
  const pause = page.getByRole("menuitem", { name: "Pause User" });
  await searchUsers(page, user.email);
  const row = page.getByRole("row").filter({ hasText: user.email });
  await open(row.getByRole("button", { name: /^Actions for/ }), pause);
  await pause.click();
  await expect(page.getByText("Showing 1 of more than 10,000 users")).toBeVisible();
});

/** Makes the server report a capped count. */
async function countNoFurther(page: Page, path: string | RegExp): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const headers = { "X-Total-Count": String(MAX_COUNTED), "X-Total-Count-Relation": "gte" };
    await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
  });
}
