import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { formatShortDay } from "@/components/analytics/breakdown";
import { expect, expectHydrated, open, test, uniqueCode } from "@/e2e/fixtures";
import { expectFingerSized, fingersOn, keyboardOn, turnToPhone } from "@/e2e/hands";
import { holdBack } from "@/e2e/hold-back";
import { expectFitsAllWidths, expectNoSidewaysScroll } from "@/e2e/layout";
import { visit } from "@/e2e/visit";
import { awaitRoom } from "@/lib/testing/await-room";
import type { ShortUrl } from "@/lib/urls/types";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const DAY_MS = 86_400_000;
const execute = promisify(execFile);
const DESK = { width: 1440, height: 900 };
test.use({ hasTouch: true, viewport: DESK });

/** Creates a link as the signed-in user. */
async function create(page: Page, word: string, groupId?: string): Promise<ShortUrl> {
  const data = { originalUrl: "https://example.com/", shortCode: uniqueCode(word), groupId };
  const created = await page.request.post("/api/urls", { data });
  expect(created.status()).toBe(201);
  return created.json();
}

async function visitAs({ shortCode }: ShortUrl, userAgent: string, referer?: string) {
  await visit(`/${shortCode}`, { "User-Agent": userAgent, ...(referer && { Referer: referer }) });
}

/** Waits until the clicks of a link are counted. */
async function expectCounted(page: Page, { id }: ShortUrl, clicks: number): Promise<void> {
  const counted = async () => (await (await page.request.get(`/api/urls/${id}/stats`)).json()).clicks;
  await expect.poll(counted).toBe(clicks);
}

test("every role finds its best link, and its devices and sources, in three presses at most", async ({
  page,
  database,
  createUser,
  createGroup,
  signInAs,
}) => {
  const [owner, groupAdmin] = [await createUser(), await createUser({ role: "group_admin" })];
  const admin = await createUser({ role: "overall_admin" });
  const groupId = await createGroup(owner, groupAdmin);
  await signInAs(owner);
  const [best, other] = [await create(page, "spring", groupId), await create(page, "flyer", groupId)];
  for (const referer of ["https://news.example/a", "https://news.example/b", undefined]) {
    await visitAs(best, PHONE, referer);
  }
  await visitAs(other, DESKTOP);
  await expectCounted(page, best, 3);
  await expectCounted(page, other, 1);

  // Comes first in the list, of which only the visible rows are rendered.
  const name = uniqueCode("0 Campaign");
  await database.query("UPDATE groups SET name = $1 WHERE id = $2", [name, groupId]);
  const paths = [
    [owner, [page.getByRole("link", { name: "Analytics", exact: true })]],
    ...[groupAdmin, admin].map(
      (user) =>
        [
          user,
          [
            page.getByRole("link", { name: "Groups", exact: true }),
            page.getByRole("link", { name: `Analytics for ${name}` }),
          ],
        ] as const,
    ),
  ] as const;
  for (const [user, presses] of paths) {
    await signInAs(user);
    await page.goto("/");
    await expectHydrated(page);
    const create = page.getByRole("main").getByRole("button", { name: "Create Short URL" });
    const first = page.getByRole("region", { name: "Top Links" }).getByRole("link").first();
    const keys = keyboardOn(page);
    const press = user === admin ? (link: Locator) => link.click() : keys.press;
    for (const link of presses) await press(link);
    await expect(page).toHaveURL(/\/(?:analytics|groups\/[0-9a-f-]+)$/);
    await expect(create).toBeVisible();
    if (user !== admin) await walkSums(page);
    await press(first);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(best.shortCode);
    await expect(create).toBeVisible();
    // The cards that are gone gave it to none of the next page.
    await expect(page.locator("section:focus")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Device Types" }).getByRole("listitem").first()).toHaveText(
      /^Mobile3/,
    );
    await expect(page.getByRole("region", { name: "Traffic Sources" }).getByRole("listitem").first()).toContainText(
      "news.example2",
    );
  }
  await signInAs(await createUser());
  expect((await page.request.get(`/urls/${best.id}`)).status()).toBe(404);
  expect((await page.request.get(`/groups/${groupId}`)).status()).toBe(404);
});

/** Changes the period of the numbers of several links, first by keyboard, then on a phone. */
async function walkSums(page: Page): Promise<void> {
  const keys = keyboardOn(page);
  const week = page.getByRole("radio", { name: "7 days" });
  await keys.press(week);
  await expect(week).toBeChecked();
  await expect(page).toHaveURL(/range=7d/);
  await keys.press(page.getByRole("button", { name: "Show as table" }));
  const numbers = page.getByRole("region", { name: "Clicks over time", exact: true });
  await expect(numbers.getByRole("row").nth(1)).toContainText("so far");
  await turnToPhone(page);
  await fingersOn(page).press(page.getByRole("combobox", { name: "Period" }));
  await fingersOn(page).press(page.getByRole("option", { name: "90 days" }));
  await expect(page).toHaveURL(/range=90d/);
  await page.setViewportSize(DESK);
}

test("the keyboard filters a link's numbers, shows them as a table and compares links, on a phone too", async ({
  page,
  createUser,
  signInAs,
}) => {
  await signInAs(await createUser());
  await awaitRoom("day", 120_000);
  const [link, other] = [await create(page, "keys"), await create(page, "a-poster-in-the-entrance-hall-of")];
  await visitAs(link, PHONE, "https://news.example/");
  await visitAs(link, PHONE);
  await visitAs(link, DESKTOP, "https://news.example/");
  await expectCounted(page, link, 3);
  const keys = keyboardOn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/urls/${link.id}`);
  const totals = page.getByRole("region", { name: "Totals" });
  await expect(totals.getByText("3", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: "Create Short URL" })).toBeInViewport();
  await expectNoSidewaysScroll(page);

  const chips = page.getByRole("region", { name: "Filters" });
  await expectHydrated(page);
  await keys.press(page.getByRole("button", { name: /^Mobile/ }));
  await expect(chips.getByRole("button", { name: "Remove filter: Device Mobile" })).toBeVisible();
  const status = page.getByRole("status").filter({ hasText: "Clicks by" });
  await expect(status).toHaveText(/^2 clicks\. Clicks by day: .+\. Only Device: Mobile$/);
  await keys.press(page.getByRole("button", { name: /^news\.example/ }));
  await expect(page).toHaveURL(/\?referrer=news\.example&device=mobile$/);
  const systems = page.getByRole("region", { name: "Operating Systems" }).getByRole("listitem");
  await expect(systems).toHaveText([/^iOS1/]);
  const clicks = page.getByRole("table", { name: "Recent Clicks" }).getByRole("row");
  await expect(clicks).toHaveCount(2);
  const bots = page.getByRole("switch", { name: "Show bots" });
  await keys.press(bots);
  await expect(page).toHaveURL(/[?&]bots=include\b/);
  await page.reload();
  await expectHydrated(page);
  await expect(bots).toBeChecked();
  await expect(chips.getByRole("button", { name: /^Remove filter/ })).toHaveCount(2);
  await expectFitsAllWidths(page);
  await keys.press(bots);
  await keys.press(chips.getByRole("button", { name: "Remove filter: Source news.example" }));
  await expect(systems).toHaveText([/^iOS2/]);
  await expect(clicks).toHaveCount(3);
  await expect(page).toHaveURL(/\?device=mobile$/);

  await keys.press(page.getByRole("button", { name: "Show as table" }));
  const numbers = page.getByRole("region", { name: "Clicks over time", exact: true });
  await expect(numbers.getByRole("row").nth(1)).toContainText("so far2");
  await expect(page).toHaveURL(/&chart=table$/);

  const history = page.getByRole("dialog", { name: "URL Analytics" });
  await keys.press(page.getByRole("button", { name: "History" }));
  await expect(history.getByRole("tabpanel", { name: "History" })).toContainText("created this link");
  await page.keyboard.press("Escape");
  await turnToPhone(page);
  await fingersOn(page).press(page.getByRole("button", { name: "Show as chart" }));
  await expect(page).toHaveURL(/\?device=mobile$/);
  await page.setViewportSize(DESK);

  await page.goto(`/urls/compare?ids=${link.id}&chart=table`);
  const table = page.getByRole("table", { name: "Compared links" });
  await expect(table.getByRole("row")).toHaveCount(2);
  const search = page.getByRole("combobox", { name: "Search short URLs" });
  await expectHydrated(page);
  await keys.press(page.getByRole("combobox", { name: "Add a link" }));
  await keys.type(search, other.shortCode);
  await expect(page.getByRole("option")).toHaveCount(1);
  const name = table.getByRole("link", { name: other.shortCode });
  // Without effect while it searches.
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(search).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect(name).toBeVisible();
  // The narrowest width at which it is a table.
  await page.setViewportSize({ width: 768, height: 844 });
  await expect.poll(() => name.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(60);
  await table.scrollIntoViewIfNeeded();
  await expect(page.getByRole("button", { name: `Remove ${other.shortCode}` })).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 360, height: 844 });
  await expect.poll(() => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expectFitsAllWidths(page);
  await expect(numbers.getByRole("row").nth(1)).toContainText("so far30");
  await expectFingerSized(page);
  await fingersOn(page).press(page.getByRole("button", { name: `Remove ${link.shortCode}` }));
  await expect(table.getByRole("row")).toHaveCount(2);
});

test("today's numbers by hour, a map that filters, and a report on at most two pages of paper", async ({
  page,
  database,
  createUser,
  signInAs,
}, { outputDir }) => {
  await signInAs(await createUser());
  await awaitRoom("hour");
  const link = await create(page, "paper");
  for (let click = 0; click < 2; click++) await visitAs(link, PHONE);
  await expectCounted(page, link, 2);
  const name = "Changed 60 times";
  await database.query(
    `INSERT INTO audit_entries (id, actor_label, action, subject_type, subject_id, subject_label, before, after)
     SELECT gen_random_uuid(), $2, 'url.update', 'short_url', $1::text, $2, '{"originalUrl": "https://a.example/"}',
            '{"originalUrl": "https://b.example/"}' FROM generate_series(1, 60)`,
    [link.id, name],
  );
  // Addresses of tests have no country.
  await database.query(`UPDATE click_days SET counts = counts::jsonb || '{"country:DE": 2}' WHERE scope_id = $1`, [
    link.id,
  ]);
  await page.goto(`/urls/${link.id}?range=today&chart=table`);
  const numbers = page.getByRole("region", { name: "Clicks over time", exact: true });
  await expect(numbers.getByRole("columnheader")).toHaveText(["Time", "Clicks", "Visitors", "Previous period"]);
  await expect(numbers.getByRole("row").nth(1).getByRole("cell").first()).toHaveText("2");
  await expect(numbers.getByRole("row").nth(1).getByRole("cell").nth(1)).toHaveText("1");
  await expect(page.getByText("10 older changes not marked")).toBeVisible();

  await page.goto(`/urls/${link.id}`);
  const map = page.locator("path[data-code=DE]");
  // Parts that load above it move it.
  await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
  await expect(async () => {
    await map.hover();
    await expect(page.getByText("Germany 2 clicks, 100.0%")).toBeVisible({ timeout: 3_000 });
  }).toPass();
  // A contrast theme of the system that is as light as the text of the theme chosen in Hop.
  await page.getByRole("radio", { name: "Dark theme" }).click();
  await page.emulateMedia({ forcedColors: "active", colorScheme: "light" });
  const chart = page.locator("svg.recharts-surface").first();
  await expect(chart.locator("[stroke='var(--color-ink)']").first()).toHaveCSS("stroke", "rgb(0, 0, 0)");
  await expect(chart.locator("[fill='var(--color-muted)']").first()).toHaveCSS("fill", "rgb(0, 0, 0)");
  await page.emulateMedia({ forcedColors: null, colorScheme: null });
  const file = path.join(outputDir, "report.pdf");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("region", { name: "Recent Clicks" })).toBeHidden();
  // A grid in a grid is cut at the edges of pages by Firefox.
  await expect(page.locator("main > div")).toHaveCSS("display", "flex");
  await page.pdf({ path: file, format: "A4" });
  const { stdout } = await execute("pdfinfo", [file]);
  expect(Number(/^Pages:\s+(\d+)$/m.exec(stdout)?.[1])).toBeLessThanOrEqual(2);
  const printed = (await execute("pdftotext", ["-layout", file, "-"])).stdout;
  for (const text of [link.shortCode, "Unique visitors", "Clicks Over Time", "Germany", "Mobile", "Weekday"]) {
    expect(printed).toContain(text);
  }
  // The axis ends with one of the last days: the chart, drawn for the window, is not cut.
  const lastDays = [0, 1, 2].map((days) =>
    formatShortDay(new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)),
  );
  expect(printed).toMatch(new RegExp(`(?:${lastDays.join("|")})$`, "m"));
  await page.emulateMedia({ media: "screen" });
  await map.click();
  await expect(page).toHaveURL(/\?country=DE$/);
  await expect(page.getByRole("region", { name: "Device Types" })).toContainText("No clicks match the filters");
});

test("a comparison's numbers don't stand under the name of a period that is still loading", async ({
  page,
  createUser,
  signInAs,
}) => {
  await signInAs(await createUser());
  const link = await create(page, "period");
  await page.goto(`/urls/compare?ids=${link.id}`);
  await expect(page.getByText(/^Last 30 days/)).toBeVisible();
  await expectHydrated(page);
  const letThrough = await holdBack(page, "**/api/urls/compare?*");
  await page.getByRole("radio", { name: "90 days" }).check();
  const period = page.getByText(/^Last 90 days/);
  await expect(period).toBeAttached();
  await expect(period).toBeHidden();
  const status = page.getByRole("status").filter({ hasText: link.shortCode });
  await expect(status).toHaveCount(0);
  letThrough();
  await expect(period).toBeVisible();
  await expect(status).toHaveText(/, 0 clicks\. Clicks by day: /);
});

test("charts of a link and of a comparison are downloaded as images", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser());
  const link = await create(page, "picture");
  await visitAs(link, PHONE);
  await expectCounted(page, link, 1);
  for (const [address, name] of [
    [`/urls/${link.id}?device=mobile`, /-clicks\.png$/],
    [`/urls/compare?ids=${link.id}`, /^compared-clicks\.png$/],
  ] as const) {
    await page.goto(address);
    await expectHydrated(page);
    await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
    const item = page.getByRole("menuitem", { name: "Download PNG" });
    await open(page.getByRole("button", { name: "Download", exact: true }), item);
    const [file] = await Promise.all([page.waitForEvent("download"), item.click()]);
    expect(file.suggestedFilename()).toMatch(name);
    expect((await readFile(await file.path())).subarray(1, 4).toString()).toBe("PNG");
  }
  await page.getByRole("button", { name: "Show as table" }).click();
  await page.getByRole("button", { name: "Download", exact: true }).press("Enter");
  const refused = page.getByRole("menuitem", { name: "Download PNG (show the chart first)" });
  await expect(refused).toBeFocused();
  await expect(refused).toBeDisabled();
  await page.keyboard.press("Enter");
  await expect(refused).toBeVisible();
});
