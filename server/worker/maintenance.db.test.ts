import type pg from "pg";
import { removeExpiredLinks, removeExpiredSessions } from "@/lib/auth/clean-up";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createSignedOutUser } from "@/lib/db/testing/fixtures";
import { log } from "@/lib/log";
import { createMaintenance, limitLockWaits } from "@/server/worker/maintenance";

const HELD = "SELECT FROM sessions FOR UPDATE";
const MAX_MS = 500;

afterEach(() => jest.restoreAllMocks());

/** Creates a session and a sign-in link that have expired, and locks the session. */
async function holdExpiredSession(): Promise<pg.PoolClient> {
  const expires = new Date(Date.now() - 1_000);
  const { id: userId } = await createSignedOutUser();
  await prisma().session.create({ data: { userId, expires, sessionToken: userId } });
  await prisma().verificationToken.create({ data: { identifier: "ann@example.com", expires, token: userId } });
  const holder = await pool().connect();
  await holder.query("BEGIN");
  await holder.query(HELD);
  return holder;
}

/** It waits for locks longer than one statement may. */
function twice(remove: (limited: pg.Pool) => Promise<unknown>) {
  return (limited: pg.Pool) => remove(limited).catch(() => remove(limited));
}

test("a step that waits for somebody's idle transaction is given up, the log names that once, and later steps run", async () => {
  const holder = await holdExpiredSession();
  const [warned, failed] = [jest.spyOn(log, "warn").mockReturnValue(), jest.spyOn(log, "error").mockReturnValue()];
  const steps = [
    { name: "remove expired sessions", run: twice(removeExpiredSessions) },
    { name: "remove expired sign-in links", run: removeExpiredLinks },
  ];
  const maintain = createMaintenance(steps.map((step) => limitLockWaits(step, MAX_MS)));
  await maintain(new AbortController().signal);
  const left = await prisma().verificationToken.count();
  await holder.query("ROLLBACK");
  holder.release();
  const blocker = expect.objectContaining({ state: "idle in transaction", query: HELD });
  expect(warned.mock.calls).toEqual([
    [{ what: "remove expired sessions", blocker }, "waiting for a lock in the database"],
  ]);
  expect(failed.mock.calls).toEqual([
    [{ step: "remove expired sessions", err: expect.objectContaining({ code: "55P03" }) }, "maintenance step failed"],
  ]);
  expect(left).toBe(0);
  await maintain(new AbortController().signal);
  expect(await prisma().session.count()).toBe(0);
});

test("a step that waits for nobody reports nothing while other statements wait for each other, or for it", async () => {
  const holder = await holdExpiredSession();
  const warned = jest.spyOn(log, "warn").mockReturnValue();
  const waiting = [HELD, "SELECT FROM verification_tokens FOR UPDATE"];
  const run = async (limited: pg.Pool) => {
    const client = await limited.connect();
    await client.query("BEGIN; DELETE FROM verification_tokens");
    const others = waiting.map((text) => pool().query(text));
    await client.query("SELECT pg_sleep($1)", [(MAX_MS * 2) / 1_000]);
    await client.query("ROLLBACK");
    client.release();
    await holder.query("ROLLBACK");
    await Promise.all(others);
  };
  await limitLockWaits({ name: "remove expired sign-in links", run }, MAX_MS).run(new AbortController().signal);
  holder.release();
  expect(warned).not.toHaveBeenCalled();
});
