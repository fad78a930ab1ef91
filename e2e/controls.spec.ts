import type { Locator } from "@playwright/test";
import { test as base, countRunning, expect, expectHydrated, open, type TestUser } from "@/e2e/fixtures";
import { holdBack } from "@/e2e/hold-back";

const CODE = "**/_next/static/chunks/**";
const isScreen = ({ searchParams }: URL) => searchParams.has("_rsc");
const LONGER_THAN_ANY_DELAY_MS = 1_000;

const test = base.extend<{ ada: TestUser; menuButton: Locator }>({
  ada: async ({ createUser }, use) => use(await createUser({ firstName: "Ada", lastName: "Byron" })),

  /** The menu button of the user table's only row. */
  menuButton: async ({ page, ada }, use) => {
    await expect(page.getByRole("combobox", { name: "Filter by role" })).toBeVisible();
    await page.getByRole("searchbox").fill(ada.email);
    await expect(page.getByRole("row")).toHaveCount(2);
    await use(page.getByRole("button", { name: "Actions for Ada Byron" }));
  },
});

test.beforeEach(async ({ page, ada: _listed, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "group_admin" }));
  await page.goto("/users", { waitUntil: "networkidle" });
  await expectHydrated(page);
});

test.describe("before its code has loaded", () => {
  test("a menu handles the key that opens it and returns focus", async ({ page, menuButton }) => {
    const letThrough = await holdBack(page, CODE);
    await menuButton.focus();
    await page.keyboard.press("Enter");
    await expect(menuButton).toHaveAttribute("aria-expanded", "false");
    letThrough();
    await expect(page.getByRole("menuitem", { name: "Edit User" })).toBeFocused();
    await expect(menuButton).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Pause User" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menuButton).toBeFocused();
    await expect(menuButton).toHaveAttribute("aria-expanded", "false");
  });

  test("a menu handles the click unless focus has moved on", async ({ page, menuButton }) => {
    const letThrough = await holdBack(page, CODE);
    const search = page.getByRole("searchbox");
    await menuButton.click();
    await search.focus();
    letThrough();
    await expect(menuButton).toHaveAttribute("data-state", "closed");
    await expect(search).toBeFocused();
    await menuButton.click();
    await expect(page.getByRole("menuitem", { name: "Edit User" })).toBeVisible();
  });

  test("a select handles a click that focuses what is around it, as in Safari", async ({ page }) => {
    await page.evaluate(() =>
      window.addEventListener("mousedown", (event) => {
        event.preventDefault();
        document.getElementById("content")?.focus();
      }),
    );
    await page.getByRole("combobox", { name: "Filter by role" }).click();
    await expect(page.getByRole("option", { name: "All roles" })).toBeVisible();
  });

  test("a select handles arrow keys and letters", async ({ page }) => {
    const letThrough = await holdBack(page, CODE);
    const role = page.getByRole("combobox", { name: "Filter by role" });
    const status = page.getByRole("combobox", { name: "Filter by status" });
    await role.focus();
    await page.keyboard.press("ArrowDown");
    letThrough();
    await expect(page.getByRole("option", { name: "All roles" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(role).toBeFocused();
    await status.focus();
    await page.keyboard.press("p");
    await expect(status).toHaveText("Paused");
    await expect(status).toBeFocused();
  });
});

test.describe("if the code of a menu does not load", () => {
  test.use({ allowsComplaints: true });

  test("an error is shown and the next attempt retries", async ({ page, menuButton }) => {
    const running = countRunning(page);
    await page.route(CODE, (route) => route.abort());
    await menuButton.click();
    await expect(page.getByText("This part of the page could not be loaded.").first()).toBeVisible();
    await expect.poll(running).toBe(0);
    await page.unroute(CODE);
    await menuButton.click();
    await expect(page.getByRole("menuitem", { name: "Edit User" })).toBeVisible();
  });
});

test("links prefetch, tooltips open and close, and the theme changes", async ({ page }) => {
  await test.step("a screen is prefetched once its link is pointed at or focused", async () => {
    const prefetched = () =>
      page.evaluate(() => {
        const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
        return loaded.filter(({ searchParams }) => searchParams.has("_rsc")).map(({ pathname }) => pathname);
      });
    expect(await prefetched()).toEqual([]);
    await page.getByRole("link", { name: "Groups" }).hover();
    await expect.poll(prefetched).toContain("/groups");
    await page.getByRole("link", { name: "QR Codes" }).focus();
    await expect.poll(prefetched).toContain("/qr-codes");
  });

  const button = page.getByRole("button", { name: "Keyboard shortcuts" });
  const tooltip = page.getByRole("tooltip");
  await test.step("a tooltip stays while hovered and closes on leaving", async () => {
    await button.hover();
    await expect(tooltip).toHaveText("Keyboard shortcuts (?)");
    await expect(button).toHaveAccessibleDescription("Keyboard shortcuts (?)");
    await tooltip.hover();
    await page.waitForTimeout(LONGER_THAN_ANY_DELAY_MS);
    await expect(tooltip).toBeVisible();
    await page.getByRole("searchbox").hover();
    await expect(tooltip).toBeHidden();
    await expect(button).toHaveAccessibleDescription("");
  });
  await test.step("Escape closes only the tooltip", async () => {
    await page.getByRole("radio", { name: "System theme" }).focus();
    await page.keyboard.press("Tab");
    await expect(button).toBeFocused();
    await expect(tooltip).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(tooltip).toBeHidden();
    await expect(button).toBeFocused();
  });
  await test.step("a click closes the tooltip", async () => {
    await page.getByRole("searchbox").hover();
    await button.hover();
    await expect(tooltip).toBeVisible();
    await button.click();
    await expect(page.getByRole("dialog", { name: "Keyboard Shortcuts" })).toBeVisible();
    await expect(tooltip).toBeHidden();
    await page.keyboard.press("Escape");
  });

  await test.step("the theme is one of three, including by arrow keys", async () => {
    const theme = page.getByRole("radiogroup", { name: "Theme" });
    await expect(theme.getByRole("radio", { name: "System theme" })).toBeChecked();
    await theme.getByRole("radio", { name: "System theme" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(theme.getByRole("radio", { name: "Dark theme" })).toBeFocused();
    await expect(theme.getByRole("radio", { name: "Dark theme" })).toBeChecked();
    await expect(page.locator("html")).toHaveClass(/\bdark\b/);
    await theme.getByRole("radio", { name: "Light theme" }).click();
    await expect(page.locator("html")).toHaveClass(/\blight\b/);
  });
  await test.step("the theme changes at once, without transitions", async () => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const dark = page.getByRole("radio", { name: "Dark theme" });
    const transitions = await dark.evaluate(async (radio: HTMLInputElement) => {
      radio.click();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return document.getAnimations().length;
    });
    expect(transitions).toBe(0);
    await expect(page.locator("html")).toHaveClass(/\bdark\b/);
    await expect(page.locator("html")).not.toHaveAttribute("style", /transition/);
  });
});

test("menus and selects open by each click that comes alone, as those of screen readers and voice control", async ({
  page,
  menuButton,
}) => {
  const role = page.getByRole("combobox", { name: "Filter by role" });
  const popups = [
    [menuButton, page.getByRole("menuitem", { name: "Edit User" })],
    [role, page.getByRole("option", { name: "All roles" })],
  ] as const;
  for (const [button, item] of popups) {
    // The first click loads the code; a mouse is used in between.
    for (const isBare of [true, true, false, true]) {
      await (isBare ? button.evaluate((element: HTMLElement) => element.click()) : button.click());
      await expect(item).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(item).toBeHidden();
    }
  }
});

test("a clicked link shows at once that its screen is loading", async ({ page }) => {
  const letThrough = await holdBack(page, isScreen);
  const groups = page.getByRole("link", { name: "Groups" });
  await groups.click();
  await expect(groups.locator(".animate-spin")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  const drawer = page.getByRole("dialog", { name: "Navigation" });
  await open(page.getByRole("button", { name: "Open navigation" }), drawer);
  const qrCodes = drawer.getByRole("link", { name: "QR Codes" });
  await qrCodes.click();
  await expect(qrCodes.locator(".animate-spin")).toBeVisible();
  letThrough();
  await expect(page).toHaveURL("/qr-codes");
  await expect(drawer).toBeHidden();
  // Not the menu's button, whose name would interrupt the screen's.
  await expect(page.locator("#content")).toBeFocused();
  const create = page.getByRole("dialog", { name: "Create Short URL" });
  await open(page.getByRole("button", { name: "Create Short URL" }).first(), create);
  await page.goBack();
  await expect(create).toBeHidden();
  await expect(page).toHaveURL("/users");
  await expect(drawer).toBeHidden();
});

test("a page is not styled again once it is loaded", async ({ page }) => {
  await page.addInitScript(() => {
    const count = (records: MutationRecord[]) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
      const all = added.filter((node) => node instanceof HTMLStyleElement && node.textContent?.includes("*"));
      Object.assign(window, { hopStyles: Number(Reflect.get(window, "hopStyles") ?? 0) + all.length });
    };
    new MutationObserver(count).observe(document, { childList: true, subtree: true });
  });
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByRole("radio", { name: "System theme" })).toBeChecked();
  expect(await page.evaluate(() => Reflect.get(window, "hopStyles"))).toBe(0);
});
