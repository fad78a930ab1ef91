import type { Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/axe";
import { cancelTyped, expect, expectHydrated, expectToast, open, test, uniqueCode } from "@/e2e/fixtures";
import { addHistoryEntry, asksBeforeUnload, stepInHistory } from "@/e2e/history";
import { expectFitsAllWidths, expectNoSidewaysScroll, PHONE } from "@/e2e/layout";
import { filter, rowOf } from "@/e2e/table";
import { NAME_REQUIRED, RATE_LIMIT_TOO_LARGE, SCOPES_EMPTY } from "@/lib/api-keys/schema";

const SHOWN_ONCE = "Save this key securely - it won't be shown again!";

async function openCreate(page: Page) {
  const dialog = page.getByRole("dialog");
  await open(page.getByRole("button", { name: "Create API Key" }), dialog);
  return dialog;
}

test.use({ viewport: { width: 1440, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });

test("a group_admin creates, copies, uses and revokes a key", async ({
  page,
  request,
  createUser,
  createGroup,
  signInAs,
}) => {
  await page.setViewportSize(PHONE);
  const admin = await createUser({ role: "group_admin", firstName: "Gina", lastName: "Gray" });
  const groupId = await createGroup(admin);
  await signInAs(admin);
  await page.goto("/api-keys");
  await expect(page.getByText("No API keys yet")).toBeVisible();
  await expectFitsAllWidths(page);
  await addHistoryEntry(page);

  const name = uniqueCode("Newsletter");
  const dialog = await openCreate(page);
  await test.step("form validation", async () => {
    await expect(dialog.getByLabel("Rate Limit")).toHaveValue("100");
    for (const [scope, isPreselected] of [
      ["Create", true],
      ["Read", true],
      ["Update", false],
      ["Delete", false],
    ] as const) {
      await expect(dialog.getByRole("checkbox", { name: scope })).toBeChecked({ checked: isPreselected });
    }
    await dialog.getByRole("checkbox", { name: "Create" }).uncheck();
    await dialog.getByRole("checkbox", { name: "Read" }).uncheck();
    await dialog.getByLabel("Rate Limit").fill("100001");
    await dialog.getByLabel("Expires").fill("2020-01-01");
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(dialog.getByText(NAME_REQUIRED)).toBeVisible();
    await expect(dialog.getByText(RATE_LIMIT_TOO_LARGE)).toBeVisible();
    await expect(dialog.getByText("Expiry must be in the future")).toBeVisible();
    await expect(dialog.getByText(SCOPES_EMPTY)).toBeVisible();
  });

  let key = "";
  await test.step("a rate limit that is not a number becomes 100, and the key is shown", async () => {
    await dialog.getByLabel("Key Name").fill(`  ${name}  `);
    await dialog.getByLabel("Rate Limit").fill("many");
    await dialog.getByLabel("Expires").fill("2099-12-31");
    await dialog.getByText("Read", { exact: true }).click();
    await dialog.getByRole("checkbox", { name: "Update" }).check();
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(dialog.getByText(SHOWN_ONCE)).toBeVisible();
    key = await dialog.getByText(/^hop_\w{36}$/).innerText();
    await expectAccessible(page, "a created key");
    await expectFitsAllWidths(page);
  });

  await test.step("closing asks for confirmation", async () => {
    const question = page.getByRole("alertdialog");
    for (const leave of [
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(3, 3),
      () => dialog.getByRole("button", { name: "Done" }).click(),
      () => stepInHistory(page, -1),
    ]) {
      await leave();
      await expect(question).toContainText("Close without copying the key?");
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect(question).toBeHidden();
      await expect(dialog.getByText(key, { exact: true })).toBeVisible();
    }
    await expect.poll(() => asksBeforeUnload(page)).toBe(true);
    const command = dialog.getByText(/^curl /);
    await expect(command).toContainText(`-H "Authorization: Bearer ${key}"`);
    await expect(command).toContainText("/api/v1/urls?limit=5");
    await dialog.getByRole("button", { name: "Copy API key" }).click();
    await expectToast(page, "API key copied to clipboard");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await expect.poll(() => asksBeforeUnload(page)).toBe(false);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("the list shows the name, never the key", async () => {
    await expect(rowOf(page, name)).toContainText("Active");
    await expect(rowOf(page, name)).toContainText("Gina Gray");
    await expect(rowOf(page, name)).toContainText("100 requests/hour");
    await expect(rowOf(page, name)).toContainText("Read, update");
    await expect(rowOf(page, name)).toContainText("Never used");
    await expect(rowOf(page, name)).toContainText(/Expires (Dec 31, 2099|Jan 1, 2100)/);
    expect(await page.content()).not.toContain(key);
    await expectFitsAllWidths(page);
  });

  const useKey = () => request.get("/api/v1/urls", { headers: { Authorization: `Bearer ${key}` } });
  await test.step("it grants access to the public API", async () => {
    expect((await useKey()).status()).toBe(200);
    const lastUse = async () =>
      (await (await page.request.get(`/api/groups/${groupId}/api-keys`)).json())[0]?.lastUsedAt;
    await expect.poll(lastUse).toEqual(expect.any(String));
    await page.reload();
    await expect(rowOf(page, name)).toContainText("Last used");
  });

  await test.step("once revoked, it stays listed and grants nothing", async () => {
    await expect(page.getByRole("button", { name: /^Delete / })).toHaveCount(0);
    await expectHydrated(page);
    await rowOf(page, name).press("#");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Cancel" }).press("Enter");
    await page.getByRole("button", { name: `Revoke ${name}` }).press("Enter");
    await question.getByRole("button", { name: "Revoke" }).press("Enter");
    await expectToast(page, "API Key Revoked");
    await expect(rowOf(page, name)).toContainText("Revoked");
    await expect(page.getByRole("button", { name: `Revoke ${name}` })).toHaveCount(0);
    await expect(rowOf(page, name)).toBeFocused();
    expect((await useKey()).status()).toBe(401);
  });
});

test("a suspended key says why and works again once an admin of the group takes it over", async ({
  page,
  request,
  database,
  createUser,
  createGroup,
  signInAs,
}) => {
  const maker = await createUser({ role: "group_admin", firstName: "Gina", lastName: "Gray" });
  const heir = await createUser({ role: "group_admin", firstName: "Ada", lastName: "King" });
  const group = await createGroup(maker, heir);
  const name = uniqueCode("Newsletter");
  const created = await request.post(`/api/groups/${group}/api-keys`, {
    headers: { Cookie: `hop.session=${maker.sessionToken}` },
    data: { name },
  });
  const { apiKey } = await created.json();
  const useKey = () => request.get("/api/v1/urls", { headers: { Authorization: `Bearer ${apiKey}` } });
  await database.query("UPDATE users SET status = 'paused' WHERE id = $1", [maker.id]);
  expect((await useKey()).status()).toBe(403);

  await signInAs(heir);
  await page.goto("/api-keys");
  await expect(rowOf(page, name)).toContainText("Suspended");
  await expect(rowOf(page, name)).toContainText("Gina Gray was paused");
  await expectFitsAllWidths(page);
  const question = page.getByRole("alertdialog");
  await expectHydrated(page);
  await rowOf(page, name).press("Enter");
  await expect(question).toContainText("Gina Gray was paused");
  await expect(question).toContainText("anyone who has the key can use it again");
  await expectFitsAllWidths(page);
  await question.getByRole("button", { name: "Take over" }).click();
  await expectToast(page, "API key taken over");
  await expect(rowOf(page, name)).toContainText("Active");
  await expect(rowOf(page, name)).toContainText("Taken over by Ada King");
  await expect(page.getByRole("button", { name: `Take over ${name}` })).toHaveCount(0);
  expect((await useKey()).status()).toBe(200);
});

test("the page shows how to call this installation", async ({ page, createUser, createGroup, signInAs }) => {
  await page.setViewportSize(PHONE);
  const admin = await createUser({ role: "group_admin" });
  await createGroup(admin);
  await signInAs(admin);
  await page.goto("/api-keys");
  const guide = page.getByRole("region", { name: "Public API" });
  await expect(guide).toContainText(/curl "https?:\/\/[^"]+\/api\/v1\/urls"/);
  await expect(guide).toContainText(`"email":"${admin.email}"`);
  await expectHydrated(page);
  await guide.getByRole("button", { name: "Copy example: Create a short URL" }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain("Authorization: Bearer $API_KEY");
  await guide.getByRole("link", { name: "API reference" }).click();
  await expect(page).toHaveURL(/\/api-reference$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("API");
  await expectFitsAllWidths(page);
});

test("an overall_admin picks a group and deletes one of its keys", async ({
  page,
  database,
  createUser,
  createGroup,
  signInAs,
}) => {
  const [admin, creator] = [await createUser({ role: "overall_admin" }), await createUser({ firstName: "Ada" })];
  const [, group] = [await createGroup(creator), await createGroup(creator)];
  // The first group by name is picked from the start.
  const { rows } = await database.query("UPDATE groups SET name = 'Z ' || name WHERE id = $1 RETURNING name", [group]);
  const name = uniqueCode("Old key");
  await database.query(
    `INSERT INTO api_keys (id, group_id, created_by_id, name, key_hash, key_prefix, last_four, expires_at)
     VALUES (gen_random_uuid(), $1, $2, $3, gen_random_uuid()::text, 'hop_abcd', 'wxyz', now() - interval '1 day')`,
    [group, creator.id, name],
  );
  await signInAs(admin);
  await page.goto("/api-keys");
  await filter(page, "Group", rows[0].name);
  await expect(page).toHaveURL(`/api-keys?group=${group}`);
  await page.reload();
  await expectHydrated(page);
  await expect(page.getByRole("combobox", { name: "Group" })).toHaveText(rows[0].name);
  await expect(rowOf(page, name)).toContainText("Expired");
  await expect(rowOf(page, name)).toContainText("hop_abcd…wxyz");
  await test.step("the creator is shown at every width", async () => {
    const shown = rowOf(page, name).getByText("Created by Ada User", { exact: true }).filter({ visible: true });
    // A phone, a tablet either way, a laptop.
    for (const width of [PHONE.width, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(shown, `${width} px`).toHaveCount(1);
      await expectNoSidewaysScroll(page);
    }
  });
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "API Key Deleted");
  await expect(page.getByText("No API keys yet")).toBeVisible();
});

test("a failed list can be retried, and a failed creation shows the server's message", async ({
  page,
  createUser,
  createGroup,
  signInAs,
}) => {
  const admin = await createUser({ role: "group_admin" });
  await createGroup(admin);
  await createGroup(admin);
  await signInAs(admin);
  await page.goto("/api-keys");
  await expect(page.getByText("No API keys yet")).toBeVisible();
  await page.route("**/api-keys", (route) =>
    route.request().resourceType() === "fetch" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
  );
  const dialog = await openCreate(page);
  await dialog.getByLabel("Key Name").fill("Key");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expectToast(page, "Failed to create API key");
  await cancelTyped(page, dialog);
  await page.getByRole("combobox", { name: "Group" }).click();
  await page.getByRole("option").last().click();
  await expect(page.getByText("The API keys could not be loaded")).toBeVisible();
  await page.unroute("**/api-keys");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No API keys yet")).toBeVisible();
});
