import path from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { atEnd } from "@/bench/harness/clean-up";
import { type Database, insertLinks, insertSession } from "@/bench/harness/database";
import { startEverything } from "@/bench/harness/product";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";
import { CHROMIUM_ARGS, chromiumPath } from "@/e2e/chromium";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { plural } from "@/lib/format";
import { paths } from "@/lib/paths";

const ROWS = 5_000;
const SCREENS = [paths.home, paths.urls, paths.users, paths.analytics];
const SLOWDOWN = 4;
/** Measured once the network has been idle for half a second. */
const REST_MS = 500;
/** Letters that filter the rows, then deleted to show all of them again. */
const TYPED = "usual/length/123";
const KEY_DELAY_MS = 200;
/** The Event Timing API omits faster events and rounds to 8 ms. */
const MIN_EVENT_MS = 16;

type Screen = { code: number; later: number; isCompressed: boolean; lcpMs: number };

/** A11: screens in Chromium, each with an empty cache, and typing into the search box over the links. */
export async function measureBrowser(bench: Bench): Promise<Measurement[]> {
  const database = await bench.server.createDatabase();
  await insertLinks(database, ROWS);
  const link = await clickLink(database);
  const [name = "", value = ""] = (await insertSession(database)).split("=");
  const hop = await startEverything({ dataDir: path.join(bench.folder, "browser"), databaseUrl: database.url });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  const close = atEnd(() => browser.close());

  async function inContext<T>(use: (page: Page, context: BrowserContext) => Promise<T>): Promise<T> {
    const context = await browser.newContext({ baseURL: hop.url, viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name, value, url: hop.url, httpOnly: true, sameSite: "Lax" }]);
    try {
      return await use(await context.newPage(), context);
    } finally {
      await context.close();
    }
  }

  const measurements: Measurement[] = [];
  const screens = [...SCREENS.map((path) => [path, path] as const), [paths.url("{id}"), paths.url(link)] as const];
  for (const [screen, address] of screens) {
    await inContext((page) => page.goto(address));
    const rounds: Screen[] = [];
    for (let round = 0; round < bench.rounds; round++) {
      rounds.push(await inContext((page, context) => openScreen(page, context, address)));
    }
    const later = Math.max(...rounds.map((one) => one.later));
    measurements.push(
      measured({
        id: "A11",
        what: `JavaScript of ${screen}, gzip`,
        unit: "kB",
        values: rounds.map(({ code }) => code / 1000),
        atMost: 220,
        note: `${rounds.every((one) => one.isCompressed) ? "" : "not compressed on the wire; "}${Math.round(later / 1000)} kB more after loading`,
      }),
      measured({
        id: "A11",
        what: `largest contentful paint of ${screen}, CPU slowed ${SLOWDOWN} times`,
        unit: "ms",
        values: rounds.map(({ lcpMs }) => lcpMs),
        atMost: 1_500,
      }),
    );
  }
  const keystrokes = await inContext((page) => type(page, bench.rounds));
  await close();
  await hop.stop();
  return [
    ...measurements,
    measured({
      id: "A11",
      what: `slowest keystroke to paint, searching ${ROWS.toLocaleString("en")} rows`,
      unit: "ms",
      values: keystrokes,
      atMost: 50,
      note: `${TYPED.length} letters typed and deleted per round`,
    }),
  ];
}

/** Gives a link clicks: without any, its page and /analytics show neither charts nor a map. */
async function clickLink({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ id: string }>("SELECT id FROM short_urls LIMIT 1");
  const id = rows[0]?.id ?? "";
  await pool.query(
    `INSERT INTO click_days (scope, scope_id, day, is_bot, total, qr, visitors, counts)
     SELECT scope, scope_id, current_date, false, 3, 1, 2, '{"country:DE": 3, "browser:Firefox": 3, "hour:09": 3}'
     FROM (VALUES ('link'::click_scope, $1::uuid), ('all', $2)) AS counted (scope, scope_id)`,
    [id, ALL_LINKS],
  );
  return id;
}

/** Script bytes over the wire until the screen has loaded, and after that. */
async function openScreen(page: Page, context: BrowserContext, screen: string): Promise<Screen> {
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.goto(screen);
  await page.waitForLoadState("networkidle");
  if (await page.getByText("No clicks in this period").isVisible()) throw new Error(`${screen} shows no clicks`);
  await page.waitForTimeout(REST_MS);
  return page.evaluate(async () => {
    const lcpMs = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
        type: "largest-contentful-paint",
        buffered: true,
      });
    });
    const [navigation] = performance.getEntriesByType("navigation");
    const loadedAt = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0;
    const scripts = performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter((entry) => new URL(entry.name).pathname.endsWith(".js"));
    const sum = (of: PerformanceResourceTiming[]) => of.reduce((bytes, entry) => bytes + entry.encodedBodySize, 0);
    return {
      code: sum(scripts.filter((entry) => entry.startTime <= loadedAt)),
      later: sum(scripts.filter((entry) => entry.startTime > loadedAt)),
      isCompressed: sum(scripts) < scripts.reduce((bytes, entry) => bytes + entry.decodedBodySize, 0),
      lcpMs,
    };
  });
}

/** Milliseconds of each round's slowest keystroke, from the key event to the next paint. */
async function type(page: Page, rounds: number): Promise<number[]> {
  await page.goto(paths.urls);
  const shown = page.getByText(/^Showing /);
  const more = page.getByRole("button", { name: "Load more" });
  // Once hydrated: an earlier click would be lost.
  await page.waitForLoadState("networkidle");
  while (await more.isVisible()) {
    const before = await shown.innerText();
    await more.click();
    await page.getByText(before, { exact: true }).waitFor({ state: "detached" });
  }
  if ((await shown.innerText()) !== `Showing ${plural(ROWS, "URL")}`) throw new Error("Not all rows were loaded");
  const search = page.getByRole("searchbox", { name: "Search URLs" });
  await search.click();
  const slowest: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.evaluate((least) => {
      const times: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (/^key|input$/.test(entry.name)) times.push(entry.duration);
      });
      // From the Event Timing API; missing in TypeScript's types.
      const options: PerformanceObserverInit & { durationThreshold: number } = {
        type: "event",
        durationThreshold: least,
      };
      observer.observe(options);
      Object.assign(window, { keyTimes: times, keyObserver: observer });
    }, MIN_EVENT_MS);
    for (const letter of TYPED) await page.keyboard.press(letter, { delay: KEY_DELAY_MS });
    for (const _ of TYPED) await page.keyboard.press("Backspace", { delay: KEY_DELAY_MS });
    await page.waitForTimeout(REST_MS);
    const times = await page.evaluate(() => {
      const { keyTimes, keyObserver } = window as unknown as { keyTimes: number[]; keyObserver: PerformanceObserver };
      keyObserver.disconnect();
      return keyTimes;
    });
    slowest.push(Math.max(MIN_EVENT_MS, ...times));
  }
  return slowest;
}
