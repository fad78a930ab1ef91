import { expectAccessibleInBothThemes } from "@/e2e/axe";
import { expect, expectHydrated, open, test, uniqueCode } from "@/e2e/fixtures";
import { expectFitsAllWidths, PHONE } from "@/e2e/layout";
import { createLink } from "@/e2e/url-table";

// Elements that are fading in have too little contrast.
test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });

test("an overall_admin finds pages, links and people by keyboard", async ({
  page,
  createUser,
  createGroup,
  signInAs,
}) => {
  const admin = await createUser({ role: "overall_admin" });
  await createGroup(admin);
  const word = uniqueCode("found");
  const person = await createUser({ firstName: word });
  await signInAs(admin);
  const code = await createLink(page, word);
  await page.goto("/groups");
  await expectHydrated(page);

  const palette = page.getByRole("dialog", { name: "Command palette" });
  const input = palette.getByRole("combobox");
  const active = palette.getByRole("option", { selected: true });
  const announced = palette.getByRole("status");
  const opener = page.getByRole("button", { name: "Search everything" });

  await test.step("the button opens it; arrows, Home and End move; Escape returns the focus", async () => {
    await open(opener, palette);
    await expect(input).toBeFocused();
    await expect(active).toHaveText("Dashboard");
    await expect(input).toHaveAttribute("aria-activedescendant", (await active.getAttribute("id")) ?? "");
    await page.keyboard.press("ArrowDown");
    await expect(active).toHaveText("Manage URLs");
    await page.keyboard.press("End");
    await expect(active).toHaveText("Log Out");
    await expect(active).toBeInViewport();
    await page.keyboard.press("ArrowDown");
    await expect(active).toHaveText("Dashboard");
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
  });

  await test.step("a link is announced, and opens its analytics; the focus returns", async () => {
    await page.keyboard.press("Control+k");
    await input.fill(`https://elsewhere.example/${word}`);
    await expect(palette.getByText("Nothing matches")).toBeVisible();
    await expect(announced).toHaveText("No results");
    await input.fill(word);
    await expect(announced).toHaveText("1 in Short URLs, 1 in People");
    await expectAccessibleInBothThemes(page, "the command palette");
    await expect(active).toContainText(code);
    await expect(active.locator("mark")).toHaveText([word]);
    await page.keyboard.press("Enter");
    const analytics = page.getByRole("dialog", { name: "URL Analytics" });
    await expect(analytics).toContainText(code);
    await expect(palette).toBeHidden();
    await page.keyboard.press("Control+k");
    await expect(palette).toBeHidden();
    await analytics.getByRole("tab", { name: "History" }).click();
    await expect(analytics.getByRole("listitem").first()).toContainText("Test User created this link");
    await expectAccessibleInBothThemes(page, "the history of a link");
    await page.keyboard.press("Escape");
    await expect(analytics).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step("a failed search is reported and can be repeated; a person opens the list of users", async () => {
    await page.route("**/api/search?*", (route) => route.fulfill({ status: 500, body: "no" }));
    await page.keyboard.press("Control+k");
    await input.fill(person.email);
    await expect(palette.getByRole("alert")).toContainText("could not be searched");
    await page.unroute("**/api/search?*");
    await palette.getByRole("button", { name: "Try again" }).click();
    await expect(active).toContainText(person.email);
    await input.press("Enter");
    await expect(page).toHaveURL(`/users?${new URLSearchParams({ q: person.email })}`);
    await expect(palette).toBeHidden();
  });

  await test.step("an API key is created on its screen, whose address asks for it once", async () => {
    await page.keyboard.press("Control+k");
    await input.fill("create api");
    await input.press("Enter");
    const create = page.getByRole("dialog", { name: "Create API Key" });
    await expect(create.getByLabel("Key Name")).toBeVisible();
    await expect(page).toHaveURL("/api-keys");
    await page.keyboard.press("Escape");
    await expect(create).toBeHidden();
  });
});

test("a plain user on a phone finds a page and an action by touch", async ({ page, createUser, signInAs }) => {
  await page.setViewportSize(PHONE);
  await signInAs(await createUser());
  await page.goto("/groups");
  await expectHydrated(page);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const opener = page.getByRole("button", { name: "Search everything" });
  await open(opener, palette);
  await expect(palette.getByRole("option", { name: "Audit Log" })).toHaveCount(0);
  await expectAccessibleInBothThemes(page, "the command palette on a phone");
  await palette.getByRole("option", { name: "Create Short URL" }).click();
  const create = page.getByRole("dialog", { name: "Create Short URL" });
  await expect(create).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(create).toBeHidden();
  await expect(opener).toBeFocused();
  await open(opener, palette);
  await expectFitsAllWidths(page);
  await palette.getByRole("combobox").fill("qr");
  await palette.getByRole("option", { name: "QR Codes" }).click();
  await expect(page.getByRole("heading", { name: "QR Codes", level: 1 })).toBeVisible();
  await expect(palette).toBeHidden();
});
