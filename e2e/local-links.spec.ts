import { expect, expectHydrated, open, test } from "@/e2e/fixtures";
import { expectFitsAllWidths } from "@/e2e/layout";

test.use({
  // Chromium complains about headers that it only honours over https.
  allowsComplaints: true,
  baseURL: ({}, use) => use((process.env.E2E_URL ?? "").replace("localhost", "hop.test")),
});

const WARNING = /Links start with http:\/\/localhost:\d+, which works only on the server's own machine/;

test("on another machine, overall_admins read that links lead to localhost", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/");
  await expect(page.getByText(WARNING)).toBeVisible();
  await expectFitsAllWidths(page);
  await page.getByRole("link", { name: "Change the base URL in Settings" }).click();
  await expect(page.getByRole("textbox", { name: "Base URL" })).toHaveAccessibleDescription(WARNING);
  await page.goto("/users");
  const invitation = page.getByRole("switch", { name: "Send an invitation" });
  await open(page.getByRole("button", { name: "Create User" }), invitation);
  await expect(invitation).toHaveAccessibleDescription(WARNING);

  await signInAs(await createUser());
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("button", { name: "Create Short URL" }).first()).toBeVisible();
  await expectHydrated(page);
  await expect(page.getByText(WARNING)).toHaveCount(0);
});
