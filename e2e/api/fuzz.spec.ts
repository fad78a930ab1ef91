import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import pg from "pg";
import {
  type Answer,
  exchange,
  expect,
  fill,
  JSON_TYPE,
  type Route,
  routes,
  sessionOf,
  test,
  UNKNOWN_ID,
} from "@/e2e/api/support";
import { createDatabase } from "@/e2e/database";
import { insertGroup, insertUser } from "@/e2e/fixtures";
import { type Dashboard, freePort, isRunning, spawnRole, startDashboard, stopRole } from "@/e2e/hop";
import { generateApiKey } from "@/lib/api-keys/key";
import { paths } from "@/lib/paths";

/**
 * Deterministic; FUZZ_SEED=7 FUZZ_RUNS=200 npx playwright test e2e/api/fuzz.spec.ts sends different and more requests.
 */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** Requests per call and caller. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 12);
/** If a caller's first requests to a call are all answered with 401, the rest are not sent. */
const MAX_REFUSED = Math.max(3, Math.floor(RUNS / 4));
const AT_ONCE = 8;
const TIMEOUT_MS = 60_000;
const MAX_TRIES = 5;
const RETRY_AFTER_MS = 1_000;

/** Streams have no end. */
const ENDLESS = "text/event-stream";

test.describe.configure({ mode: "serial", timeout: 900_000 });

/** Has its own installation, since accepted requests may change settings and users. */
let folder: string;
let hop: Dashboard;
/** Runs the jobs that accepted requests store. */
let worker: ChildProcess;
let database: pg.Pool;
let callers: Record<string, OutgoingHttpHeaders>;
/** Ids that exist, and one that does not. */
let ids: string[];

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-fuzz-"));
  const databaseUrl = await createDatabase();
  const variables = {
    PORT: String(await freePort()),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "warn",
    SIGNIN_LIMIT_IP: "100000",
    USER_CALL_LIMIT: "1000000",
  };
  worker = spawnRole("worker", variables);
  hop = await startDashboard(variables);
  database = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const [S, G, O] = [
    await insertUser(database),
    await insertUser(database, { role: "group_admin" }),
    await insertUser(database, { role: "overall_admin" }),
  ];
  const group = await insertGroup(database, [S, G]);
  const apiKey = generateApiKey();
  const { rows: keys } = await database.query(
    `INSERT INTO api_keys (id, group_id, created_by_id, name, key_hash, key_prefix, last_four, rate_limit, scopes)
     VALUES (gen_random_uuid(), $1, $2, 'Fuzz', $3, 'hop_', 'last', 1000000, '{create,read,update,delete}') RETURNING id`,
    [group, O.id, createHash("sha256").update(apiKey).digest("hex")],
  );
  const { rows: urls } = await database.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, group_id, qr_generated_at, updated_at)
     SELECT gen_random_uuid(), 'fuzz-' || n, 'https://example.com/', $1, $2, now(), now() FROM generate_series(1, 20) AS n RETURNING id`,
    [S.id, group],
  );
  callers = {
    anonymous: {},
    "a shortcode_admin": sessionOf(S),
    "a group_admin": sessionOf(G),
    "an overall_admin": sessionOf(O),
    "a key": { Authorization: `Bearer ${apiKey}` },
  };
  // The callers are left out, since they must not be changed.
  ids = [...urls.map(({ id }) => id), group, keys[0].id, UNKNOWN_ID];
});

test.afterAll(async () => {
  await database?.end();
  const outlived = worker && isRunning(worker);
  const codes = [await hop?.stop(), worker && (await stopRole(worker))];
  rmSync(folder, { recursive: true, force: true });
  expect(outlived, "the worker ran to the end").toBe(true);
  expect(codes).toEqual([0, 0]);
});

type Sent = { method: string; target: string; headers: OutgoingHttpHeaders; body: string | null };

const WORDS = [
  ..."active paused deleted locked none day week month all pause move delete activate png svg csv json".split(" "),
  ..."overall_admin group_admin shortcode_admin base_url smtp_host smtp_port smtp_password".split(" "),
  ..."-createdAt clickCount -shortCode originalUrl name email urls clicks fuzz-1 https://example.com/a".split(" "),
];
const FIELDS = [
  ..."originalUrl shortCode groupId generateQR status email firstName lastName role urlLimit name description".split(
    " ",
  ),
  ..."userLimit userId rateLimit expiresAt settings key value url urls ids action days limit cursor q sort".split(" "),
  ..."group creator from to period format download actorId subjectType clicks includeBots __proto__ constructor".split(
    " ",
  ),
];

const junk = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\ud800",
    "'",
    '";--',
    "%",
    "%00",
    "../..",
    "a".repeat(3_000),
    "\r\nX: y",
    "1e309",
  ),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.webUrl(),
  fc.emailAddress(),
);
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-1, 0, 1, 100, 1e21, 2 ** 31, 2 ** 53, -0));
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: false },
    junk,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(0, 1, 2, 3).map((index) => `%id${index}`),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...FIELDS), tie("value"), { maxKeys: 5 }),
  ),
}));
const body = fc.oneof(
  { weight: 8, arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), anything, { maxKeys: 8 }).map(toJson) },
  { weight: 1, arbitrary: anything.map(toJson) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const query = fc.array(fc.tuple(fc.constantFrom(...FIELDS), fc.oneof(junk, number.map(String), fc.constant("%id1"))), {
  maxLength: 4,
});
const parameter = fc.oneof(
  { weight: 5, arbitrary: fc.nat(30).map((index) => `%id${index}`) },
  { weight: 1, arbitrary: junk.filter((text) => text !== "" && text.length < 500).map(encode) },
);
const headers = fc.dictionary(
  fc.constantFrom(
    ..."content-type accept accept-language idempotency-key if-none-match origin sec-fetch-site rsc range".split(" "),
    ..."next-router-state-tree next-router-prefetch x-forwarded-for x-hop-client-ip cookie x-middleware-subrequest".split(
      " ",
    ),
  ),
  // Only characters that are valid in a header.
  fc
    .oneof(fc.constantFrom("1", "*", "application/json", "text/html", "same-origin"), fc.string({ maxLength: 40 }))
    .map((text) => text.replace(/[^\x20-\x7e]/g, "?")),
  { maxKeys: 2 },
);

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "?"));
}

/** A request with the right method, a path that may exist, and arbitrary query, headers and body. */
function requestTo(method: string, pattern: string): fc.Arbitrary<Sent> {
  return fc.record({ parameter, query, headers, body }).map((made) => {
    const search = made.query.map(([name, value]) => `${name}=${encode(value)}`).join("&");
    const target = fill(pattern, made.parameter) + (search && `?${search}`);
    return { method, target: withIds(target), headers: made.headers, body: made.body && withIds(made.body) };
  });
}

function withIds(text: string): string {
  return text.replace(/%id(\d+)/g, (_, index) => ids[Number(index) % ids.length] ?? "");
}

function sendOne({ method, target, headers: own, body: sent }: Sent, caller: OutgoingHttpHeaders): Promise<Answer> {
  const payload = method === "GET" ? null : sent;
  const length = payload === null ? {} : { "Content-Length": Buffer.byteLength(payload) };
  return exchange(
    new URL(hop.url).port,
    { method, path: target, headers: { ...JSON_TYPE, ...own, ...caller, ...length }, timeout: TIMEOUT_MS },
    payload ? [payload] : [],
    (_, headers) => Boolean(headers["content-type"]?.startsWith(ENDLESS)),
  );
}

/** Sends a request again while the database is too slow for a connection, up to a few times. */
async function exchangeWithRetries(one: Sent, caller: OutgoingHttpHeaders): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await sendOne(one, caller);
    if (answer.status !== 503 || tries === MAX_TRIES) return answer;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
  }
}

/** Returns a fault that no response to any request may have, or null. */
function findFault({ status, headers: { "content-type": type = "" }, text }: Answer): string | null {
  if (status >= 500) return `status ${status}`;
  if (/\n\s+at .*:\d+|node_modules|\bprisma\b|\bSELECT .+ FROM\b|\bINSERT INTO\b|PrismaClient/i.test(text))
    return "a leak";
  if (status < 400 || text === "") return null;
  if (!type.startsWith("application/json")) return `an error as ${type}`;
  const { message, code } = JSON.parse(text) as Record<string, unknown>;
  return typeof message === "string" && message !== "" && typeof code === "string"
    ? null
    : "an error without message or code";
}

/** Signing out would end the caller's session. */
function callersOf(pattern: string): [string, OutgoingHttpHeaders][] {
  return Object.entries(callers).filter(([caller]) => caller === "anonymous" || pattern !== paths.api.logout);
}

const ALL: Route[] = [...routes(), ...routes({ isPublicApi: true })];

test(`no call fails or leaks internals, whatever it is sent (seed ${SEED})`, async () => {
  const calls = ALL.flatMap(({ path: pattern, methods }) => methods.map((method) => ({ pattern, method })));
  const queue = calls.flatMap(({ pattern, method }, index) =>
    callersOf(pattern).map(([caller, credentials], callerIndex) => ({
      caller,
      credentials,
      // Otherwise all calls would get requests of the same few shapes.
      all: fc.sample(requestTo(method, pattern), { seed: SEED + 10 * index + callerIndex, numRuns: RUNS }),
    })),
  );
  const faults: string[] = [];
  let sent = 0;
  const client = async () => {
    for (let turn = queue.shift(); turn; turn = queue.shift()) {
      const { caller, credentials, all } = turn;
      let refused = 0;
      for (const [index, one] of all.entries()) {
        const answer = await exchangeWithRetries(one, credentials).catch((error: Error) => error);
        sent += 1;
        const fault = answer instanceof Error ? answer.message : findFault(answer);
        if (fault)
          faults.push(
            `${fault}: ${caller} ${JSON.stringify(one)}\n${answer instanceof Error ? "" : answer.text.slice(0, 300)}`,
          );
        if (!(answer instanceof Error) && answer.status === 401) refused += 1;
        // The caller is checked before the body. The front and Next have read path, query and headers by then.
        if (refused === MAX_REFUSED && index < MAX_REFUSED) break;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  expect(sent).toBeGreaterThan(1_000);
  for (const [caller, credentials] of Object.entries(callers)) {
    const target = caller === "a key" ? paths.api.v1Urls : paths.api.currentUser;
    const { status } = await exchangeWithRetries({ method: "GET", target, headers: {}, body: null }, credentials);
    expect([caller, status], "all were let in to the end").toEqual([caller, caller === "anonymous" ? 401 : 200]);
  }
  console.log(`${sent} requests, ${faults.length} faults`);
  expect(faults.slice(0, 10), `${faults.length} of ${sent} requests\n${hop.output().slice(-3_000)}`).toEqual([]);
});
