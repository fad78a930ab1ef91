import { buffer } from "node:stream/consumers";
import type { Locator, Page } from "@playwright/test";
import { sessionOf } from "@/e2e/api/support";
import { expectAccessibleInBothThemes } from "@/e2e/axe";
import { countRunning, expect, expectHydrated, expectToast, open, type TestUser, test } from "@/e2e/fixtures";
import { reach } from "@/e2e/hands";
import { holdBack } from "@/e2e/hold-back";
import { expectFitsAllWidths } from "@/e2e/layout";
import { expectLedToSignIn, stopClock } from "@/e2e/signed-out";
import { createLink, search } from "@/e2e/url-table";
import { visit } from "@/e2e/visit";
import { MAX_STREAMS_OF_USER } from "@/lib/analytics/live";
import type { GlobalAnalytics } from "@/lib/analytics/types";
import { paths } from "@/lib/paths";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const LONG_ADDRESS = "2001:0db8:85a3:1319:8a2e:abcd:7344:ffff";

const ATTACK = "<img src=x onerror=alert(1)>";

test("an overall_admin sees who follows links", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  const code = await createLink(page, "seen");
  const Referer = `https://shop.example/${encodeURIComponent(ATTACK)}`;
  await visit(`/${code}?qr=1`, { "User-Agent": PHONE, Referer });
  await visit(`/${code}`, { "User-Agent": `Mozilla/5.0 ${ATTACK}${"x".repeat(80)}` });

  await expect.poll(() => clickCountOf(page, code)).toBe(2);
  await page.goto("/analytics");
  await expect(page.getByRole("main").getByText("Total Clicks", { exact: true })).toBeVisible();
  for (const title of [
    "Device Breakdown",
    "Access Methods",
    "Device Types",
    "Traffic Sources",
    "Daily Activity",
    "QR Code vs URL Access",
  ]) {
    await expect(page.getByRole("region", { name: title })).toBeVisible();
  }
  await expect(page.getByRole("region", { name: "Daily Activity" }).getByRole("listitem")).toHaveCount(7);
  const countries = page.getByRole("region", { name: "Countries" });
  await open(page.getByRole("tab", { name: "Detailed" }), countries);
  await expect(countries.getByRole("link", { name: "IP geolocation by DB-IP" })).toBeVisible();
  await expectFitsAllWidths(page);
  for (const period of ["Today", "All time", "Last 30 days"]) {
    await page.getByRole("radio", { name: period }).click();
    await expect(page.getByRole("region", { name: "Daily Activity" }).getByRole("listitem")).toHaveCount(7);
  }
  await expect(page).toHaveURL(/\?period=month&tab=detailed$/);
  await expect(page.getByRole("region", { name: "Clicks Over Time" })).toBeVisible();
  await page.reload();
  await expectHydrated(page);
  await expect(page.getByRole("radio", { name: "Last 30 days" })).toBeChecked();
  await expect(countries).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("paragraph").filter({ hasText: /^Last 30 days$/ })).toBeVisible();
  await expect(page.getByRole("radiogroup", { name: "Period" })).toBeHidden();
  await expect(page.getByRole("link", { name: "My Links" })).toBeHidden();
  await page.emulateMedia({ media: null, forcedColors: "active" });
  const legend = page.getByRole("region", { name: "Device Breakdown" }).getByRole("listitem");
  await expect(legend.first().locator("span").first()).toHaveCSS("forced-color-adjust", "none");
  await page.emulateMedia({ forcedColors: "none" });
  await page.goBack();
  await expect(page.getByRole("radio", { name: "All time" })).toBeChecked();
  await expect(page).toHaveURL(/\?period=all&tab=detailed$/);
  await expect(page.getByRole("img", { name: "Live", exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Manage URLs" }).click();
  await search(page, code);
  const dialog = page.getByRole("dialog", { name: "URL Analytics" });
  await open(page.getByRole("button", { name: `Show analytics for ${code}` }), dialog);
  await expect(dialog.getByRole("row")).toHaveCount(3);
  await expect(dialog.getByText("https://example.com/")).toBeVisible();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 480 });
    await expect(dialog.getByText("Unique visitors")).toBeInViewport();
    await expect(dialog.getByText("Counted once per day")).toBeInViewport();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press("Tab");
  await reach(page, dialog.getByRole("switch", { name: "Show bots" }));
  const agent = dialog.getByRole("cell").filter({ hasText: ATTACK });
  await expect(agent).toHaveText(/^Mozilla\/5\.0 .{48}…(Bot)?$/);
  await expect(dialog.locator("img")).toHaveCount(0);
  await expectFitsAllWidths(page);
});

test("shows the longest visitor address in full, beside or below the time", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser());
  const code = await createLink(page, "six");
  const click = {
    id: "1",
    timestamp: "2026-11-21T12:41:00Z",
    ipAddress: LONG_ADDRESS,
    referer: null,
    userAgent: PHONE,
  };
  await page.route("**/api/analytics/*?limit=10&bots=exclude", (route) =>
    route.fulfill({ json: [{ ...click, isBot: false }] }),
  );
  await page.goto("/urls");
  const dialog = page.getByRole("dialog", { name: "URL Analytics" });
  await open(page.getByRole("button", { name: `Show analytics for ${code}` }), dialog);
  const cells = dialog.getByRole("cell");
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(cells.nth(1)).toContainText(LONG_ADDRESS);
    for (const cell of [cells.nth(0), cells.nth(1)]) {
      const overflow = () => cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      await expect.poll(overflow, { intervals: [20, 100] }).toBeLessThanOrEqual(0);
    }
  }
});

test("a group_admin sees that admin permissions are needed", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "group_admin" }));
  await page.goto("/analytics");
  await expect(page.getByText("You need admin permissions to view analytics.")).toBeVisible();
});

test("a link without clicks says so, and failed statistics can be retried", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser());
  const code = await createLink(page, "quiet");
  await page.goto("/urls");
  await page.route("**/api/analytics/**", (route) => route.fulfill({ status: 500, body: "no" }));
  const dialog = page.getByRole("dialog", { name: "URL Analytics" });
  await open(page.getByRole("button", { name: `Show analytics for ${code}` }), dialog);
  await expect(dialog.getByText("Failed to fetch analytics")).toBeVisible();
  await page.unroute("**/api/analytics/**");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByText("No clicks yet")).toBeVisible();
});

test("the dialog with the QR code of a link without clicks outlasts its first one", async ({
  page,
  createUser,
  signInAs,
}) => {
  await signInAs(await createUser());
  const created = await page.request.post(paths.api.urls, { data: { originalUrl: "https://example.com/" } });
  const { id, shortCode } = await created.json();
  await page.goto(paths.url(id));
  const card = page.getByRole("region", { name: "Analytics", includeHidden: true });
  await expect(page.getByRole("img", { name: "Live", exact: true })).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "QR Code" });
  await open(card.getByRole("button", { name: "QR Code" }), dialog);
  await visit(`/${shortCode}?qr=1`);
  await expect(card).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
});

test("a card that ends at five says what it leaves out, and opens all entries", async ({
  page,
  createUser,
  signInAs,
}) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  const code = await createLink(page, "top");
  const [link] = await (await page.request.get(`/api/urls?q=${code}`)).json();
  await page.route("**/api/analytics/global", (route) => route.fulfill({ json: MANY_NAMES }));
  const askedLimits: (string | null)[] = [];
  const topUrls = { totalClicks: 1_000, urls: [{ ...link, clickCount: 300, status: "paused" }] };
  await page.route("**/api/analytics/top-urls?period=all&limit=*", (route) => {
    askedLimits.push(new URL(route.request().url()).searchParams.get("limit"));
    return route.fulfill({ json: topUrls });
  });
  await page.goto("/analytics");
  const sources = page.getByRole("region", { name: "Traffic Sources" });
  await open(page.getByRole("radio", { name: "All time" }), sources.getByText("site-a.example"));
  await expect(sources.getByRole("listitem")).toHaveText([
    "Direct50050.0%",
    "other20020.0%",
    "site-a.example12012.0%",
    "site-b.example303.0%",
    "site-c.example202.0%",
    "Other13013.0%",
  ]);
  await expect(page.getByRole("region", { name: "Access Methods" }).getByText("View all")).toHaveCount(0);
  await expectNoOvershoot(page);
  const chart = page.getByRole("region", { name: "Clicks Over Time" });
  await expect(chart.getByRole("row").nth(1)).toHaveText("Sat, Nov 21, so far12");

  const find = sources.getByRole("searchbox", { name: "Search Traffic Sources" });
  await open(sources.getByRole("button", { name: /^View all \d+: Traffic Sources$/ }), find);
  await expect(sources.getByRole("listitem")).toHaveCount(13);
  await expect(sources.getByRole("listitem").last()).toHaveText("Other909.0%");
  await expectAccessibleInBothThemes(page, "all traffic sources");
  await expectFitsAllWidths(page);
  const list = sources.getByRole("list", { name: "Traffic Sources" });
  const hidden = () => list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(await hidden()).toBeGreaterThan(0);
  await page.emulateMedia({ media: "print" });
  await expect.poll(hidden).toBe(0);
  await page.emulateMedia({ media: null });
  await find.fill("OTHER");
  await expect(sources.getByRole("listitem")).toHaveText(["other20020.0%"]);
  await find.fill("OTHERs");
  await expect(sources.getByText("No matches")).toBeVisible();
  await sources.getByRole("button", { name: "Show fewer: Traffic Sources" }).click();
  await expect(sources.getByRole("listitem")).toHaveCount(6);

  const top = page.getByRole("region", { name: "Top Links" });
  await expect(top.getByRole("listitem")).toHaveText([/paused.*30030\.0%$/, "Other70070.0%"]);
  // Until it is visible again, only the test refetches.
  await setHidden(page, true);
  await expect(page.getByRole("img", { name: "Not live" })).toBeVisible();
  askedLimits.length = 0;
  const all = "**/api/analytics/top-urls?period=all&limit=200";
  await page.route(all, (route) => route.fulfill({ status: 500, body: "no" }), { times: 1 });
  const letThrough = await holdBack(page, all);
  await top.getByRole("button", { name: "View all: Top Links" }).click();
  await expect(top).toHaveAttribute("aria-busy", "true");
  letThrough();
  await expect(top.getByRole("alert")).toContainText("The other links could not be loaded.");
  await expect(top.getByRole("listitem")).toHaveCount(2);
  const showFewer = top.getByRole("button", { name: "Show fewer: Top Links" });
  await expect(showFewer).toBeFocused();
  await top.getByRole("button", { name: "Try again" }).click();
  // A list that was asked for before may be among them.
  await expect.poll(() => askedLimits.filter((limit) => limit === "200")).toHaveLength(1);
  await expect(top.getByRole("alert")).toHaveCount(0);
  await expect(top).not.toHaveAttribute("aria-busy");
  // The button that had it is gone.
  await expect(top).toBeFocused();
  await showFewer.click();

  await sources.getByRole("button", { name: /^View all \d+: Traffic Sources$/ }).click();
  await find.fill("OTHERs");
  askedLimits.length = 0;
  const referrers = { Direct: 1_000 };
  await page.route("**/api/analytics/global", (route) => route.fulfill({ json: { ...MANY_NAMES, referrers } }));
  await setHidden(page, false);
  await expect(sources.getByRole("listitem")).toHaveText(["Direct1,000100.0%"]);
  await expect.poll(() => askedLimits).toContain("5");
  expect(askedLimits).not.toContain("200");
  await top.getByRole("link", { name: code }).click();
  await expect(page).toHaveURL(`/urls/${link.id}?range=all`);
  await expect(page.getByText("No clicks yet")).toBeVisible();
});

test("exports the selected period as a CSV file", async ({ page, database, createUser, signInAs }) => {
  const admin = await createUser({ role: "overall_admin" });
  await signInAs(admin);
  const code = await createLink(page, "csv");
  await page.goto("/analytics");
  const before = await countOf(totalClicks(page));
  await visit(`/${code}?qr=1`, { "User-Agent": PHONE });
  await expect.poll(() => clickCountOf(page, code)).toBe(1);

  const week = await saveCsv(page);
  expect(week.name).toMatch(/^clicks-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect(daysIn(week.name)).toBe(7);
  // Spreadsheets need the byte order mark to recognise UTF-8.
  expect(week.content.startsWith("\ufeffTime,Short code,Access method,Bot,")).toBe(true);
  expect(week.content.endsWith("\r\n")).toBe(true);
  const own = rowsIn(week.content).filter((row) => row.split(",")[1] === code);
  expect(own).toHaveLength(1);
  expect(own[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,[\w-]+,qr,no,mobile,iOS,/);
  // Another test deletes a click of its own in the meantime.
  expect(rowsIn(week.content).length).toBeGreaterThanOrEqual(before);

  // Each user has one download at a time, until Postgres has closed its connection.
  const lock = Number.parseInt(admin.id.slice(-8), 16);
  const locks = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid::bigint = $1";
  await expect.poll(async () => (await database.query(locks, [lock])).rowCount).toBe(0);
  await page.getByRole("radio", { name: "Today" }).click();
  const today = await saveCsv(page);
  expect(daysIn(today.name)).toBe(1);
  // Midnight may have passed since the click.
  const day = today.name.slice("clicks-".length, "clicks-2030-12-31".length);
  expect(today.content.includes(code)).toBe(own[0]?.startsWith(day));

  const message = "You already have a download running. Wait for it to finish, or cancel it.";
  await page.route("**/api/analytics/export?*", (route) =>
    route.fulfill({ status: 429, json: { message, code: "rate_limited" } }),
  );
  const link = page.getByRole("link", { name: "Export CSV" });
  await link.click();
  await expectToast(page, message);
  await page.unroute("**/api/analytics/export?*");
  await page.context().clearCookies();
  await link.click();
  await expect(page.getByRole("button", { name: "Send Magic Link" })).toBeVisible();
});

test("a hidden page closes its stream and catches up when visible again", async ({ page, createUser, signInAs }) => {
  const admin = await createUser({ role: "overall_admin" });
  await signInAs(admin);
  const code = await createLink(page, "live");
  const readTotal = async () =>
    (await (await page.request.get("/api/analytics/global?period=week")).json()).totalClicks;
  await page.goto("/analytics");
  const live = page.getByRole("img", { name: "Live", exact: true });
  await expect(live).toBeVisible();
  await expect.poll(() => roomFor(admin)).toBe(MAX_STREAMS_OF_USER - 1);

  const running = countRunning(page);
  await setHidden(page, true);
  await expect(page.getByRole("img", { name: "Not live" })).toBeVisible();
  // The server has closed the stream: all of the user's slots are free again.
  await expect.poll(() => roomFor(admin)).toBe(MAX_STREAMS_OF_USER);
  // A call that began before would change the numbers.
  await expect.poll(running).toBe(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  const shown = await countOf(totalClicks(page));
  const asked: string[] = [];
  page.on("request", (asking) => asking.url().includes("/api/analytics/") && asked.push(asking.url()));
  await visit(`/${code}`, { "User-Agent": PHONE });
  await expect.poll(readTotal).toBeGreaterThan(shown);
  expect(asked).toEqual([]);
  expect(await countOf(totalClicks(page))).toBe(shown);

  await setHidden(page, false);
  await expect(live).toBeVisible();
  await expect.poll(() => countOf(totalClicks(page))).toBeGreaterThan(shown);
  await expect(page.getByRole("status").filter({ hasText: /clicks/ })).toHaveCount(0);
});

test.describe("a lost stream", () => {
  // It is retried after as many seconds as a toast lasts.
  test.use({ keepsToasts: false });

  test("is retried after the server refuses it", async ({ page, createUser, signInAs }) => {
    await signInAs(await createUser({ role: "overall_admin" }));
    await page.route("**/api/analytics/live", (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    const refetched = page.waitForResponse("**/api/analytics/global?**");
    await page.goto("/analytics");
    expect((await refetched).status()).toBe(200);
    await expect(page.getByRole("img", { name: "Live", exact: true })).toBeVisible();
  });
});

test("shows an error if statistics never arrive", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/analytics");
  await page.route("**/api/analytics/global", (route) => route.fulfill({ status: 500, body: "no" }));
  const failed = page.getByRole("region", { name: "Analytics" }).getByText("Failed to fetch analytics");
  await open(page.getByRole("radio", { name: "All time" }), failed);
  await expect(totalClicks(page)).toHaveText("—unknown");
  await page.unroute("**/api/analytics/global");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(totalClicks(page)).toHaveText(/^[\d,]+$/);
  await expect(page.locator("section:focus, main:focus")).toBeVisible();
});

for (const [how, call] of [
  ["a call that the user makes", "global"],
  ["the stream of live numbers", "live"],
] as const) {
  test(`${how} detects the end of the session and leads to the sign-in screen`, async ({
    page,
    database,
    createUser,
    signInAs,
  }) => {
    const admin = await createUser({ role: "overall_admin" });
    await signInAs(admin);
    await page.goto("/analytics");
    await expect(page.getByRole("img", { name: "Live", exact: true })).toBeVisible();
    await expect(page.getByRole("radio", { name: "Last 7 days" })).toBeChecked();
    await stopClock(page);
    await database.query("DELETE FROM sessions WHERE user_id = $1", [admin.id]);
    if (call === "global") await page.getByRole("radio", { name: "Last 30 days" }).click();
    // The server ends the stream within five seconds, and the browser soon reconnects.
    await page.getByText("Unauthorized", { exact: true }).first().waitFor();
    await expectLedToSignIn(page);
  });
}

const MANY_NAMES: GlobalAnalytics = {
  totalClicks: 1_000,
  uniqueVisitors: 900,
  accessMethods: { qr: 400, direct: 600 },
  deviceTypes: { mobile: 1_000 },
  operatingSystems: { iOS: 1_000 },
  browsers: { Safari: 1_000 },
  referrers: {
    ...{ Direct: 500, other: 200, "site-a.example": 120, Other: 90, "site-b.example": 30, "site-c.example": 20 },
    ...Object.fromEntries([..."defghi"].map((letter) => [`site-${letter}.example`, 6])),
    "site-j.example": 4,
  },
  countries: { DE: 1_000 },
  dailyClicks: Object.fromEntries(
    [0, 0, 400, 0, 388, 3, 0, 90, 95, 0, 12, 12].map((count, index) => [`2026-11-${10 + index}`, count]),
  ),
  botClicks: 0,
};

/** Each segment of the curve, whose control points surround it, stays between the values of its two days. */
async function expectNoOvershoot(page: Page): Promise<void> {
  const curves = page.locator(".recharts-area-curve");
  await expect(curves).toHaveCount(2);
  await expect(curves.last()).toHaveAttribute("stroke-dasharray", "4 4");
  for (const curve of await curves.all()) {
    const path = (await curve.getAttribute("d")) ?? "";
    const heights = [...path.matchAll(/[\d.]+,([\d.]+)/g)].map(([, y]) => Number(y));
    for (let at = 0; at + 3 < heights.length; at += 3) {
      const [from = 0, first = 0, second = 0, to = 0] = heights.slice(at, at + 4);
      for (const control of [first, second]) {
        expect(control).toBeGreaterThanOrEqual(Math.min(from, to) - 0.01);
        expect(control).toBeLessThanOrEqual(Math.max(from, to) + 0.01);
      }
    }
  }
}

/** The number beside "Total Clicks". */
function totalClicks(page: Page): Locator {
  return page.getByRole("term").filter({ hasText: "Total Clicks" }).locator("xpath=following-sibling::dd");
}

async function clickCountOf(page: Page, code: string): Promise<number> {
  const urls = await (await page.request.get(`/api/urls?q=${code}`)).json();
  return urls[0]?.clickCount;
}

async function countOf(number: Locator): Promise<number> {
  await expect(number).toHaveText(/^[\d,]+$/);
  return Number((await number.innerText()).replaceAll(",", ""));
}

async function saveCsv(page: Page): Promise<{ name: string; content: string }> {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  await expectToast(page, "Preparing download");
  const file = await download;
  return { name: file.suggestedFilename(), content: (await buffer(await file.createReadStream())).toString("utf8") };
}

function rowsIn(csv: string): string[] {
  return csv.split("\r\n").slice(1, -1);
}

/** Returns how many days a file covers, from its name. */
function daysIn(name: string): number {
  const [from = "", to = ""] = name.match(/\d{4}-\d\d-\d\d/g) ?? [];
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
}

/** Simulates the user switching tabs. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

/** Returns how many more streams the server opens for a user. */
async function roomFor(user: TestUser): Promise<number> {
  const leaving = new AbortController();
  // Kept: the stream of one that is collected as garbage is closed.
  const opened: Response[] = [];
  try {
    for (;;) {
      const options = { headers: sessionOf(user), signal: leaving.signal };
      const response = await fetch(`${process.env.E2E_URL}/api/analytics/live`, options);
      if (response.status !== 200) return opened.length;
      opened.push(response);
    }
  } finally {
    leaving.abort();
  }
}
