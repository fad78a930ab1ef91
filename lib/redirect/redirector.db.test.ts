import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { Actor } from "@/lib/actor";
import { drainSpool } from "@/lib/clicks/drain";
import { spoolFolder } from "@/lib/clicks/spool";
import { pool } from "@/lib/db/pool";
import { createCaller, createUser, unique } from "@/lib/db/testing/fixtures";
import { createApiUrl } from "@/lib/public-api/create-url";
import { createApiUrlSchema } from "@/lib/public-api/schema";
import type { Answer } from "@/lib/redirect/answer";
import { createClientIpRule } from "@/lib/redirect/client-ip";
import { createRedirector, type Redirector } from "@/lib/redirect/redirector";
import { requestHead } from "@/lib/redirect/testing/request-head";
import type { RequestHead } from "@/lib/redirect/visit";
import { until } from "@/lib/testing/until";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

// A look-up gives up after 850 ms, and changes are promised within a second (B9).
// A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const IP = "192.0.2.7";
const destination = "https://example.com/page";
const BURST = 20;

let actor: Actor & { email: string };
let dataDir: string;
let redirector: Redirector;

beforeAll(async () => {
  actor = await createUser();
});

const start = () =>
  createRedirector({
    databaseUrl: process.env.DATABASE_URL ?? "",
    dataDir,
    cacheBytes: 1e6,
    clientIp: createClientIpRule([]),
    country: () => null,
    // So slow that no click is regained during a test.
    clickLimit: { perSecond: 0.001, burst: BURST },
    unknownLimit: { perSecond: 0.001, burst: BURST },
  });

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "hop-redirector-"));
  redirector = start();
  await until(() => redirector.state().isListening);
});

afterEach(async () => {
  await redirector.close();
  rmSync(dataDir, { recursive: true });
});

const create = () => createUrl(actor, createUrlSchema.parse({ originalUrl: destination, shortCode: unique("Visit") }));

type Request = Partial<RequestHead> & { ip?: string };

function visit(target: string, { ip = IP, ...differences }: Request = {}): Promise<Answer> {
  return new Promise((resolve) => {
    const isVisit = redirector.answer(requestHead({ target, ...differences }), ip, resolve);
    if (!isVisit) throw new Error(`${target} is not a short URL`);
  });
}

/** Repeats the request for up to a second until the answer matches. */
function withinASecond(requestTarget: string, isSo: (answer: Answer) => boolean): Promise<void> {
  return until(async () => isSo(await visit(requestTarget, { method: "HEAD" })), 1_000);
}

async function storedClicks(urlId: string): Promise<object[]> {
  await drainSpool(pool(), spoolFolder(dataDir));
  const { rows } = await pool().query(
    "SELECT access_method, is_bot FROM stored_clicks WHERE url_id = $1 ORDER BY access_method, is_bot",
    [urlId],
  );
  return rows;
}

test("visits to a link in any case are redirected and stored; HEAD is not stored", async () => {
  const { id, shortCode } = await create();
  for (const requestTarget of [
    `/${shortCode}`,
    `/${shortCode.toUpperCase()}?qr=1`,
    `/${shortCode.toLowerCase()}/?x=1`,
  ]) {
    const { status, headers } = await visit(requestTarget);
    expect([status, headers.Location]).toEqual([302, destination]);
  }
  expect((await visit(`/${shortCode}`, { method: "HEAD" })).status).toBe(302);
  await visit(`/${shortCode}`, { userAgent: "curl/8.9.1" });
  expect(await storedClicks(id)).toEqual([
    { access_method: "qr", is_bot: false },
    { access_method: "direct", is_bot: false },
    { access_method: "direct", is_bot: false },
    { access_method: "direct", is_bot: true },
  ]);
});

test("visits to unknown codes by different people are stored", async () => {
  const code = unique("typo");
  for (const ip of ["192.0.2.1", "192.0.2.2"])
    expect((await visit(`/${code.toUpperCase()}?x=1`, { ip })).status).toBe(404);
  await redirector.close();
  redirector = start();
  const { rows } = await pool().query("SELECT visits FROM unknown_codes WHERE code = $1", [code]);
  expect(rows).toEqual([{ visits: 2 }]);
});

test("a paused link redirects to the notice within a second and is not counted", async () => {
  const { id, shortCode } = await create();
  await visit(`/${shortCode}`);
  await updateUrl(actor, id, { status: "paused" });
  await withinASecond(`/${shortCode}`, ({ headers }) => headers.Location === "/paused");
  expect((await visit(`/${shortCode}`)).headers.Location).toBe("/paused");
  expect(await storedClicks(id)).toHaveLength(1);
});

test.each([
  [
    "in the dashboard",
    (shortCode: string) => createUrl(actor, createUrlSchema.parse({ originalUrl: destination, shortCode })),
  ],
  [
    "with a key",
    async (shortCode: string) =>
      createApiUrl(await createCaller(), createApiUrlSchema.parse({ url: destination, shortCode })),
  ],
])("an unknown code is found within a second of its creation %s", async (_name, createAs) => {
  const shortCode = unique("later");
  for (let time = 0; time < 2; time++) expect((await visit(`/${shortCode}`)).status).toBe(404);
  await createAs(shortCode);
  await withinASecond(`/${shortCode}`, ({ status }) => status === 302);
});

/** Makes the database unavailable while `work` runs. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const server = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await server.connect();
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  try {
    await work();
  } finally {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await server.end();
  }
}

test("without a database cached links redirect and are recorded, and other codes get 503", async () => {
  const { id, shortCode } = await create();
  await visit(`/${shortCode}`);
  await withoutDatabase(async () => {
    expect((await visit(`/${shortCode}`)).headers.Location).toBe(destination);
    expect((await visit(`/${unique("unknown")}`)).status).toBe(503);
  });
  expect(await storedClicks(id)).toHaveLength(2);
});

describe("a flood from one address", () => {
  const FLOOD = 200;
  const spoolBytes = () =>
    readdirSync(spoolFolder(dataDir)).reduce(
      (sum, name) => sum + statSync(path.join(spoolFolder(dataDir), name)).size,
      0,
    );

  test("of clicks is redirected; the first clicks are stored, the others counted as limited; nobody else is limited", async () => {
    const { id, shortCode } = await create();
    const answers = [];
    for (let i = 0; i < BURST; i++) answers.push(await visit(`/${shortCode}`, { ip: "192.0.2.66" }));
    const bytes = spoolBytes();
    for (let i = BURST; i < FLOOD; i++) answers.push(await visit(`/${shortCode}`, { ip: "192.0.2.66" }));
    expect(new Set(answers.map(({ headers }) => headers.Location))).toEqual(new Set([destination]));
    expect([redirector.state().limitedClicks, spoolBytes() - bytes]).toEqual([FLOOD - BURST, 0]);
    await visit(`/${shortCode}`, { ip: "192.0.2.67" });
    expect(await storedClicks(id)).toHaveLength(BURST + 1);
    expect(redirector.state()).toMatchObject({ limitedClicks: FLOOD - BURST, droppedClicks: 0 });
  });

  test("of clicks from one IPv6 /64 is one flood, and HEAD does not count", async () => {
    const { id, shortCode } = await create();
    for (let i = 0; i < FLOOD; i++) {
      await visit(`/${shortCode}`, { ip: `2001:db8:1:2::${i.toString(16)}` });
      await visit(`/${shortCode}`, { method: "HEAD", ip: "2001:db8:1:3::1" });
    }
    await visit(`/${shortCode}`, { ip: "2001:db8:1:3::1" });
    expect(await storedClicks(id)).toHaveLength(BURST + 1);
  });

  test("of unknown codes gets 429; cached links, cached unknown codes and other addresses do not", async () => {
    const [cached, uncached] = [await create(), await create()];
    const flooder = { ip: "192.0.2.66" };
    const known = unique("none");
    await visit(`/${cached.shortCode}`, flooder);
    await visit(`/${known}`, flooder);
    const statuses: number[] = [];
    for (let i = 1; i < FLOOD; i++) statuses.push((await visit(`/${unique("flood")}`, flooder)).status);
    expect(statuses).toEqual(Array.from(statuses, (_, i) => (i < BURST - 1 ? 404 : 429)));
    expect(redirector.state().limitedLookUps).toBe(FLOOD - BURST);
    expect((await visit(`/${cached.shortCode}`, flooder)).status).toBe(302);
    expect((await visit(`/${known}`, flooder)).status).toBe(404);
    expect((await visit(`/${uncached.shortCode}`, flooder)).status).toBe(429);
    expect((await visit(`/${uncached.shortCode}`)).status).toBe(302);
    expect((await visit(`/${uncached.shortCode}`, flooder)).status).toBe(302);
  });

  test("first visits of any number of links are not limited, nor are look-ups while the database is down", async () => {
    const links = await Promise.all(Array.from({ length: BURST + 5 }, create));
    for (const { shortCode } of links) expect((await visit(`/${shortCode}`)).status).toBe(302);
    await withoutDatabase(async () => {
      for (let i = 0; i < BURST + 5; i++) expect((await visit(`/${unique("away")}`)).status).toBe(503);
    });
    expect(redirector.state().limitedLookUps).toBe(0);
  });
});

describe("a link to a short URL of the host at which it is visited", () => {
  const createTo = (shortCode: string, originalUrl: string) =>
    createUrl(actor, createUrlSchema.parse({ originalUrl, shortCode }));

  test("that leads back gets a page and is not counted; on other hosts it redirects", async () => {
    const [one, other] = [unique("Loop"), unique("loop")];
    const { id } = await createTo(one, `https://alias.example/${other}`);
    await createTo(other, `https://alias.example:8443/${one.toUpperCase()}`);
    const { status, headers, body } = await visit(`/${one}`, { host: "alias.example" });
    expect([status, headers.Location]).toEqual([404, undefined]);
    expect(body).toContain("This link leads back to itself");
    expect(await storedClicks(id)).toEqual([]);
    expect((await visit(`/${one}`)).headers.Location).toBe(`https://alias.example/${other}`);
  });

  test("that leads elsewhere redirects and is counted", async () => {
    const last = await create();
    const first = await createTo(unique("first"), `https://alias.example/${last.shortCode}`);
    const { headers } = await visit(`/${first.shortCode}`, { host: "alias.example" });
    expect(headers.Location).toBe(`https://alias.example/${last.shortCode}`);
    expect(await storedClicks(first.id)).toHaveLength(1);
  });
});

test.each(["http://..../", "http://a..b/"])(
  "%s, stored before such hosts were refused, is redirected to",
  async (url) => {
    const { id, shortCode } = await create();
    await pool().query("UPDATE short_urls SET original_url = $2 WHERE id = $1", [id, url]);
    expect(await visit(`/${shortCode}`)).toMatchObject({ status: 302, headers: { Location: url } });
  },
);

test("every visit is counted once by its result, with its duration and whether it needed the database", async () => {
  const [active, paused, deleted, loop] = await Promise.all([create(), create(), create(), create()]);
  await updateUrl(actor, paused.id, { status: "paused" });
  await updateUrl(actor, deleted.id, { status: "deleted" });
  const host = "hop.example";
  await pool().query("UPDATE short_urls SET original_url = $1 WHERE id = $2", [
    `https://${host}/${loop.shortCode}`,
    loop.id,
  ]);
  for (const { shortCode } of [active, active, paused, deleted]) await visit(`/${shortCode}`);
  await visit(`/${active.shortCode}`, { method: "HEAD" });
  await visit(`/${loop.shortCode}`, { host });
  for (let tried = 0; tried <= BURST; tried++) await visit(`/${unique("none")}`);
  await expect(visit("/login/page")).rejects.toThrow();
  const { results, durations, cacheHits, cacheMisses } = redirector.counts;
  expect(results).toEqual({
    redirected: 3,
    paused: 1,
    deleted: 1,
    not_found: BURST,
    loop: 1,
    limited: 1,
    unavailable: 0,
  });
  const visits = 3 + 1 + 1 + BURST + 1 + 1;
  expect(durations.buckets.reduce((sum, count) => sum + count, 0)).toBe(visits);
  // A limited visit is not looked up.
  expect(cacheHits + cacheMisses).toBe(visits - 1);
  expect(cacheHits).toBeGreaterThanOrEqual(2);
  expect(durations.sumSeconds).toBeGreaterThan(0);
});
