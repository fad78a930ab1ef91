import { type ClientRequest, type IncomingMessage, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Locator, Page } from "@playwright/test";
import { expect, open, type TestUser, test } from "@/e2e/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/layout";
import { expectLedToSignIn, stopClock } from "@/e2e/signed-out";
import { createLink } from "@/e2e/url-table";
import { MAX_STREAMS_OF_USER } from "@/lib/analytics/live";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const LONG_ADDRESS = "2001:0db8:85a3:1319:8a2e:abcd:7344:ffff";
const ATTACK = "<img src=x onerror=alert(1)>";

for (const width of [1440, 360]) {
  test(`an overall_admin sees who follows links, at ${width} px`, async ({ page, request, createUser, signInAs }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInAs(await createUser({ role: "overall_admin" }));
    const code = await createLink(page, "seen");
    const visit = (query = "", headers = {}) =>
      request.get(`/${code}${query}`, { maxRedirects: 0, headers: { "User-Agent": PHONE, ...headers } });
    await visit("?qr=1", { Referer: `https://shop.example/${encodeURIComponent(ATTACK)}` });
    await visit("", { "User-Agent": `Mozilla/5.0 ${ATTACK}${"x".repeat(80)}` });

    await page.goto("/analytics");
    const total = page.getByText("Total Clicks", { exact: true });
    await expect(total).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("region", { name: "Device Breakdown" })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    for (const title of [
      "Access Methods",
      "Device Types",
      "Traffic Sources",
      "Daily Activity",
      "QR Code vs URL Access",
    ]) {
      await expect(page.getByRole("region", { name: title })).toBeVisible();
    }
    await expect(page.getByRole("region", { name: "Daily Activity" }).getByRole("listitem")).toHaveCount(7);
    await expectNoSidewaysScroll(page);
    const countries = page.getByRole("region", { name: "Countries" });
    await open(page.getByRole("tab", { name: "Detailed" }), countries);
    await expect(countries.getByRole("link", { name: "IP geolocation by DB-IP" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    for (const period of ["Today", "All time", "Last 30 days"]) {
      await page.getByRole("radio", { name: period }).click();
      await expect(page.getByRole("region", { name: "Daily Activity" }).getByRole("listitem")).toHaveCount(7);
    }
    await expect(page).toHaveURL(/\?period=month$/);
    await expect(page.getByRole("region", { name: "Clicks Over Time" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("radio", { name: "Last 30 days" })).toBeChecked();
    await expect(page.getByRole("img", { name: "Live", exact: true })).toBeVisible();

    await page.goto("/urls");
    const dialog = page.getByRole("dialog", { name: "URL Analytics" });
    await open(page.getByRole("button", { name: `Show analytics for ${code}` }), dialog);
    await expect(dialog.getByRole("row")).toHaveCount(3);
    await expect(dialog.getByText("https://example.com/")).toBeVisible();
    await page.setViewportSize({ width, height: 480 });
    await expect(dialog.getByText("Unique visitors")).toBeInViewport();
    await page.setViewportSize({ width, height: 900 });
    const agent = dialog.getByRole("cell").filter({ hasText: ATTACK });
    await expect(agent).toHaveText(/^Mozilla\/5\.0 .{48}…(Bot)?$/);
    await expect(dialog.locator("img")).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  });
}

test("the longest address of a visitor is shown whole, beside the time or below it", async ({
  page,
  createUser,
  signInAs,
}) => {
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
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/urls");
    const dialog = page.getByRole("dialog", { name: "URL Analytics" });
    await open(page.getByRole("button", { name: `Show analytics for ${code}` }), dialog);
    const cells = dialog.getByRole("cell");
    await expect(cells.nth(1)).toContainText(LONG_ADDRESS);
    for (const cell of [cells.nth(0), cells.nth(1)]) {
      expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    }
  }
});

test("others are told that they need to be admins", async ({ page, createUser, signInAs }) => {
  for (const role of ["shortcode_admin", "group_admin"] as const) {
    await signInAs(await createUser({ role }));
    await page.goto("/analytics");
    await expect(page.getByText("You need admin permissions to view analytics.")).toBeVisible();
  }
});

test("a link without clicks says so, and numbers that fail are fetched again", async ({
  page,
  createUser,
  signInAs,
}) => {
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

test("the numbers of the shown period are saved as a CSV file", async ({ page, request, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  const code = await createLink(page, "csv");
  await page.goto("/analytics");
  const before = await countOf(totalClicks(page));
  await request.get(`/${code}?qr=1`, { maxRedirects: 0, headers: { "User-Agent": PHONE } });
  await expect.poll(() => countOf(totalClicks(page))).toBeGreaterThan(before);

  const week = await saveCsv(page);
  expect(week.name).toMatch(/^clicks-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect(daysIn(week.name)).toBe(7);
  // A byte order mark, for spreadsheets that else would not read UTF-8.
  expect(week.content.startsWith("\ufeffTime,Short code,Access method,Bot,")).toBe(true);
  expect(week.content.endsWith("\r\n")).toBe(true);
  const own = rowsIn(week.content).filter((row) => row.split(",")[1] === code);
  expect(own).toHaveLength(1);
  expect(own[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,[\w-]+,qr,no,mobile,iOS,/);
  expect(rowsIn(week.content).length).toBeGreaterThan(before);

  await page.getByRole("radio", { name: "Today" }).click();
  const today = await saveCsv(page);
  expect(daysIn(today.name)).toBe(1);
  expect(today.content).toContain(code);
});

test("a page that is not seen listens to nothing, and catches up when it is seen again", async ({
  page,
  request,
  createUser,
  signInAs,
}) => {
  const admin = await createUser({ role: "overall_admin" });
  await signInAs(admin);
  const code = await createLink(page, "live");
  const readTotal = async () =>
    (await (await page.request.get("/api/analytics/global?period=week")).json()).totalClicks;
  await page.goto("/analytics");
  const live = page.getByRole("img", { name: "Live", exact: true });
  await expect(live).toBeVisible();
  expect(await roomFor(admin)).toBe(MAX_STREAMS_OF_USER - 1);

  await setHidden(page, true);
  await expect(page.getByRole("img", { name: "Not live" })).toBeVisible();
  // The server knows that nobody listens: it has room for all streams that a user may have.
  await expect.poll(() => roomFor(admin)).toBe(MAX_STREAMS_OF_USER);
  const shown = await countOf(totalClicks(page));
  const asked: string[] = [];
  page.on("request", (asking) => asking.url().includes("/api/analytics/") && asked.push(asking.url()));
  await request.get(`/${code}`, { maxRedirects: 0, headers: { "User-Agent": PHONE } });
  await expect.poll(readTotal).toBeGreaterThan(shown);
  expect(asked).toEqual([]);
  expect(await countOf(totalClicks(page))).toBe(shown);

  await setHidden(page, false);
  await expect(live).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => countOf(totalClicks(page))).toBeGreaterThan(shown);
});

test("a server that refuses to tell the numbers is asked again", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.route("**/api/analytics/live", (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  const refetched = page.waitForResponse("**/api/analytics/global?**");
  await page.goto("/analytics");
  expect((await refetched).status()).toBe(200);
  await expect(page.getByRole("img", { name: "Live", exact: true })).toBeVisible({ timeout: 20_000 });
});

test("numbers that never came are not waited for", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/analytics");
  await page.route("**/api/analytics/global", (route) => route.fulfill({ status: 500, body: "no" }));
  const failed = page.getByRole("region", { name: "Analytics" }).getByText("Failed to fetch analytics");
  await open(page.getByRole("radio", { name: "All time" }), failed);
  await expect(totalClicks(page)).toHaveText("—unknown");
  await page.unroute("**/api/analytics/global");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(totalClicks(page)).toHaveText(/^[\d,]+$/);
});

for (const [how, call] of [
  ["a call that the user makes", "global"],
  ["the stream of live numbers", "live"],
] as const) {
  test(`${how} finds the session over, and leads to the sign-in screen`, async ({
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
    // The server ends the stream within five seconds, and the browser asks for another one soon.
    await page.getByText("Unauthorized", { exact: true }).first().waitFor({ timeout: 30_000 });
    await expectLedToSignIn(page);
  });
}

/** The number beside "Total Clicks". */
function totalClicks(page: Page): Locator {
  return page.getByRole("term").filter({ hasText: "Total Clicks" }).locator("xpath=following-sibling::dd");
}

async function countOf(number: Locator): Promise<number> {
  return Number((await number.innerText()).replaceAll(",", ""));
}

async function saveCsv(page: Page): Promise<{ name: string; content: string }> {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: (await buffer(await file.createReadStream())).toString("utf8") };
}

function rowsIn(csv: string): string[] {
  return csv.split("\r\n").slice(1, -1);
}

/** How many days a file is of, by its name. */
function daysIn(name: string): number {
  const [from = "", to = ""] = name.match(/\d{4}-\d\d-\d\d/g) ?? [];
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
}

/** As when another tab is brought to the front. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

/** How many more streams the server opens for a user. */
async function roomFor(user: TestUser): Promise<number> {
  const opened: ClientRequest[] = [];
  try {
    for (;;) {
      const asking = openStream(user);
      opened.push(asking.request);
      if ((await asking.response).statusCode !== 200) return opened.length - 1;
    }
  } finally {
    for (const asking of opened) asking.destroy();
  }
}

function openStream(user: TestUser): { request: ClientRequest; response: Promise<IncomingMessage> } {
  const request = send(`${process.env.E2E_URL}/api/analytics/live`, {
    headers: { Cookie: `hop.session=${user.sessionToken}` },
    agent: false,
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", (answer) => {
      answer.on("error", () => undefined);
      resolve(answer);
    });
    request.on("error", reject);
  });
  request.end();
  return { request, response };
}
