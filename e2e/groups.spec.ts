import type { Locator } from "@playwright/test";
import { cancelTyped, expect, expectToast, open, type TestUser, test, uniqueCode } from "@/e2e/fixtures";
import { addHistoryEntry, stepInHistory } from "@/e2e/history";
import { holdBack, holdClosingDialogs } from "@/e2e/hold-back";
import { expectFitsAllWidths, PHONE } from "@/e2e/layout";
import { createLink } from "@/e2e/url-table";
import { GROUP_NAME_REQUIRED, USER_LIMIT_TOO_HIGH } from "@/lib/groups/schema";

// With motion: dialogs and menus open on a phone and on a desktop, and focus returns once they have closed.
test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: "no-preference" } });

test("a group_admin creates and edits a group and its members", async ({ page, createUser, signInAs }) => {
  await page.setViewportSize(PHONE);
  const admin = await createUser({ role: "group_admin", firstName: "Gina", lastName: "Gray" });
  const lastName = uniqueCode("Member");
  await createUser({ firstName: "Paul", lastName });
  await createUser({ firstName: "Dora", lastName, status: "deleted" });
  await signInAs(admin);
  await page.goto("/groups");
  await addHistoryEntry(page);
  await expect(page.getByText("You are not a member of any groups")).toBeVisible();
  await expectFitsAllWidths(page);

  const name = uniqueCode("Marketing");
  const row = page.getByRole("row").filter({ hasText: name });
  await test.step("create", async () => {
    const dialog = page.getByRole("dialog", { name: "Create Group" });
    await open(page.getByRole("button", { name: "Create Group" }), dialog);
    await expect(dialog.getByLabel("User limit")).toHaveValue("1000");
    await dialog.getByLabel("User limit").fill("100001");
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(dialog.getByText(GROUP_NAME_REQUIRED)).toBeVisible();
    await expect(dialog.getByText(USER_LIMIT_TOO_HIGH)).toBeVisible();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("User limit").fill("");
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expectToast(page, "Group created successfully");
    await expect(row).toContainText("1 of 1,000 user limit");
    await expect(row).toContainText("0 links");
  });

  await test.step("edit", async () => {
    await page.getByRole("button", { name: `Edit ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Group" });
    await dialog.getByLabel("Description").fill("Campaigns and posters");
    await dialog.getByLabel("User limit").fill("2");
    const letThrough = await holdBack(page, "**/api/groups/*");
    const sent = page.waitForRequest((one) => one.method() === "PUT");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    expect((await sent).postDataJSON()).toEqual({ description: "Campaigns and posters", userLimit: 2 });
    // A question before closing goes with the dialog once that is saved.
    const question = page.getByRole("alertdialog", { name: "Close without saving?" });
    await stepInHistory(page, -1);
    await expect(question).toBeVisible();
    letThrough();
    await expectToast(page, "Group updated successfully");
    await expect(question).toBeHidden();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText("2 user limit");
    await expect(row).toContainText("Campaigns and posters");
    await expectFitsAllWidths(page);
  });

  const dialog = page.getByRole("dialog", { name });
  const members = dialog.getByRole("region", { name: "Members", exact: true });
  await test.step("add", async () => {
    await page.getByRole("button", { name: `View ${name}` }).click();
    await expect(members.getByRole("row")).toHaveCount(2);
    await expect(members).toContainText(admin.email);
    await dialog.getByRole("searchbox").fill(`paul ${lastName}`);
    const letThrough = await holdBack(page, "**/api/groups/*/members");
    await dialog.getByRole("button", { name: `Add Paul ${lastName}` }).click();
    const close = dialog.getByRole("button", { name: "Close" });
    await close.focus();
    letThrough();
    await expectToast(page, "Member added successfully");
    await expect(close).toBeFocused();
    await expect(members.getByRole("row")).toHaveCount(3);
    await expect(dialog.getByRole("list", { name: "Users found" })).toContainText("Member");
    await dialog.getByRole("searchbox").fill(`dora ${lastName}`);
    await expect(dialog.getByText("No users found")).toBeVisible();
    await expectFitsAllWidths(page);
  });

  await test.step("remove", async () => {
    const question = page.getByRole("alertdialog");
    // After the width changes, the button may still be moving.
    await open(dialog.getByRole("button", { name: `Remove Paul ${lastName}` }), question);
    await question.getByRole("button", { name: "Remove" }).click();
    await expectToast(page, "Member removed successfully");
    await expect(members.getByRole("row")).toHaveCount(2);
  });

  await test.step("an entry of Recent Activity opens the group", async () => {
    await createLink(page, "group");
    await page.goto("/");
    await page.getByRole("region", { name: "Recent Activity" }).getByRole("link", { name }).first().click();
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(/\/groups\?group=/);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL("/groups");
    await page.goBack();
    await expect(members.getByRole("row")).toHaveCount(2);
  });

  await test.step("leave: the group disappears from the list", async () => {
    await dialog.getByRole("button", { name: "Remove Gina Gray" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
    await expect(page.getByText("You are not a member of any groups")).toBeVisible();
  });
});

test("a shortcode_admin sees their groups and members but cannot change them", async ({
  page,
  createUser,
  createGroup,
  signInAs,
}) => {
  await page.setViewportSize(PHONE);
  const user = await createUser({ firstName: "Paul", lastName: "Price" });
  const colleague = await createUser({ role: "group_admin" });
  await createGroup(user, colleague);
  await createGroup(user, colleague);
  await createGroup(colleague);
  await signInAs(user);
  await page.goto("/groups");
  await expect(page.getByText("2 groups", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Edit|Create Group)/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "User Management" })).toHaveCount(0);

  const dialog = page.getByRole("dialog");
  await open(page.getByRole("button", { name: /^View / }).last(), dialog);
  await expectMember(dialog, colleague, /group admin/i);
  await expectMember(dialog, user, /user/i);
  await expect(dialog.getByRole("searchbox")).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  // Not for the list of groups, from whose row the dialog was opened.
  await dialog.getByRole("row").nth(1).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(1);
  await expectFitsAllWidths(page);
});

test("an overall_admin sees all groups and when one is full", async ({
  page,
  database,
  createUser,
  createGroup,
  signInAs,
}) => {
  const member = await createUser();
  const other = await createUser({ firstName: "Late", lastName: uniqueCode("Comer") });
  const id = await createGroup(member);
  const { rows } = await database.query(
    // Sorts first by name: of more than a hundred groups, only those near the viewport are rendered.
    "UPDATE groups SET user_limit = 1, name = '0 ' || name WHERE id = $1 RETURNING name",
    [id],
  );
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/groups");
  const dialog = page.getByRole("dialog");
  await open(page.getByRole("button", { name: `View ${rows[0].name}` }), dialog);
  await dialog.getByRole("searchbox").fill(other.email);
  await dialog.getByRole("button", { name: /^Add Late/ }).click();
  await expectToast(page, "This group is full (maximum 1 member)");
  await expectMember(dialog, member, /user/i);
});

test("of a group of hundreds, each member is found and removed, and none is offered again", async ({
  page,
  database,
  createUser,
  createGroup,
  signInAs,
}) => {
  await page.setViewportSize(PHONE);
  const admin = await createUser({ role: "group_admin", firstName: "Aaron" });
  const groupId = await createGroup(admin);
  const lastName = uniqueCode("Crowd");
  await database.query(
    `WITH people AS (
       INSERT INTO users (id, email, first_name, last_name, status, updated_at)
       SELECT gen_random_uuid(), lower($2) || n || '@example.com', CASE n WHEN 600 THEN 'Zoe' WHEN 601 THEN 'Quinn' ELSE 'Pat' END, $2,
         CASE WHEN n <= 60 THEN 'deleted' ELSE 'active' END::user_status, now()
       FROM generate_series(1, 601) AS n RETURNING id, email)
     INSERT INTO group_memberships (group_id, user_id) SELECT $1, id FROM people WHERE email <> lower($2) || '601@example.com'`,
    [groupId, lastName],
  );
  await signInAs(admin);
  await page.goto("/groups");
  const dialog = page.getByRole("dialog");
  await open(page.getByRole("button", { name: /^View / }), dialog);
  const members = dialog.getByRole("region", { name: "Members", exact: true });
  await expect(members.getByRole("heading", { name: "Members (601)" })).toBeVisible();
  await expect(members.getByText("Showing 100 members")).toBeVisible();
  // It scrolls with the dialog, which hides nothing of it.
  expect(await members.evaluate((card) => card.scrollHeight - card.clientHeight)).toBe(0);
  await expectFitsAllWidths(page);
  await members.getByRole("button", { name: "Load more" }).click();
  await expect(members.getByText("Showing 200 members")).toBeVisible();

  const found = dialog.getByRole("list", { name: "Users found" });
  await test.step("of those who match, the first are offered, without deleted ones", async () => {
    await dialog.getByRole("searchbox", { name: "Search users to add" }).fill(lastName);
    await expect(dialog.getByText("The first 5 by name. Type more to find others.")).toBeVisible();
    await expect(found.getByText("Member", { exact: true })).toHaveCount(5);
    await dialog.getByRole("searchbox", { name: "Search users to add" }).fill(`zoe ${lastName}`);
    await expect(found.getByText("Member", { exact: true })).toHaveCount(1);
  });

  await test.step("remove", async () => {
    const search = members.getByRole("searchbox", { name: "Search members" });
    await search.fill("nobody at all");
    await expect(members.getByText("No members found")).toBeVisible();
    await search.fill(`zoe ${lastName}`);
    await expect(members.getByText("Showing 1 member", { exact: true })).toBeVisible();
    const question = page.getByRole("alertdialog");
    await open(members.getByRole("button", { name: `Remove Zoe ${lastName}` }), question);
    await question.getByRole("button", { name: "Remove" }).click();
    await expectToast(page, "Member removed successfully");
    await expect(members.getByRole("heading", { name: "Members (600)" })).toBeVisible();
    await expect(found.getByRole("button", { name: `Add Zoe ${lastName}` })).toBeVisible();
  });
});

test("a second Enter while the dialog closes creates no second group", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "group_admin" }));
  await page.goto("/groups");
  const dialog = page.getByRole("dialog", { name: "Create Group" });
  await open(page.getByRole("button", { name: "Create Group" }), dialog);
  const letClose = await holdClosingDialogs(page);
  const name = uniqueCode("Twice");
  await dialog.getByLabel("Name").fill(name);
  await page.keyboard.press("Enter");
  await expect(page.locator("[role=dialog][data-state=closed]")).toBeAttached();
  await expectToast(page, "Group created successfully");
  await dialog.getByLabel("Name").press("Enter");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await letClose();
  await expect(dialog).toBeHidden();
  const groups: { name: string }[] = await (await page.request.get("/api/groups")).json();
  expect(groups.map((group) => group.name)).toEqual([name]);
});

test("a second click while a confirmation closes changes nothing more", async ({
  page,
  createUser,
  createGroup,
  signInAs,
}) => {
  const admin = await createUser({ role: "group_admin" });
  const other = await createUser();
  const group = await createGroup(admin, other);
  await signInAs(admin);
  await page.goto(`/groups?group=${group}`);
  const removals: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "DELETE") removals.push(request.url());
  });
  const question = page.getByRole("alertdialog");
  const row = page.getByRole("dialog").getByRole("row").filter({ hasText: other.email });
  await expect(row).toBeVisible();
  const letClose = await holdClosingDialogs(page);
  await open(row.getByRole("button", { name: /^Remove/ }), question);
  const confirm = question.getByRole("button", { name: "Remove" });
  // The question goes with its row.
  const letThrough = await holdBack(page, "**/members*");
  await confirm.click();
  await expect(page.locator("[role=alertdialog][data-state=closed]")).toBeAttached();
  await confirm.click();
  letThrough();
  await letClose();
  await expect(question).toBeHidden();
  expect(removals).toHaveLength(1);
});

test("an overall_admin without groups sees an empty list", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/groups");
  await page.route("**/api/groups", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 201, json: { id: "1", name: "x", description: null, userLimit: 1 } })
      : route.fulfill({ json: [] }),
  );
  const dialog = page.getByRole("dialog", { name: "Create Group" });
  await open(page.getByRole("button", { name: "Create Group" }), dialog);
  await dialog.getByLabel("Name").fill("x");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("No groups created yet")).toBeVisible();
});

test("failed member lists can be retried, failed changes are reported, and a link leads to the users", async ({
  page,
  createUser,
  createGroup,
  signInAs,
}) => {
  const admin = await createUser({ role: "group_admin" });
  await createGroup(admin);
  await signInAs(admin);
  await page.goto("/groups");
  await page.route("**/api/groups/**", (route) => route.abort());
  const dialog = page.getByRole("dialog");
  await open(page.getByRole("button", { name: /^View / }), dialog);
  await expect(dialog.getByText("The members could not be loaded")).toBeVisible();
  await page.unroute("**/api/groups/**");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expectMember(dialog, admin, /group admin/i);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^View / })).toBeFocused();

  await page.route("**/api/groups/*", (route) => route.fulfill({ status: 500, body: "no" }));
  await page.getByRole("button", { name: /^Edit / }).click();
  await dialog.getByLabel("Name").fill("Other");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Failed to update group");
  await cancelTyped(page, dialog);
  await expect(dialog).toBeHidden();

  await test.step("a group_admin goes from the groups to the users", async () => {
    await expect(page.getByRole("navigation", { name: "Main" }).getByText("User Management")).toHaveCount(0);
    await page.getByRole("link", { name: "User Management" }).click();
    await expect(page.getByRole("heading", { name: "User Management" })).toBeVisible();
  });
});

async function expectMember(dialog: Locator, user: TestUser, role: RegExp): Promise<void> {
  const member = dialog.getByRole("row").filter({ hasText: user.email });
  await expect(member).toBeVisible();
  await expect(member).toContainText(role);
}
