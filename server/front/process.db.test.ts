import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@/e2e/hop";
import { drainSpool } from "@/lib/clicks/drain";
import { spoolFolder } from "@/lib/clicks/spool";
import { pool } from "@/lib/db/pool";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import { type Env, env } from "@/lib/env";
import { log } from "@/lib/log";
import { getUrlStats } from "@/lib/stats/queries";
import { statsSchema } from "@/lib/stats/schema";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { appSocketPath } from "@/server/front/app-socket";
import { startFront } from "@/server/front/process";
import type { Started } from "@/server/processes/role";

// A look-up gives up after 850 ms, and another process may take a free port first.
// A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

let dataDir: string;
let front: Started | undefined;
const before: Partial<Env> = { ...env(), COUNTRY_HEADER: undefined, VISITOR_DETAILS: undefined };

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "hop-front-"));
});

afterEach(async () => {
  jest.restoreAllMocks();
  await front?.stop();
  front = undefined;
  Object.assign(env(), before);
  rmSync(dataDir, { recursive: true });
});

async function start(variables: Partial<Env>): Promise<void> {
  Object.assign(env(), { DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: await freePort(), ...variables });
  front = await startFront();
}

/** Plain requests are parsed on the socket, those that close the connection by node:http. */
const PLAIN = "";
const BY_NODE = "Connection: close\r\n";

/** Sends a GET and returns the whole response. */
function get(target: string, fields: Record<string, string> = {}, kind = PLAIN): Promise<string> {
  const lines = Object.entries({ "User-Agent": BROWSER, ...fields }).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(env().PORT, "127.0.0.1").setEncoding("latin1").on("error", reject);
    socket.on("close", () => resolve(received));
    socket.on("data", (chunk) => {
      received += chunk;
      const head = received.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
      if (head >= 0 && received.length >= head + 4 + length) socket.destroy();
    });
    socket.write(`GET ${target} HTTP/1.1\r\nHost: hop.example\r\n${lines.join("")}${kind}\r\n`);
  });
}

async function createLink() {
  const input = createUrlSchema.parse({ originalUrl: "https://example.com/a/page", shortCode: unique("front") });
  return createUrl(await createUser(), input);
}

async function clicksOf(urlId: string) {
  await drainSpool(pool(), spoolFolder(dataDir));
  const { rows } = await pool().query(
    "SELECT ip_address, country, language FROM stored_clicks WHERE url_id = $1 ORDER BY id",
    [urlId],
  );
  return rows;
}

describe.each([
  ["on the socket", PLAIN],
  ["by node:http", BY_NODE],
])("a visit parsed %s", (_name, kind) => {
  const visitors = { "X-Forwarded-For": "192.0.2.7", "CF-IPCountry": "SE", "X-Country": "no" };

  test.each([
    ["no header if none is configured", { TRUSTED_PROXIES: ["127.0.0.1"] }, null],
    ["the configured header of a trusted proxy", { TRUSTED_PROXIES: ["127.0.0.1"], COUNTRY_HEADER: "x-country" }, "NO"],
    ["no header of an untrusted peer", { TRUSTED_PROXIES: ["10.0.0.1"], COUNTRY_HEADER: "x-country" }, null],
  ])("gets its country from %s", async (_case, variables, country) => {
    await start(variables);
    const { id, shortCode } = await createLink();
    expect(await get(`/${shortCode}`, visitors, kind)).toContain("302 Found");
    expect(await clicksOf(id)).toEqual([expect.objectContaining({ country })]);
  });

  test.each([
    ["", "de"],
    [" unless VISITOR_DETAILS is off", null],
  ])("is counted by the language of its browser%s", async (condition, language) => {
    await start({ TRUSTED_PROXIES: [], VISITOR_DETAILS: condition ? "off" : undefined });
    const user = await createUser();
    const { id, shortCode } = await createUrl(user, createUrlSchema.parse({ originalUrl: "https://example.com/" }));
    await get(`/${shortCode}`, { "Accept-Language": "de-AT,de;q=0.9" }, kind);
    await get(`/${shortCode}`, {}, kind);
    expect((await clicksOf(id)).map((click) => click.language || null)).toEqual([language, null]);
    const { breakdowns } = await getUrlStats(user, id, statsSchema.parse({}));
    const named = language && [language, "Unknown"].map((name) => ({ name, clicks: 1 }));
    expect(breakdowns.language).toEqual(named ?? undefined);
  });

  test("is redirected but not recorded beyond its address's limit, which /health/ready reports", async () => {
    await start({ TRUSTED_PROXIES: ["127.0.0.1"], CLICK_LIMIT_RATE: 0.001, CLICK_LIMIT_BURST: 2 });
    const { id, shortCode } = await createLink();
    for (const address of ["192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.8"]) {
      expect(await get(`/${shortCode}`, { "X-Forwarded-For": address }, kind)).toContain("302 Found");
    }
    expect((await clicksOf(id)).map(({ ip_address }) => ip_address)).toEqual(["192.0.2.7", "192.0.2.7", "192.0.2.8"]);
    const ready = await fetch(`http://127.0.0.1:${env().PORT}/health/ready`);
    expect(await ready.json()).toMatchObject({ limitedClicks: 1, droppedClicks: 0 });
  });

  test("with the end of a sentence behind its code is redirected, and noted under the code if that is unknown", async () => {
    await start({ TRUSTED_PROXIES: [] });
    const { shortCode } = await createLink();
    const unknown = unique("none");
    for (const ending of [".", "%22", "&x=1"]) {
      expect(await get(`/${shortCode}${ending}`, {}, kind)).toContain("302 Found");
      expect(await get(`/${unknown}${ending}`, {}, kind)).toContain("404 Not Found");
    }
    await front?.stop();
    front = undefined;
    const { rows } = await pool().query("SELECT visits FROM unknown_codes WHERE code = $1", [unknown.toLowerCase()]);
    // The others count as reloads.
    expect(rows).toEqual([{ visits: 1 }]);
  });

  test("in absolute form is redirected", async () => {
    await start({ TRUSTED_PROXIES: [] });
    const { id, shortCode } = await createLink();
    expect(await get(`http://other.example/${shortCode}`, {}, kind)).toContain("302 Found");
    expect(await get("http://other.example/health/live", { Connection: "close" }, kind)).toContain('{"status":"live"}');
    expect(await clicksOf(id)).toHaveLength(1);
  });

  test("with too many unknown codes gets a 429 page with Retry-After", async () => {
    await start({ TRUSTED_PROXIES: [], UNKNOWN_LIMIT_RATE: 0.001, UNKNOWN_LIMIT_BURST: 1 });
    expect(await get(`/${unique("none")}`, {}, kind)).toContain("404 Not Found");
    const refused = await get(`/${unique("none")}`, {}, kind);
    expect(refused).toContain("429 Too Many Requests");
    expect(refused).toMatch(/^Retry-After: 5\r$/m);
    expect(refused).toMatch(/^Cache-Control: private, no-store\r$/m);
    expect(refused).toContain("Too many unknown links were opened from your network");
  });

  test("is answered if its connection was established before the front stopped accepting", async () => {
    await start({ TRUSTED_PROXIES: ["127.0.0.1"] });
    const { shortCode } = await createLink();
    expect(await get(`/${shortCode}`, {}, kind)).toContain("302 Found");
    const answers = Promise.all(Array.from({ length: 10 }, () => get(`/${shortCode}`, {}, kind)));
    // The system has established the connections; the front accepts them one by one.
    await new Promise(process.nextTick);
    await front?.stopAccepting?.();
    await front?.stop();
    front = undefined;
    for (const answer of await answers) expect(answer).toContain("302 Found");
    await expect(get(`/${shortCode}`, {}, kind)).rejects.toThrow("ECONNREFUSED");
  });

  test("forwarded by an untrusted peer logs one warning", async () => {
    const warned = jest.spyOn(log, "warn");
    await start({ TRUSTED_PROXIES: ["10.0.0.1"] });
    const { id, shortCode } = await createLink();
    await get(`/${shortCode}`, {}, kind);
    const warnings = () => warned.mock.calls.filter(([, message]) => String(message).includes("TRUSTED_PROXIES"));
    expect(warnings()).toEqual([]);
    for (let visit = 0; visit < 3; visit++) await get(`/${shortCode}`, { "X-Forwarded-For": "6.6.6.6" }, kind);
    expect(warnings()).toEqual([[{ peer: "127.0.0.1" }, expect.stringContaining("if this is your reverse proxy")]]);
    expect(JSON.stringify(warnings())).not.toContain("6.6.6.6");
    expect((await clicksOf(id)).map(({ ip_address }) => ip_address)).toEqual(Array(4).fill("127.0.0.1"));
  });
});

test.each(["/health/live", "/no-such-code"])(
  "a request for %s on its way when the front stops is answered",
  async (target) => {
    await start({ TRUSTED_PROXIES: [] });
    const socket = connect(env().PORT, "127.0.0.1").setEncoding("latin1");
    const request = `GET ${target} HTTP/1.1\r\nHost: hop.example\r\n\r\n`;
    socket.write(request);
    const [first] = await once(socket, "data");
    expect(first).toMatch(/^Connection: keep-alive\r$/im);
    // Node closes it a second later.
    expect(first).toMatch(/^Keep-Alive: timeout=5\r$/im);
    const stopped = front?.stop();
    front = undefined;
    socket.write(request);
    expect((await once(socket, "data"))[0]).toMatch(/^Connection: close\r$/im);
    await stopped;
  },
);

test("tells prefetch proxies to stay away", async () => {
  await start({ TRUSTED_PROXIES: [] });
  const response = await fetch(`http://127.0.0.1:${env().PORT}/.well-known/traffic-advice`);
  expect(response.headers.get("content-type")).toBe("application/trafficadvice+json");
  expect(response.headers.get("cache-control")).toBe("public, max-age=86400");
  expect([response.status, await response.json()]).toEqual([200, [{ user_agent: "prefetch-proxy", disallow: true }]]);
});

test("does not start if another user may serve the app's socket", async () => {
  // Too long for a socket, which is then in the system's temporary folder.
  const long = path.join(dataDir, "x".repeat(100));
  mkdirSync(long);
  Object.assign(env(), { DATA_DIR: long });
  const folder = path.dirname(appSocketPath());
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  try {
    await expect(start({ DATA_DIR: long })).rejects.toThrow(`${folder} was created by another user`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
