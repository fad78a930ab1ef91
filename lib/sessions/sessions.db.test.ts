import { randomUUID } from "node:crypto";
import type { Actor } from "@/lib/actor";
import { findPresentActor } from "@/lib/audit/present-actor";
import { findActiveSessions } from "@/lib/auth/active-sessions";
import { createAdapter } from "@/lib/auth/adapter";
import { removeExpiredSessions } from "@/lib/auth/clean-up";
import { sessionUser } from "@/lib/auth/testing/session-user";
import { hashToken, randomToken } from "@/lib/auth/tokens";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createSignedOutUser, createUser } from "@/lib/db/testing/fixtures";
import { endOtherSessions, endSession, endSessionsOf } from "@/lib/sessions/end";
import { listSessions } from "@/lib/sessions/queries";
import { endReplacedSessions, REPLACED_SESSION_MS } from "@/lib/sessions/replace";

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;

type SignedIn = { actor: Actor; token: string; pair: string; id: string };

/** Creates another session for a user, like next-auth does. */
async function signIn(user: Actor, client = { browser: "Firefox", os: "Windows", country: "DE" }): Promise<SignedIn> {
  const token = randomToken();
  const expires = new Date(Date.now() + 30 * DAY_MS);
  await createAdapter({ client }).createSession?.({ sessionToken: token, userId: user.id, expires } as never);
  const { id } = await prisma().session.findUniqueOrThrow({ where: { sessionToken: hashToken(token) } });
  return { actor: { ...user, session: { id, signedInAt: Date.now() } }, token, pair: `hop.session=${token}`, id };
}

const userOf = async (pair: string) => (await sessionUser(pair))?.id;
const stored = (token: string) => prisma().session.findUnique({ where: { sessionToken: hashToken(token) } });
const entries = (actorId: string) =>
  prisma().auditEntry.findMany({
    where: { actorId },
    orderBy: { id: "asc" },
    select: { action: true, subjectLabel: true, after: true },
  });

async function age(token: string, milliseconds: number): Promise<void> {
  await pool().query(
    "UPDATE sessions SET created_at = created_at - $2 * interval '1 millisecond' WHERE session_token = $1",
    [hashToken(token), milliseconds],
  );
}

describe("the lifetime of a session", () => {
  afterEach(() => jest.useRealTimers());

  test("is 30 days from sign-in, even if the session is used every day", async () => {
    const { actor, token, pair } = await signIn(await createSignedOutUser());
    const start = Date.now();
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "setTimeout", "setInterval", "queueMicrotask"] });
    for (let day = 1; day < 30; day++) {
      jest.setSystemTime(start + day * DAY_MS);
      expect([day, await userOf(pair)]).toEqual([day, actor.id]);
    }
    expect(Number((await stored(token))?.expires)).toBeLessThanOrEqual(start + 30 * DAY_MS + MINUTE_MS);
    jest.setSystemTime(start + 30 * DAY_MS + MINUTE_MS);
    expect(await userOf(pair)).toBeUndefined();
  });

  test("counts from sign-in even if a previous version extended the session", async () => {
    const { actor, token, pair } = await signIn(await createSignedOutUser());
    await age(token, 30 * DAY_MS - MINUTE_MS);
    expect(await userOf(pair)).toBe(actor.id);
    expect((await findActiveSessions([hashToken(token)])).size).toBe(1);
    await age(token, 2 * MINUTE_MS);
    expect(Number((await stored(token))?.expires)).toBeGreaterThan(Date.now());
    expect(await userOf(pair)).toBeUndefined();
    expect((await findActiveSessions([hashToken(token)])).size).toBe(0);
    expect(await listSessions(actor)).toEqual([]);
    await removeExpiredSessions(pool());
    expect(await stored(token)).toBeNull();
  });
});

test("an actor is present until their session expires, is ended, or is older than its lifetime", async () => {
  const user = await createSignedOutUser();
  const [expired, ended, old] = [await signIn(user), await signIn(user), await signIn(user)];
  for (const { actor } of [expired, ended, old]) expect(await findPresentActor(actor)).toEqual(actor);
  await prisma().session.update({ where: { id: expired.id }, data: { expires: new Date() } });
  await prisma().session.delete({ where: { id: ended.id } });
  await age(old.token, 31 * DAY_MS);
  for (const { actor } of [expired, ended, old]) expect(await findPresentActor(actor)).toBeNull();
});

test("a session that is replaced ends within a minute, and one that has expired is not extended", async () => {
  const user = await createSignedOutUser();
  const [active, expired] = [await signIn(user), await signIn(user)];
  await prisma().session.update({ where: { id: expired.id }, data: { expires: new Date(Date.now() - 1_000) } });
  await endReplacedSessions([active, expired].map(({ token }) => hashToken(token)));
  expect(Number((await stored(active.token))?.expires)).toBeLessThanOrEqual(Date.now() + REPLACED_SESSION_MS);
  expect([await userOf(active.pair), await userOf(expired.pair)]).toEqual([user.id, undefined]);
});

test("a session's last use is recorded at most every five minutes", async () => {
  const { actor, token, pair } = await signIn(await createSignedOutUser());
  const seen = async () => Number((await stored(token))?.lastSeenAt);
  const setSeen = (minutesAgo: number) =>
    prisma().session.updateMany({
      where: { userId: actor.id },
      data: { lastSeenAt: new Date(Date.now() - minutesAgo * MINUTE_MS) },
    });
  await setSeen(4);
  const before = await seen();
  await userOf(pair);
  expect(await seen()).toBe(before);
  // The latter by a clock that was ahead.
  for (const minutesAgo of [6, -60]) {
    await setSeen(minutesAgo);
    await userOf(pair);
    expect(Math.abs(Date.now() - (await seen()))).toBeLessThan(MINUTE_MS);
  }
});

test("a request succeeds even if the session's last use cannot be recorded", async () => {
  const { actor, pair } = await signIn(await createSignedOutUser());
  await prisma().session.updateMany({ where: { userId: actor.id }, data: { lastSeenAt: new Date(0) } });
  await pool().query(
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'read only'; END $$; CREATE TRIGGER refuse BEFORE UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()",
  );
  try {
    expect(await userOf(pair)).toBe(actor.id);
  } finally {
    await pool().query("DROP TRIGGER refuse ON sessions");
  }
});

describe("a user's own sessions", () => {
  test("are listed with browser, system and country, the current one first, without the token's hash", async () => {
    const user = await createSignedOutUser();
    const other = await signIn(user, { browser: "Safari", os: "iOS", country: "FR" });
    const { actor } = await signIn(user);
    await signIn(await createSignedOutUser());
    await prisma().session.update({ where: { id: other.id }, data: { lastSeenAt: new Date(Date.now() + 1000) } });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    const times = { createdAt: time, lastSeenAt: time, expiresAt: time };
    expect(await listSessions(actor)).toEqual([
      { id: actor.session?.id, browser: "Firefox", os: "Windows", country: "DE", isCurrent: true, ...times },
      { id: other.id, browser: "Safari", os: "iOS", country: "FR", isCurrent: false, ...times },
    ]);
  });

  test("include those from an earlier version, which lack these details", async () => {
    const user = await createSignedOutUser();
    await pool().query(
      "INSERT INTO sessions (session_token, user_id, expires) VALUES ($1, $2, now() + interval '1 day')",
      [randomToken(), user.id],
    );
    expect(await listSessions(user)).toMatchObject([{ browser: null, os: null, country: null, isCurrent: false }]);
  });

  test("can be ended individually, which takes effect immediately and is audited", async () => {
    const user = await createSignedOutUser();
    const other = await signIn(user);
    const { actor, pair } = await signIn(user);
    expect(await endSession(actor, other.id)).toEqual({ id: other.id });
    expect([await userOf(other.pair), await userOf(pair)]).toEqual([undefined, user.id]);
    expect((await findActiveSessions([hashToken(other.token)])).size).toBe(0);
    expect((await entries(user.id)).at(-1)).toMatchObject({
      action: "session.end",
      subjectLabel: "Firefox on Windows",
    });
    await expect(endSession(actor, other.id)).rejects.toMatchObject({ code: "not_found" });
  });

  test.each(["shortcode_admin", "overall_admin"] as const)(
    "do not include another user's, even for a %s",
    async (role) => {
      const { actor } = await signIn(await createSignedOutUser({ role }));
      const foreign = await signIn(await createSignedOutUser());
      for (const id of [foreign.id, randomUUID(), "x", ""]) {
        await expect(endSession(actor, id)).rejects.toMatchObject({ code: "not_found" });
      }
      expect(await userOf(foreign.pair)).toBe(foreign.actor.id);
    },
  );

  test("can all be ended except the current one", async () => {
    const user = await createSignedOutUser();
    const others = [await signIn(user), await signIn(user)];
    const bystander = await signIn(await createSignedOutUser());
    const { actor, pair } = await signIn(user);
    expect(await endOtherSessions(actor)).toEqual({ endedCount: 2 });
    expect(await Promise.all([...others.map((one) => userOf(one.pair)), userOf(pair), userOf(bystander.pair)])).toEqual(
      [undefined, undefined, user.id, bystander.actor.id],
    );
    expect((await entries(user.id)).at(-1)).toMatchObject({ action: "session.end_others", after: { ended: 2 } });
    const before = (await entries(user.id)).length;
    expect(await endOtherSessions(actor)).toEqual({ endedCount: 0 });
    expect(await entries(user.id)).toHaveLength(before);
  });
});

describe("ending all sessions of a user", () => {
  test.each([
    ["overall_admin", "shortcode_admin", "done"],
    ["overall_admin", "group_admin", "done"],
    ["overall_admin", "overall_admin", "forbidden"],
    ["group_admin", "shortcode_admin", "forbidden"],
    ["shortcode_admin", "shortcode_admin", "forbidden"],
  ] as const)("as %s for a %s: %s", async (role, targetRole, expected) => {
    const admin = await createUser({ role });
    const user = await createSignedOutUser({ role: targetRole });
    const sessions = [await signIn(user), await signIn(user)];
    const outcome = await endSessionsOf(admin, user.id).catch(({ code }) => code);
    const isDone = expected === "done";
    expect(outcome).toEqual(isDone ? { endedCount: 2 } : expected);
    for (const { pair } of sessions) expect(await userOf(pair)).toBe(isDone ? undefined : user.id);
    expect(await entries(admin.id)).toEqual(
      isDone ? [{ action: "user.end_sessions", subjectLabel: expect.stringContaining("@"), after: { ended: 2 } }] : [],
    );
  });

  test("is forbidden for oneself and not found for an unknown user", async () => {
    const { actor, pair } = await signIn(await createSignedOutUser({ role: "overall_admin" }));
    await expect(endSessionsOf(actor, actor.id)).rejects.toMatchObject({ code: "forbidden" });
    await expect(endSessionsOf(actor, randomUUID())).rejects.toMatchObject({ code: "not_found" });
    expect(await userOf(pair)).toBe(actor.id);
  });
});
