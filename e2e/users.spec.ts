import type { Page } from "@playwright/test";
import { expect, expectToast, open, type TestUser, test, uniqueCode } from "@/e2e/fixtures";
import { holdBack } from "@/e2e/hold-back";
import { expectFitsAllWidths, PHONE } from "@/e2e/layout";
import { linkIn, waitForMail } from "@/e2e/mailbox";
import { choose, filter, pick, rowOf, searchUsers } from "@/e2e/table";
import { FIRST_NAME_REQUIRED, LAST_NAME_REQUIRED, URL_LIMIT_TOO_HIGH, USER_EMAIL_INVALID } from "@/lib/users/schema";

/** Calls that list users. */
const LIST = /\/api\/users\?/;

test.use({ viewport: { width: 1440, height: 900 } });

test("an overall_admin creates, edits, pauses, activates and deletes a user", async ({
  page,
  createUser,
  createGroup,
  signInAs,
  mailFolder,
  request,
  database,
}) => {
  const admin = await createUser({ role: "overall_admin" });
  const other = await createUser({ role: "overall_admin" });
  const groupId = await createGroup(admin);
  await signInAs(admin);
  const { name: groupName } = await groupNamed(page, groupId);
  await page.goto("/users");
  await expect(page).toHaveTitle(/User Management/);

  await test.step("overall_admins have no row menu", async () => {
    for (const { email } of [admin, other]) {
      await searchUsers(page, email);
      await expect(rowOf(page, email)).toBeVisible();
      await expect(rowOf(page, email).getByRole("button")).toHaveCount(0);
    }
  });

  const email = `${uniqueCode("ann")}@example.com`;
  const row = rowOf(page, email);
  await test.step("create", async () => {
    const dialog = page.getByRole("dialog", { name: "Create User" });
    await open(page.getByRole("button", { name: "Create User" }), dialog);
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    for (const message of [FIRST_NAME_REQUIRED, LAST_NAME_REQUIRED, USER_EMAIL_INVALID]) {
      await expect(dialog.getByText(message)).toBeVisible();
    }
    await dialog.getByLabel("First name").fill("Ann");
    await dialog.getByLabel("Last name").fill("Lee");
    await dialog.getByLabel("Email").fill(admin.email);
    await dialog.getByLabel("URL limit").fill("101");
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(dialog.getByText(URL_LIMIT_TOO_HIGH)).toBeVisible();
    await dialog.getByLabel("URL limit").fill("");
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(dialog.getByText("A user with this email address already exists")).toBeVisible();
    await dialog.getByLabel("Email").fill(email);
    await pick(page, dialog.getByRole("combobox", { name: "Groups" }), groupName);
    await expect(dialog.getByRole("list", { name: "Chosen groups" })).toContainText(groupName);
    await expect(dialog.getByRole("switch", { name: "Send an invitation" })).toBeChecked();
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expectToast(page, "User created successfully");
    await expectToast(page, `${email} will get an invitation by email.`);
    await searchUsers(page, email);
    await expect(row).toContainText("Ann Lee");
    await expect(row).toContainText(groupName);
    await expect(row).toContainText("0 of 1 URL limit");
    await expect(row.getByText("User", { exact: true })).toBeVisible();
  });

  await test.step("invite", async () => {
    const invitation = (count: number) => waitForMail(mailFolder, email, count, /^You're invited to /);
    const press = async (link: string) => (await request.post(`/api${new URL(link).pathname}`)).status();
    const first = linkIn(await invitation(1));
    await choose(page, row, "Resend invitation");
    await expectToast(page, "Invitation queued");
    const second = linkIn(await invitation(2));
    expect(await press(first)).toBe(400);
    expect(await press(second)).toBe(200);
    expect(await (await request.get("/api/auth/user")).json()).toMatchObject({ email });
    expect(await press(second)).toBe(400);
  });

  await test.step("edit", async () => {
    await choose(page, row, "Edit User");
    const dialog = page.getByRole("dialog", { name: "Edit User" });
    await dialog.getByLabel("Last name").fill("Stone");
    await dialog.getByLabel("URL limit").fill("7");
    await dialog.getByRole("combobox", { name: "Role" }).click();
    await page.getByRole("option", { name: "Group Admin" }).click();
    const sent = page.waitForRequest((one) => one.method() === "PUT");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    // Another admin may have changed the rest since the dialog opened.
    expect((await sent).postDataJSON()).toEqual({ lastName: "Stone", urlLimit: 7, role: "group_admin" });
    await expectToast(page, "User updated successfully");
    await expect(row).toContainText("Ann Stone");
    await expect(row).toContainText("7 URL limit");
    await expect(row).toContainText(/group admin/i);
    // Ann has already signed in.
    await open(row.getByRole("button", { name: /^Actions for/ }), page.getByRole("menuitem", { name: "Edit User" }));
    await expect(page.getByRole("menuitem", { name: "Resend invitation" })).toHaveCount(0);
    await page.keyboard.press("Escape");
  });

  await test.step("pause and activate", async () => {
    await choose(page, row, "Pause User");
    await expectToast(page, "User paused successfully");
    await expect(row.getByText("paused", { exact: true })).toBeVisible();
    await choose(page, row, "Activate User");
    await expectToast(page, "User activated successfully");
    await expect(row.getByText("active", { exact: true })).toBeVisible();
    // Somebody else locks the user.
    await database.query("UPDATE users SET status = 'locked' WHERE email = $1", [email]);
    await choose(page, row, "Pause User");
    await expectToast(page, "This user was changed in the meantime");
    await expect(row.getByText("locked", { exact: true })).toBeVisible();
  });

  await test.step("delete, after confirming", async () => {
    await choose(page, row, "Delete User");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(row.getByRole("button", { name: /^Actions for/ })).toBeFocused();
    await choose(page, row, "Delete User");
    await question.getByRole("button", { name: "Delete" }).click();
    await expectToast(page, "User deleted successfully");
    await expect(row.getByText("deleted", { exact: true })).toBeVisible();
  });
});

test("the focus survives the choice of the last group", async ({ page, createUser, createGroup, signInAs }) => {
  const admin = await createUser({ role: "overall_admin" });
  const id = await createGroup(admin);
  await signInAs(admin);
  await page.goto("/users");
  const dialog = page.getByRole("dialog", { name: "Create User" });
  await open(page.getByRole("button", { name: "Create User" }), dialog);
  const group = { id, name: "Sales", description: null, userLimit: 5 };
  await page.route("**/api/groups", (route) => route.fulfill({ json: [group] }));
  // Refetches what the page shows.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  const select = dialog.getByRole("combobox", { name: "Groups" });
  const option = page.getByRole("option");
  await expect(async () => {
    // While it is open, the rest can't be found.
    if (!(await option.first().isVisible())) await select.press("Enter");
    await expect(option).toHaveText(["Sales"], { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(select).toHaveText("In all groups");
  await expect(select).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Remove Sales" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(select).toHaveText("Add to a group");
  await expect(select).toBeFocused();
  await expect(option).toHaveCount(0);
});

test("filters narrow the list and are cleared together", async ({ page, createUser, createGroup, signInAs }) => {
  await page.setViewportSize(PHONE);
  const lastName = uniqueCode("Filter");
  const active = await createUser({ firstName: "Active", lastName });
  const paused = await createUser({ firstName: "Paused", lastName, status: "paused" });
  const locked = await createUser({ firstName: "Locked", lastName, status: "locked", role: "group_admin" });
  const groupId = await createGroup(active, locked);
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/users");
  await searchUsers(page, lastName);
  await expectRows(page, [active, paused, locked]);
  await expect(page.getByText(/^Showing 3 of [\d,]+ users$/)).toBeVisible();

  await filter(page, "Filter by status", "Locked");
  await expectRows(page, [locked]);
  await expect(page.getByText(/^Showing 1 of [\d,]+ users$/)).toBeVisible();
  await expectFitsAllWidths(page);
  await filter(page, "Filter by role", "User");
  await expectRows(page, []);
  await expect(page.getByText("No users match your filters")).toBeVisible();

  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(page.getByRole("searchbox", { name: "Search users" })).toHaveValue("");
  await expect(page.getByRole("combobox", { name: "Filter by role" })).toHaveText("All roles");
  await expect(page.getByRole("button", { name: "Clear Filters" })).toBeHidden();

  const { name } = await groupNamed(page, groupId);
  await filter(page, "Filter by group", name);
  await expect(page).toHaveURL(/[?&]group=/);
  await page.reload();
  await expectRows(page, [active, locked]);
});

test("a group_admin manages only users and creates none", async ({ page, createUser, signInAs }) => {
  await page.setViewportSize(PHONE);
  const lastName = uniqueCode("Scope");
  const admin = await createUser({ role: "group_admin", firstName: "Gina", lastName });
  const plain = await createUser({ firstName: "Paul", lastName });
  await createUser({ role: "group_admin", firstName: "Greg", lastName });
  await createUser({ role: "overall_admin", firstName: "Olga", lastName });
  await signInAs(admin);
  await page.goto("/users");
  await searchUsers(page, lastName);
  await expect(page.getByText(/^Showing 4 of [\d,]+ users$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Create User" })).toBeHidden();
  await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(1);
  await expectFitsAllWidths(page);

  const row = rowOf(page, plain.email);
  await open(row.getByRole("button", { name: /^Actions for/ }), page.getByRole("menuitem", { name: "Edit User" }));
  await expect(page.getByRole("menuitem", { name: "Resend invitation" })).toHaveCount(0);
  await page.getByRole("menuitem", { name: "Edit User" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit User" });
  await expect(dialog.getByLabel("Role")).toBeHidden();
  await dialog.getByLabel("URL limit").fill("");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "User updated successfully");
  await expect(row).toContainText("1 URL limit");
});

test("refusals are reported, a dialog outlives its row, and an empty list says so", async ({
  page,
  createUser,
  signInAs,
}) => {
  const [refused, edited, last] = [await createUser(), await createUser(), await createUser()];
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/users");

  await test.step("refusals are reported, and a failed refresh is retried", async () => {
    await searchUsers(page, refused.email);
    const row = rowOf(page, refused.email);

    await page.route("**/api/users/*/status", (route) => route.fulfill({ status: 500, body: "no" }));
    await choose(page, row, "Pause User");
    await expectToast(page, "Failed to update user status");
    await page.unroute("**/api/users/*/status");

    await page.route(LIST, (route) => route.abort());
    await choose(page, row, "Pause User");
    const alert = page.getByRole("alert").filter({ hasText: "may be out of date" });
    await expect(alert).toBeVisible();
    await page.unroute(LIST);
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(alert).toBeHidden();
    await expect(row.getByText("paused", { exact: true })).toBeVisible();
  });

  await test.step("a user's dialog stays open when the user leaves the list", async () => {
    await searchUsers(page, edited.email);
    await filter(page, "Filter by status", "Active");
    const row = rowOf(page, edited.email);
    const letThrough = await holdBack(page, "**/api/users/*/status");
    await choose(page, row, "Pause User");
    await choose(page, row, "Edit User");
    const dialog = page.getByRole("dialog", { name: "Edit User" });
    await dialog.getByLabel("First name").fill("Typed");
    letThrough();
    await expectToast(page, "User paused successfully");
    await expect(page.getByRole("row", { includeHidden: true }).filter({ hasText: edited.email })).toHaveCount(0);
    await expect(dialog.getByLabel("First name")).toHaveValue("Typed");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "User updated successfully");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Clear Filters" }).click();
  });

  await test.step("an empty user list says so", async () => {
    await searchUsers(page, last.email);
    let isEmptied = false;
    await page.route(/\/status$/, (route) => {
      isEmptied = true;
      return route.fallback();
    });
    await page.route(LIST, (route) =>
      isEmptied ? route.fulfill({ json: [], headers: { "X-Total-Count": "0" } }) : route.fallback(),
    );
    await choose(page, rowOf(page, last.email), "Pause User");
    await expect(page.getByText("No users match your filters")).toBeVisible();
    await page.getByRole("button", { name: "Clear Filters" }).click();
    await expect(page.getByText("No users found", { exact: true })).toBeVisible();
  });
});

async function expectRows(page: Page, users: TestUser[]): Promise<void> {
  // The first row is the header.
  await expect(page.getByRole("row")).toHaveCount(users.length && users.length + 1);
  for (const { email } of users) await expect(rowOf(page, email)).toBeVisible();
}

async function groupNamed(page: Page, id: string): Promise<{ name: string }> {
  const groups: { id: string; name: string }[] = await (await page.request.get("/api/groups")).json();
  const group = groups.find((candidate) => candidate.id === id);
  if (!group) throw new Error("no such group");
  return group;
}
