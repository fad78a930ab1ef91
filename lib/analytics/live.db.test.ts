import { setTimeout as sleep } from "node:timers/promises";
import { MAX_STREAMS_OF_USER, openLiveTotals } from "@/lib/analytics/live";
import type { LiveTotals } from "@/lib/analytics/types";
import { hashToken, randomToken } from "@/lib/auth/tokens";
import { enrichedClick, store } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import type { Actor } from "@/lib/users/types";

const now = () => new Date().toISOString();
const open: Watched[] = [];

beforeEach(() => pool().query("TRUNCATE clicks, click_days, click_visitors, click_visitor_days"));
afterEach(async () => {
  for (const watched of open.splice(0)) await watched.leave();
});

type Watched = { totals: LiveTotals[]; text: () => string; isOver: () => boolean; leave: () => Promise<void> };

async function signIn(actor: Actor): Promise<string> {
  const token = randomToken();
  await prisma().session.create({
    data: { sessionToken: hashToken(token), userId: actor.id, expires: new Date(Date.now() + 60_000) },
  });
  return token;
}

/** Reads a stream as a browser does. */
async function watch(actor: Actor, token: string, query: { url?: string } = {}): Promise<Watched> {
  const stream = await openLiveTotals(actor, query, (name) => (name === "hop.session" ? token : undefined));
  const reader = stream.getReader();
  const totals: LiveTotals[] = [];
  let text = "";
  let isOver = false;
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += new TextDecoder().decode(value);
      totals.splice(
        0,
        totals.length,
        ...[...text.matchAll(/^event: totals\ndata: (.+)$/gm)].map(([, data = ""]) => JSON.parse(data)),
      );
    }
    isOver = true;
  })();
  const watched = {
    totals,
    text: () => text,
    isOver: () => isOver,
    leave: async () => {
      await reader.cancel();
      await reading;
    },
  };
  open.push(watched);
  return watched;
}

async function until(condition: () => boolean, milliseconds: number): Promise<number> {
  const began = performance.now();
  while (!condition() && performance.now() - began < milliseconds) await sleep(10);
  expect(condition()).toBe(true);
  return performance.now() - began;
}

async function createLink(actor: Actor, fields: object = {}): Promise<string> {
  return (await createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/", ...fields }))).id;
}

test("says what is at first, and each change within two seconds", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const url = await createLink(admin);
  await store([enrichedClick(url, "2026-01-01T00:00:00Z", { accessMethod: "qr" })]);
  const watched = await watch(admin, await signIn(admin));
  await until(() => watched.totals.length === 1, 2_000);
  expect(watched.totals[0]).toEqual({ totalClicks: 1, qrScans: 1, todayClicks: 0, todayVisitors: 0 });
  await sleep(200);
  await store([enrichedClick(url, now(), { visitorHash: "a" }), enrichedClick(url, now(), { isBot: true })]);
  await until(() => watched.totals.length === 2, 2_000);
  expect(watched.totals[1]).toEqual({ totalClicks: 2, qrScans: 1, todayClicks: 1, todayVisitors: 1 });
});

test("of one link for whoever sees it, of all for an overall_admin alone", async () => {
  const [creator, stranger] = [await createUser(), await createUser({ role: "group_admin" })];
  const [url, other] = [await createLink(creator), await createLink(creator)];
  const watched = await watch(creator, await signIn(creator), { url });
  await until(() => watched.totals.length === 1, 2_000);
  await store([enrichedClick(url, now()), enrichedClick(other, now())]);
  await until(() => watched.totals.at(-1)?.totalClicks === 1, 2_000);
  const token = await signIn(stranger);
  await expect(watch(stranger, token)).rejects.toMatchObject({ code: "forbidden" });
  await expect(watch(stranger, token, { url })).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  ["the session is ended", (actor: Actor) => prisma().session.deleteMany({ where: { userId: actor.id } })],
  [
    "the user is paused",
    (actor: Actor) => prisma().user.update({ where: { id: actor.id }, data: { status: "paused" } }),
  ],
  ["the link is moved out of sight", () => prisma().shortUrl.updateMany({ data: { groupId: null } })],
])("ends before it says more when %s", async (_name, change) => {
  const [creator, member] = [await createUser(), await createUser()];
  const url = await createLink(creator, { groupId: await createGroup(creator, member) });
  const watched = await watch(member, await signIn(member), { url });
  await until(() => watched.totals.length === 1, 2_000);
  await change(member);
  await store([enrichedClick(url, now())]);
  await until(() => watched.isOver(), 3_000);
  expect(watched.totals).toHaveLength(1);
});

test("ends when an overall_admin becomes less", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const watched = await watch(admin, await signIn(admin));
  await until(() => watched.totals.length === 1, 2_000);
  await prisma().user.update({ where: { id: admin.id }, data: { role: "group_admin" } });
  // At the next heartbeat at the latest.
  await until(() => watched.isOver(), 7_000);
}, 15_000);

test("a user has so many and no more, and one that is left makes room", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const token = await signIn(admin);
  const all: Watched[] = [];
  for (let i = 0; i < MAX_STREAMS_OF_USER; i++) all.push(await watch(admin, token));
  await expect(watch(admin, token)).rejects.toMatchObject({ code: "rate_limited" });
  await all[0]?.leave();
  await watch(admin, token);
});

test("a lost connection is opened again, and what came meanwhile is told", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const url = await createLink(admin);
  const watched = await watch(admin, await signIn(admin));
  await until(() => watched.totals.length === 1, 2_000);
  await sleep(300);
  await pool().query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query IN ('LISTEN clicks_stored', 'SELECT 1')",
  );
  await store([enrichedClick(url, now())]);
  await until(() => watched.totals.at(-1)?.totalClicks === 1, 4_000);
}, 15_000);
