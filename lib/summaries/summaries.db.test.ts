import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { startJobs, stopJobs } from "@/lib/jobs/queue";
import { type Inbox, startInbox } from "@/lib/mail/testing/inbox";
import { mailSummary } from "@/lib/summaries/mail";
import { correctSummaryDates, queueDueSummaries } from "@/lib/summaries/queue-due";
import { readSummary } from "@/lib/summaries/read";
import { getSummarySetting, setSummaryFrequency, unsubscribe } from "@/lib/summaries/setting";
import { unsubscribeToken } from "@/lib/summaries/unsubscribe-token";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";
import { erasePersonalData } from "@/lib/users/erase";

type User = Actor & { email: string };

/** A Sunday, so that the next day is due. */
const SUNDAY = Date.parse("2026-11-22T12:00:00Z");
const MONDAY = Date.parse("2026-11-23T08:00:00Z");
const DAY = "2026-11-23";

let inbox: Inbox;

beforeAll(async () => {
  await startJobs();
  inbox = await startInbox();
  await prisma().setting.createMany({
    data: [
      { key: "smtp_host", value: "127.0.0.1" },
      { key: "smtp_port", value: String(inbox.port) },
      { key: "smtp_bcc_email", value: "copy@hop.example" },
      { key: "base_url", value: "https://hop.example" },
    ],
  });
});
beforeEach(async () => {
  inbox.mails.length = 0;
  await prisma().summary.deleteMany();
  await prisma().$executeRaw`DELETE FROM pgboss.job`;
});
afterAll(async () => {
  await stopJobs();
  await inbox.close();
});

async function queued(): Promise<unknown[]> {
  const { rows } = await pool().query("SELECT data FROM pgboss.job WHERE name = 'summary' ORDER BY data->>'userId'");
  return rows.map(({ data }) => data);
}

const create = (actor: Actor, shortCode = unique("link")) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/", shortCode }));

const clicked = (urlId: string, day: string, total: number, qr = 0, isBot = false) =>
  pool().query("INSERT INTO click_days (scope, scope_id, day, is_bot, total, qr) VALUES ('link', $1, $2, $3, $4, $5)", [
    urlId,
    day,
    isBot,
    total,
    qr,
  ]);

const subscribed = async (options?: Parameters<typeof createUser>[0]): Promise<User> => {
  const user = await createUser(options);
  await setSummaryFrequency(user, "weekly", SUNDAY);
  return user;
};

test("the setting is off by default, and can be changed", async () => {
  const user = await createUser();
  expect(await getSummarySetting(user)).toEqual({ frequency: "off" });
  await setSummaryFrequency(user, "monthly", SUNDAY);
  expect(await getSummarySetting(user)).toEqual({ frequency: "monthly" });
  expect(await prisma().summary.findUnique({ where: { userId: user.id } })).toMatchObject({
    dueAt: new Date("2026-12-01T08:00:00Z"),
  });
  await setSummaryFrequency(user, "off");
  expect(await prisma().summary.count()).toBe(0);
});

test("a summary has the clicks of its reader's own links, compared, the top links, first scans and changes", async () => {
  const user = await subscribed();
  const [top, scanned, foreign] = [await create(user), await create(user), await create(await createUser())];
  await updateUrl(user, scanned.id, { originalUrl: "https://example.com/new" });
  await prisma().auditEntry.updateMany({
    where: { subjectId: { in: [top.id, scanned.id] } },
    data: { occurredAt: new Date("2026-11-18T12:00:00Z") },
  });
  await clicked(top.id, "2026-11-15", 100, 5);
  await clicked(top.id, "2026-11-16", 1_000, 3);
  await clicked(top.id, "2026-11-22", 200);
  await clicked(top.id, "2026-11-22", 9_999, 0, true);
  await clicked(top.id, "2026-11-23", 9_999);
  await clicked(scanned.id, "2026-11-10", 9_999, 9_999, true);
  await clicked(scanned.id, "2026-11-20", 34, 30);
  await clicked(foreign.id, "2026-11-20", 9_999);

  await mailSummary({ userId: user.id, frequency: "weekly", day: DAY });
  expect(inbox.mails).toHaveLength(1);
  const [mail] = inbox.mails;
  expect(mail?.recipients).toEqual([user.email]);
  expect(mail?.subject).toBe("Your week at Hop: 1,234 clicks");
  const text = mail?.text ?? "";
  expect(text).toContain("Your links got 1,234 clicks from November 16 to 22, 1,134% more than the week before (100).");
  expect(text).toContain("33 clicks came from a QR code.");
  expect(text).toContain(
    `Top links:\n- ${top.shortCode}: 1,200 clicks (+1,100%)\n- ${scanned.shortCode}: 34 clicks (none the week before)`,
  );
  expect(text).toContain(`QR codes scanned for the first time:\n- ${scanned.shortCode}: 30 scans\n`);
  expect(text).toContain("Changes:\n- Created: 2 links\n- Destination changed: 1 link");
  for (const word of ["1,200 clicks (+1,100%)", "30 scans", "Destination changed"]) expect(mail?.html).toContain(word);
});

test("the changes are those from midnight to midnight in TIME_ZONE", async () => {
  const user = await createUser();
  const times = ["2026-11-15T23:59", "2026-11-16T00:00", "2026-11-16T01:00", "2026-11-22T23:59", "2026-11-23T00:00"];
  for (const time of times) {
    const { id } = await create(user);
    await clicked(id, "2026-11-20", 1);
    const data = { occurredAt: new Date(`${time}+05:45`) };
    await prisma().auditEntry.updateMany({ where: { subjectId: id }, data });
  }
  Object.assign(env(), { TIME_ZONE: "Asia/Kathmandu" });
  const summary = await readSummary(user.id, "weekly", DAY);
  Object.assign(env(), { TIME_ZONE: "UTC" });
  expect(summary?.changes).toMatchObject({ created: 3 });
});

test("a summary can be unsubscribed from with one click, and is recognised when sent twice", async () => {
  const user = await subscribed();
  await clicked((await create(user)).id, "2026-11-20", 1);
  await mailSummary({ userId: user.id, frequency: "weekly", day: DAY });
  const [mail] = inbox.mails;
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const token = unsubscribeToken(user.id);
  expect(header("list-unsubscribe")).toBe(`<https://hop.example/api/summary/unsubscribe/${token}>`);
  expect(mail?.text).toContain(`https://hop.example/account/unsubscribe/${token}`);
  expect(mail?.messageId).toMatch(new RegExp(`^<summary-weekly-${DAY}-${user.id}@`));

  expect(await unsubscribe(token)).toEqual({ frequency: "off" });
  expect(await unsubscribe(token)).toEqual({ frequency: "off" });
  await mailSummary({ userId: user.id, frequency: "weekly", day: DAY });
  expect(inbox.mails).toHaveLength(1);
});

test("a forged unsubscribe link does nothing", async () => {
  const [user, other] = [await subscribed(), await subscribed()];
  const token = unsubscribeToken(user.id);
  const [, signature] = token.split(".");
  for (const forged of [`${other.id}.${signature}`, `${user.id}.`, user.id, "", `${token}x`, `${token}.x`]) {
    await expect(unsubscribe(forged)).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await prisma().summary.count()).toBe(2);
});

test.each(["paused", "locked", "deleted"] as const)("a %s user gets none", async (status) => {
  const user = await subscribed();
  await clicked((await create(user)).id, "2026-11-20", 1);
  await prisma().user.update({ where: { id: user.id }, data: { status } });
  await queueDueSummaries(MONDAY);
  expect(await queued()).toEqual([]);
  await mailSummary({ userId: user.id, frequency: "weekly", day: DAY });
  expect(inbox.mails).toEqual([]);
});

test("totals count any number of links, but only those listed in the mail are loaded", async () => {
  const user = await subscribed();
  const links = await Promise.all(Array.from({ length: 14 }, () => create(user)));
  // The seven least clicked are scanned for the first time.
  for (const [i, { id }] of links.entries()) await clicked(id, "2026-11-20", 100 - i, i < 7 ? 0 : 2);
  const query = jest.spyOn(pool(), "query");
  const summary = await readSummary(user.id, "weekly", DAY);
  const results: { rows: unknown[] }[] = await Promise.all(query.mock.results.map(({ value }) => value));
  query.mockRestore();
  expect(Math.max(...results.map(({ rows }) => rows.length))).toBe(10);
  expect(summary).toMatchObject({ clicks: 1_309, clicksBefore: 0, scans: 14, moreFirstScans: 2 });
  const codes = (from: number) => links.slice(from, from + 5).map(({ shortCode }) => shortCode);
  expect(summary?.topLinks.map(({ shortCode }) => shortCode)).toEqual(codes(0));
  expect(summary?.firstScans.map(({ shortCode }) => shortCode)).toEqual(codes(7));
});

test("links without clicks in both periods send no mail; losing all clicks does", async () => {
  const user = await subscribed();
  const { id } = await create(user);
  await clicked(id, "2026-11-01", 50);
  await mailSummary({ userId: user.id, frequency: "weekly", day: DAY });
  expect(inbox.mails).toEqual([]);
  await clicked(id, "2026-11-10", 50);
  await mailSummary({ userId: user.id, frequency: "weekly", day: DAY });
  expect(inbox.mails[0]?.text).toContain("no clicks from November 16 to 22, 100% fewer than the week before (50).");
});

test("each summary is queued once when due, however many workers there are, in batches", async () => {
  const users = await Promise.all(Array.from({ length: 70 }, () => subscribed()));
  expect(await queueDueSummaries(MONDAY - 1)).toBe(0);
  const counts = await Promise.all(Array.from({ length: 4 }, () => queueDueSummaries(MONDAY)));
  expect(Math.max(...counts)).toBeLessThanOrEqual(50);
  expect(counts.reduce((sum, count) => sum + count)).toBe(70);
  expect(await queueDueSummaries(MONDAY)).toBe(0);
  expect(await queued()).toEqual(
    users
      .map(({ id }) => ({ userId: id, frequency: "weekly", day: DAY }))
      .sort((a, b) => (a.userId < b.userId ? -1 : 1)),
  );
  // A week later again.
  expect(await queueDueSummaries(MONDAY + 7 * 24 * 60 * 60 * 1000)).toBe(50);
});

test("no period is sent twice, or before it is due, when due dates move, as with a change of the time zone", async () => {
  const { id } = await subscribed();
  const HOUR_MS = 3_600_000;
  const queueAt = async (dueAt: number, now: number) => {
    await prisma().summary.update({ where: { userId: id }, data: { dueAt: new Date(dueAt) } });
    await queueDueSummaries(now);
    return queued();
  };
  const monday = [{ userId: id, frequency: "weekly", day: DAY }];
  expect(await queueAt(MONDAY - HOUR_MS, MONDAY - HOUR_MS)).toEqual([]);
  expect((await prisma().summary.findUniqueOrThrow({ where: { userId: id } })).dueAt).toEqual(new Date(MONDAY));
  expect(await queueAt(MONDAY, MONDAY)).toEqual(monday);
  expect(await queueAt(MONDAY + HOUR_MS, MONDAY + HOUR_MS)).toEqual(monday);
  expect(await queueAt(MONDAY - HOUR_MS, MONDAY - HOUR_MS)).toEqual(monday);
  expect(await queueAt(MONDAY, MONDAY)).toEqual(monday);
  // Subscribed with the previous version.
  await prisma().summary.update({ where: { userId: id }, data: { lastDay: null } });
  expect(await queueAt(MONDAY, MONDAY)).toHaveLength(2);
});

test("a date that was set by a clock years ahead is corrected, and the latest period is not sent again", async () => {
  const { id } = await subscribed();
  await queueDueSummaries(Date.parse("2040-11-20T12:00:00Z"));
  await prisma().$executeRaw`DELETE FROM pgboss.job`;
  const WEEK_MS = 7 * 24 * 3_600_000;
  await queueDueSummaries(MONDAY + 3_600_000);
  await correctSummaryDates(MONDAY + 3_600_000);
  expect(await queued()).toEqual([]);
  expect(await prisma().summary.findUniqueOrThrow({ where: { userId: id } })).toMatchObject({
    dueAt: new Date(MONDAY + WEEK_MS),
  });
  await queueDueSummaries(MONDAY + WEEK_MS);
  expect(await queued()).toEqual([{ userId: id, frequency: "weekly", day: "2026-11-30" }]);
});

test("a clock that starts in the past changes no date, so that no period is sent again", async () => {
  await subscribed();
  await queueDueSummaries(MONDAY);
  await queueDueSummaries(Date.parse("1970-01-01T00:00:10Z"));
  await queueDueSummaries(MONDAY + 3 * 24 * 3_600_000);
  expect(await queued()).toMatchObject([{ day: "2026-11-23" }]);
});

test("by default, the database's clock counts, whatever this machine's says", async () => {
  const { id } = await subscribed();
  await prisma().$executeRaw`UPDATE summaries SET due_at = now() + interval '1 hour', last_day = NULL`;
  const clock = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 5 * 3_600_000);
  expect(await queueDueSummaries().finally(() => clock.mockRestore())).toBe(0);
  await prisma().$executeRaw`UPDATE summaries SET due_at = now() - interval '1 minute'`;
  expect(await queueDueSummaries()).toBe(1);
  expect(await queued()).toMatchObject([{ userId: id }]);
});

test("summaries whose emails could not be queued stay due", async () => {
  await subscribed();
  await pool().query("ALTER TABLE pgboss.job RENAME TO job_away");
  await expect(queueDueSummaries(MONDAY)).rejects.toThrow("pgboss.job");
  await pool().query("ALTER TABLE pgboss.job_away RENAME TO job");
  expect(await queueDueSummaries(MONDAY)).toBe(1);
  expect(await queued()).toHaveLength(1);
});

test("erasing a user ends their summaries", async () => {
  const user = await subscribed();
  await erasePersonalData(pool(), user.email);
  expect(await prisma().summary.count({ where: { userId: user.id } })).toBe(0);
});
