import { createUrl } from "@/e2e/api/support";
import { expect, open, test } from "@/e2e/fixtures";
import { expectNoSidewaysScroll, expectNothingCut, PHONE } from "@/e2e/layout";
import { search } from "@/e2e/url-table";
import { DEFAULT_DESIGN } from "@/lib/qr/design";

/** A word as long as a name may be, and wide. */
const WORD = "W".repeat(100);

test("names and descriptions of one long word fit their screens and dialogs", async ({
  page,
  request,
  database,
  createUser,
  createGroup,
  signInAs,
}) => {
  const admin = await createUser({ role: "group_admin", firstName: WORD, lastName: WORD });
  const group = await createGroup(admin);
  await database.query("UPDATE groups SET name = $2, description = $2 WHERE id = $1", [group, WORD]);
  await signInAs(admin);
  const { id, shortCode } = await createUrl(request, admin, { groupId: group });
  for (const [path, data] of [
    [`/api/groups/${group}/api-keys`, { name: WORD }],
    ["/api/qr-templates", { name: WORD.slice(0, 64), groupId: group, design: DEFAULT_DESIGN }],
    [`/api/urls/${id}/shares`, { name: WORD }],
    [`/api/urls/${id}/placements`, { name: "w".repeat(32) }],
  ] as const) {
    expect((await page.request.post(path, { data })).status(), path).toBe(201);
  }
  const expectFits = async () => {
    for (const width of [PHONE.width, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      await expectNothingCut(page);
    }
  };

  for (const path of [
    "/",
    `/groups/${group}`,
    `/groups?group=${group}`,
    `/api-keys?group=${group}`,
    "/qr-codes?tab=templates",
    `/urls/${id}`,
  ]) {
    await page.goto(path);
    await expect(page.getByText(/W{64}/).first()).toBeAttached();
    await expectFits();
  }

  for (const name of ["Share statistics", "Placements"]) {
    await page.goto("/urls");
    await search(page, shortCode);
    const item = page.getByRole("menuitem", { name });
    await open(page.getByRole("button", { name: `More actions for ${shortCode}` }), item);
    await item.click();
    await expect(page.getByRole("dialog").getByText(/w{32}/i).first()).toBeVisible();
    await expectFits();
  }
});
