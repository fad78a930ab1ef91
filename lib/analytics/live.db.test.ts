import { setTimeout as sleep } from "node:timers/promises";
import type { Actor } from "@/lib/actor";
import { type LiveScope, MAX_STREAMS_OF_USER, openLiveChanges } from "@/lib/analytics/live";
import { hashToken, randomToken } from "@/lib/auth/tokens";
import { deleteClicks, enrichedClick, store } from "@/lib/clicks/testing/clicks";
import { addDays, dayOf, startOfDay } from "@/lib/days";
import { LISTENER } from "@/lib/db/listen";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { announceShutdown } from "@/lib/shutdown";
import { until } from "@/lib/testing/until";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

// Notifications are timed, and their connection is given up when it is silent for a second.
// A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const now = () => new Date().toISOString();
const open: Watched[] = [];

beforeEach(deleteClicks);
afterEach(async () => {
  jest.restoreAllMocks();
  Object.assign(env(), { TIME_ZONE: "UTC" });
  for (const watched of open.splice(0)) await watched.leave();
});
// It listens a little longer than its last stream, and would reconnect while the next file is running.
afterAll(async () => {
  const listening = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1";
  await until(async () => (await pool().query(listening, [LISTENER])).rowCount === 0);
});

type Watched = { changes: () => number; text: () => string; isOver: () => boolean; leave: () => Promise<void> };

async function signIn(actor: Actor): Promise<string> {
  const token = randomToken();
  await prisma().session.create({
    data: { sessionToken: hashToken(token), userId: actor.id, expires: new Date(Date.now() + 60_000) },
  });
  return token;
}

/** Reads a stream as a browser does. */
async function watch(actor: Actor, token: string | Record<string, string>, query: LiveScope = {}): Promise<Watched> {
  const cookies: Record<string, string> = typeof token === "string" ? { "hop.session": token } : token;
  const stream = await openLiveChanges(actor, query, (name) => cookies[name]);
  const reader = stream.getReader();
  let text = "";
  let isOver = false;
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += new TextDecoder().decode(value);
    }
    isOver = true;
  })();
  const watched = {
    changes: () => text.split("event: changed\ndata: clicks\n\n").length - 1,
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

/** Less than a heartbeat, at which changes would be found and streams ended without a notification. */
const NOTIFIED_MS = 4_500;

const within = (isSo: () => boolean, milliseconds = NOTIFIED_MS) => until(isSo, milliseconds);

async function createLink(actor: Actor, fields: object = {}): Promise<string> {
  return (await createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/", ...fields }))).id;
}

/** Opens the first stream, of all links, and waits until it listens for stored clicks. */
async function watchAll(actor: Actor, token?: string): Promise<Watched> {
  const watched = await watch(actor, token ?? (await signIn(actor)));
  await within(() => watched.changes() >= 1);
  return watched;
}

test("reports stored clicks within two seconds, at most twice a second", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const url = await createLink(admin);
  const watched = await watchAll(admin);
  const before = watched.changes();
  const startedAt = performance.now();
  for (let i = 0; i < 20; i++) await store([enrichedClick(url, now())]);
  await within(() => watched.changes() > before, 2_000);
  expect(watched.changes() - before).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 500);
});

test("one link for anyone who can see it, all links for an overall_admin only", async () => {
  const [creator, stranger] = [await createUser(), await createUser({ role: "group_admin" })];
  const url = await createLink(creator);
  const watched = await watch(creator, await signIn(creator), { url });
  await store([enrichedClick(url, now())]);
  await within(() => watched.changes() === 1);
  const token = await signIn(stranger);
  await expect(watch(stranger, token)).rejects.toMatchObject({ code: "forbidden" });
  await expect(watch(stranger, token, { url })).rejects.toMatchObject({ code: "not_found" });
});

test("a group for its members, the actor's own links for everyone, both at most every three seconds, even after the clock was set back", async () => {
  const [creator, member, stranger] = [await createUser(), await createUser(), await createUser()];
  const group = await createGroup(creator, member);
  const [inGroup, own] = [await createLink(creator, { groupId: group }), await createLink(creator)];
  await store([enrichedClick(inGroup, now())]);
  await expect(watch(stranger, await signIn(stranger), { group })).rejects.toMatchObject({ code: "not_found" });
  const token = await signIn(creator);
  const ofGroup = await watch(member, await signIn(member), { group });
  const ofOwn = await watch(creator, token, { own: "true" });
  const ofOther = await watch(stranger, await signIn(stranger), { own: "true" });
  const ofLink = await watch(creator, token, { url: own });
  const openedAt = Date.now();
  // Not to the day before, which would be reported.
  const setBack = Math.max(openedAt - 3_600_000, startOfDay(dayOf(openedAt, "UTC"), "UTC"));
  jest.spyOn(Date, "now").mockImplementation(() => setBack);
  const began = performance.now();
  while (ofLink.changes() < 6) {
    await store([enrichedClick(own, now())]);
    await sleep(50);
  }
  await within(() => ofOwn.changes() > 0, 8_000);
  expect(ofOwn.changes()).toBeLessThanOrEqual(1 + (performance.now() - began) / 3_000);
  expect([ofGroup.changes(), ofOther.changes()]).toEqual([0, 0]);
  await store([enrichedClick(inGroup, now())]);
  await within(() => ofGroup.changes() === 1, 8_000);
  await prisma().groupMembership.deleteMany({ where: { userId: member.id } });
  await within(() => ofGroup.isOver(), 12_000);
  expect(ofOther.changes()).toBe(0);
  // An event, which browsers report, unlike a comment.
  expect(ofOther.text()).toContain("event: heartbeat\ndata: open\n\n");
});

test("reports visits by bots to viewers of a link, of its group and of the actor's own links", async () => {
  const creator = await createUser();
  const group = await createGroup(creator);
  const url = await createLink(creator, { groupId: group });
  const token = await signIn(creator);
  const scopes = [{ url }, { group }, { own: "true" as const }];
  const streams = await Promise.all(scopes.map((scope) => watch(creator, token, scope)));
  await store([enrichedClick(url, now(), { isBot: true })]);
  await within(() => streams.every((stream) => stream.changes() === 1), 8_000);
});

test("at midnight in TIME_ZONE, every stream reports a change, once and without any click", async () => {
  Object.assign(env(), { TIME_ZONE: "Asia/Kathmandu" });
  const midnight = startOfDay(addDays(dayOf(Date.now(), "Asia/Kathmandu"), 1), "Asia/Kathmandu");
  const clock = jest.spyOn(Date, "now").mockReturnValue(midnight - 1);
  const [admin, other] = [await createUser({ role: "overall_admin" }), await createUser()];
  const group = await createGroup(admin);
  const [url, ofOther] = [await createLink(admin, { groupId: group }), await createLink(other)];
  const token = await signIn(admin);
  const all = await watchAll(admin, token);
  const [before, link] = [all.changes(), await watch(admin, token, { url })];
  const sums = [await watch(admin, token, { group }), await watch(admin, token, { own: "true" })];
  clock.mockReturnValue(midnight);
  await within(() => all.changes() > before && [link, ...sums].every((stream) => stream.changes() > 0), 8_000);
  await store([enrichedClick(ofOther, now())]);
  await within(() => all.changes() > before + 1);
  expect([all.changes() - before, ...[link, ...sums].map((stream) => stream.changes())]).toEqual([2, 1, 1, 1]);
});

test("a viewer of one link does not learn about clicks on others", async () => {
  const [admin, creator] = [await createUser({ role: "overall_admin" }), await createUser()];
  const [url, other] = [await createLink(creator), await createLink(creator)];
  const all = await watchAll(admin);
  const watched = await watch(creator, await signIn(creator), { url });
  const before = all.changes();
  await store([enrichedClick(other, now())]);
  await within(() => all.changes() > before);
  const between = all.changes();
  await store([enrichedClick(url, now())]);
  await within(() => watched.changes() === 1);
  await within(() => all.changes() > between);
  expect(watched.changes()).toBe(1);
});

test.each([
  ["the session is ended", (actor: Actor) => prisma().session.deleteMany({ where: { userId: actor.id } })],
  [
    "the session expires",
    (actor: Actor) => prisma().session.updateMany({ where: { userId: actor.id }, data: { expires: new Date() } }),
  ],
  [
    "the user is paused",
    (actor: Actor) => prisma().user.update({ where: { id: actor.id }, data: { status: "paused" } }),
  ],
  ["the link is moved out of sight", () => prisma().shortUrl.updateMany({ data: { groupId: null } })],
])("ends without another event when %s", async (_name, change) => {
  const [creator, member] = [await createUser(), await createUser()];
  const url = await createLink(creator, { groupId: await createGroup(creator, member) });
  const watched = await watch(member, await signIn(member), { url });
  await store([enrichedClick(url, now())]);
  await within(() => watched.changes() === 1);
  await change(member);
  await store([enrichedClick(url, now())]);
  await within(() => watched.isOver());
  expect(watched.changes()).toBe(1);
});

test("ends with its user's session, even if the browser has a session of someone else as well", async () => {
  const [left, other] = [await createUser({ role: "overall_admin" }), await createUser({ role: "overall_admin" })];
  const tokens = { "__Host-hop.session": await signIn(other), "hop.session": await signIn(left) };
  const watched = await watch(left, tokens);
  await prisma().session.deleteMany({ where: { userId: left.id } });
  await within(() => watched.isOver(), 8_000);
});

test("ends by the next heartbeat, without any click, when the session expires or the role is lost", async () => {
  const [expiring, demoted] = [
    await createUser({ role: "overall_admin" }),
    await createUser({ role: "overall_admin" }),
  ];
  const streams = [await watchAll(expiring), await watch(demoted, await signIn(demoted))];
  await prisma().session.updateMany({
    where: { userId: expiring.id },
    data: { expires: new Date(Date.now() + 1_000) },
  });
  await prisma().user.update({ where: { id: demoted.id }, data: { role: "group_admin" } });
  await within(() => streams.every((stream) => stream.isOver()), 8_000);
  expect(streams[1]?.changes()).toBe(0);
});

test("limits the streams of a user, and closing one frees its slot", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const token = await signIn(admin);
  const all: Watched[] = [];
  for (let i = 0; i < MAX_STREAMS_OF_USER; i++) all.push(await watch(admin, token));
  await expect(watch(admin, token)).rejects.toMatchObject({ code: "rate_limited" });
  await all[0]?.leave();
  await watch(admin, token);
});

test("a lost connection is reopened, and changes in between are reported", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const url = await createLink(admin);
  const [all, watched] = [await watchAll(admin), await watch(admin, await signIn(admin), { url })];
  const before = all.changes();
  await pool().query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query IN ('LISTEN clicks_stored', 'SELECT 1')",
  );
  await store([enrichedClick(url, now())]);
  await within(() => watched.changes() === 1 && all.changes() > before, 10_000);
});

// Last, since a process shuts down only once.
test("ends at once when this process shuts down", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const watched = await watchAll(admin);
  announceShutdown();
  await within(() => watched.isOver());
});
