import { setTimeout as sleep } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";
import type { Actor } from "@/lib/actor";
import { listAudit } from "@/lib/audit/queries";
import { deleteClicks, enrichedClick, store, visitorNamed } from "@/lib/clicks/testing/clicks";
import { EXPORT_RUNNING } from "@/lib/db/export-rows";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { exportSchema } from "@/lib/stats/analytics-schema";
import { exportCsv } from "@/lib/stats/click-export";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

// A download waits a second for a cancelled one to release its lock, which a stall can exceed.
// A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const NOW = Date.parse("2026-11-21T12:00:00Z");
const MANY = Number(process.env.EXPORTED_ROWS ?? 60_000);
/** Makes the file more than twice as large as the memory that an export may take. */
const USER_AGENT_BYTES = 550;
const MEGABYTE = 1024 * 1024;

v8.setFlagsFromString("--expose-gc");
const collectGarbage = vm.runInNewContext("gc") as () => void;

let admin: Actor;
beforeEach(async () => {
  await deleteClicks();
  admin = await createUser({ role: "overall_admin" });
});

const create = async (actor: Actor, fields: object = {}) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/", ...fields }));

const ask = (actor: Actor, query: object) => exportCsv(actor, exportSchema.parse(query), NOW);

async function read(actor: Actor, query: object): Promise<{ fileName: string; text: string; lines: string[] }> {
  const { fileName, content } = await ask(actor, query);
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString("utf8");
  return { fileName, text, lines: text.replace("\ufeff", "").trimEnd().split("\r\n") };
}

test("clicks, newest first, with a byte order mark, quotes and a header", async () => {
  const { id, shortCode, shortUrl } = await create(admin, { shortCode: "spring" });
  await store([
    enrichedClick(id, "2026-11-01T10:00:00Z", {
      referer: 'https://news.example/?a=1,2&b="x"',
      referrerHost: "news.example",
    }),
    enrichedClick(id, "2026-11-02T10:00:00Z", {
      userAgent: "Bröwser\n2",
      ip: "2001:db8::1",
      accessMethod: "qr",
      deviceType: "mobile",
      city: "Bonn, DE",
      language: "de",
      placement: "menu",
    }),
    enrichedClick(id, "2026-11-02T11:00:00Z", { isBot: true }),
  ]);
  const { fileName, text, lines } = await read(admin, { url: id });
  expect(fileName).toBe("clicks-spring-2026-11-01-2026-11-21.csv");
  expect(lines[0]).toBe(
    "Time,Short code,Access method,Bot,Device type,Operating system,Browser,Country,Referrer host,Referrer,User agent,IP,QR placement,City,Language,Short URL",
  );
  expect(text.startsWith("\ufeffTime,")).toBe(true);
  expect(lines.slice(1)).toEqual([
    `2026-11-02T10:00:00.000Z,${shortCode},qr,no,mobile,,,,,,"Bröwser\n2",2001:db8::1,menu,"Bonn, DE",de,${shortUrl}`,
    `2026-11-01T10:00:00.000Z,${shortCode},direct,no,,,,,news.example,"https://news.example/?a=1,2&b=""x""",,,,,,${shortUrl}`,
  ]);
  expect((await read(admin, { url: id, bots: "only" })).lines).toHaveLength(2);
  expect((await read(admin, { from: "2026-11-02", to: "2026-11-02" })).lines).toHaveLength(2);
});

test.each([
  "=1+12345",
  "+12345",
  "-12345",
  "@SUM(A12345)",
  "\t=12345",
  "\r=12345",
  '=HYPERLINK("https://evil.example","x")',
])("a cell that a spreadsheet could read as a formula is text: %j", async (cell) => {
  const { id } = await create(admin);
  await store([enrichedClick(id, "2026-11-01T10:00:00Z", { userAgent: cell, referer: cell, browser: cell })]);
  for (const what of ["clicks", "breakdown"]) {
    const { text } = await read(admin, { url: id, what });
    const cells = text
      .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)|\r\n/)
      .filter((one) => one.includes(cell.trim().replaceAll('"', '""')));
    expect(cells.length).toBeGreaterThan(0);
    for (const one of cells) expect(one.replace(/^"/, "")).toMatch(/^'/);
  }
});

test.each([
  "x;=1+1",
  "x; =1+1",
  'x;"=1+1"',
  "x\t=1+1",
  "x\n=1+1",
  "x\r\n@SUM(A1)",
  ";=cmd|'/c calc'!A1",
  "  =1+1",
  "x;\uff1d1",
])("also in spreadsheets that split at semicolons, tabs or line breaks: %j", async (text) => {
  const { id } = await create(admin);
  await store([
    enrichedClick(id, "2026-11-01T10:00:00Z", {
      userAgent: text,
      referer: text,
      browser: text,
      os: text,
      referrerHost: text,
    }),
  ]);
  for (const what of ["clicks", "breakdown"]) {
    const file = (await read(admin, { url: id, what })).text.replace("\ufeff", "");
    // Parsed as Excel does: quotes matter only at the beginning of a cell.
    const cells = file.split(/[;\t\r\n]/).map((cell) => cell.replace(/^[\s"]+/, ""));
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\uff1d]/);
    expect(file).toContain("'");
  }
});

test("exports counts as the screens show them", async () => {
  const { id, shortCode } = await create(admin);
  await store([
    enrichedClick(id, "2026-11-20T10:00:00Z", { os: "Linux", visitorHash: visitorNamed("a") }),
    enrichedClick(id, "2026-11-21T10:00:00Z"),
  ]);
  const { fileName, lines } = await read(admin, { url: id, what: "breakdown" });
  expect(fileName).toBe(`breakdown-${shortCode}-2026-11-20-2026-11-21.csv`);
  expect(lines).toEqual([
    "Kind,Name,Clicks",
    "Total clicks,,2",
    "Unique visitors,,1",
    "Bot clicks,,0",
    "Access method,qr,0",
    "Access method,direct,2",
    "Device type,Unknown,2",
    "Operating system,Linux,1",
    "Operating system,Unknown,1",
    "Browser,Unknown,2",
    "Referrer,Direct,2",
    "Country,Unknown,2",
    "Day,2026-11-20,1",
    "Day,2026-11-21,1",
  ]);
});

test("a link's clicks for anyone who can see it, all others for an overall_admin", async () => {
  const [creator, member, stranger] = [
    await createUser(),
    await createUser(),
    await createUser({ role: "group_admin" }),
  ];
  const group = await createGroup(creator, member);
  const [{ id }, other] = [await create(creator, { groupId: group }), await create(admin)];
  await store([enrichedClick(id, "2026-11-01T10:00:00Z"), enrichedClick(other.id, "2026-11-01T10:00:00Z")]);
  for (const what of ["clicks", "breakdown"]) {
    for (const actor of [creator, member, admin])
      expect((await read(actor, { url: id, what })).lines.length).toBeGreaterThan(1);
    await expect(ask(stranger, { url: id, what })).rejects.toMatchObject({ code: "not_found" });
    for (const query of [{ what }, { what, group }]) {
      await expect(ask(creator, query)).rejects.toMatchObject({ code: "forbidden" });
      await expect(ask(stranger, query)).rejects.toMatchObject({ code: "forbidden" });
    }
  }
  expect((await read(admin, {})).lines).toHaveLength(3);
  expect((await read(admin, { group })).lines).toHaveLength(2);
});

describe("a download breaks off soon after its reader", () => {
  const remove = (actor: Actor) => prisma().groupMembership.deleteMany({ where: { userId: actor.id } });
  const setUser = (actor: Actor, data: object) => prisma().user.update({ where: { id: actor.id }, data });
  const endSessions = (actor: Actor) => prisma().session.deleteMany({ where: { userId: actor.id } });

  test.each([
    ["has left the link's group", "shortcode_admin", "the link", remove],
    ["is paused", "shortcode_admin", "the link", (actor: Actor) => setUser(actor, { status: "paused" })],
    ["has signed out, or was signed out", "shortcode_admin", "the link", endSessions],
    [
      "is no overall_admin any more",
      "overall_admin",
      "all links",
      (actor: Actor) => setUser(actor, { role: "group_admin" }),
    ],
  ] as const)("%s", async (_name, role, subject, lose) => {
    const reader = await createUser({ role });
    const { id } = await create(admin, { groupId: await createGroup(admin, reader) });
    await store(Array.from({ length: 6_000 }, () => enrichedClick(id, "2026-11-01T10:00:00Z")));
    const query = subject === "the link" ? { url: id.toUpperCase() } : {};
    expect((await read(reader, query)).lines).toHaveLength(6_001);
    const { content } = await ask(reader, query);
    const chunks = content[Symbol.asyncIterator]();
    await chunks.next();
    await lose(reader);
    const readRest = async () => {
      while (!(await chunks.next()).done);
    };
    await expect(readRest()).rejects.toThrow("may no longer read this");
  });
});

test("a user downloads one file at a time, and can start another after cancelling", async () => {
  const { id } = await create(admin);
  await store(Array.from({ length: 3_000 }, () => enrichedClick(id, "2026-11-01T10:00:00Z")));
  for (const isStarted of [true, false]) {
    const { content } = await ask(admin, { url: id });
    if (isStarted) await content[Symbol.asyncIterator]().next();
    await expect(ask(admin, { url: id })).rejects.toMatchObject({ code: "rate_limited", message: EXPORT_RUNNING });
    content.destroy();
    expect((await read(admin, { url: id })).lines).toHaveLength(3_001);
  }
});

test("a download that nobody reads blocks neither new clicks nor new partitions", async () => {
  const { id } = await create(admin);
  await store(Array.from({ length: 3_000 }, () => enrichedClick(id, "2026-11-01T10:00:00Z")));
  const { content } = await ask(admin, { url: id });
  await content[Symbol.asyncIterator]().next();
  await inTransaction(pool(), async (client) => {
    await client.query("SET LOCAL lock_timeout = '5s'");
    await client.query("SELECT ensure_visit_partition('2031-01-01T00:00:00Z')");
  });
  await store([enrichedClick(id, "2026-11-01T10:00:00Z")]);
  content.destroy();
});

test("every click is in the file once, across months and batches and within one millisecond", async () => {
  const group = await createGroup(admin);
  const [{ id }, other] = [await create(admin, { groupId: group }), await create(admin)];
  const moments = ["2026-11-01T10:00:00.001Z", "2026-10-31T23:59:59.999Z", "2026-09-01T00:00:00Z"];
  const clicks = Array.from({ length: 2_500 }, (_, i) =>
    enrichedClick(id, moments[i % 3] ?? "", { ip: `10.0.${i >> 8}.${i & 255}` }),
  );
  await store([...clicks, ...Array.from({ length: 1_200 }, () => enrichedClick(other.id, moments[1] ?? ""))]);
  for (const query of [{ url: id }, { group }]) {
    const { lines } = await read(admin, query);
    const rows = lines.slice(1).map((line) => line.split(","));
    expect(new Set(rows.map((row) => row.at(-5))).size).toBe(2_500);
    expect(rows).toHaveLength(2_500);
    expect(rows.map(([time]) => time)).toEqual(
      rows
        .map(([time]) => time)
        .sort()
        .reverse(),
    );
  }
  expect((await read(admin, {})).lines).toHaveLength(3_701);
});

test("memory use does not depend on the number of rows, however slow the reader", async () => {
  const { id } = await create(admin);
  await pool().query("SELECT ensure_visit_partition('2026-11-01T00:00:00Z')");
  await pool().query(
    `WITH agent AS (
       INSERT INTO user_agents (digest, last_month, user_agent) VALUES (gen_random_uuid(), now(), repeat('x', $3::int)) RETURNING id
     )
     INSERT INTO visits (url_id, occurred_at, id, user_agent_id)
     SELECT $1, timestamptz '2026-11-01T00:00:00Z' + n * interval '1 ms', gen_random_uuid(), agent.id
     FROM agent, generate_series(1, $2::int) AS n`,
    [id, MANY, USER_AGENT_BYTES],
  );
  const { content } = await ask(admin, { url: id, from: "2026-11-01" });
  const used = () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  let bytes = 0;
  let sampled = 0;
  let most = 0;
  const before = used();
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes - sampled < 5 * MEGABYTE) continue;
    sampled = bytes;
    await sleep(20);
    most = Math.max(most, used() - before);
  }
  expect(bytes).toBeGreaterThan(MANY * USER_AGENT_BYTES);
  expect(most).toBeLessThan(16 * MEGABYTE);
  if (process.env.EXPORTED_ROWS) process.stderr.write(`${MANY} rows, ${bytes} bytes, at most ${most} bytes more\n`);
}, 240_000);

test("downloads are recorded in the audit log; refused ones are not", async () => {
  const [creator, stranger] = [await createUser(), await createUser()];
  const { id } = await create(creator, { shortCode: "autumn" });
  const groupId = await createGroup(creator);
  const entries = (actorId: string) => prisma().auditEntry.findMany({ where: { actorId }, orderBy: { id: "asc" } });
  await read(creator, { url: id, from: "2026-11-01", to: "2026-11-02" });
  expect((await entries(creator.id)).filter(({ subjectType }) => subjectType === "export")).toMatchObject([
    {
      action: "export.download",
      subjectId: id,
      subjectLabel: "clicks-autumn-2026-11-01-2026-11-02.csv",
      after: { bots: "exclude" },
    },
  ]);
  await read(admin, { what: "breakdown", group: groupId });
  expect(await entries(admin.id)).toMatchObject([{ action: "export.download", after: { groupId, bots: "exclude" } }]);
  await read(admin, {});
  const { items } = await listAudit(admin, { subjectType: "export", limit: 3 });
  expect(items.map(({ subjectId, subjectGroupId }) => [subjectId, subjectGroupId])).toEqual([
    ["", null],
    [groupId, groupId],
    [id, null],
  ]);
  await expect(ask(stranger, { url: id })).rejects.toMatchObject({ code: "not_found" });
  await expect(ask(stranger, {})).rejects.toMatchObject({ code: "forbidden" });
  expect(await entries(stranger.id)).toEqual([]);
});
