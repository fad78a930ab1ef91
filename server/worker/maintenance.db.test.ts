import { removeExpiredLinks, removeExpiredSessions } from "@/lib/auth/clean-up";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createSignedOutUser } from "@/lib/db/testing/fixtures";
import { log } from "@/lib/log";
import { createMaintenance, limitLockWaits } from "@/server/worker/maintenance";

const HELD = "SELECT FROM sessions FOR UPDATE";

test("a step that waits for somebody's idle transaction is given up, the log names that, and later steps run", async () => {
  const expires = new Date(Date.now() - 1_000);
  const { id: userId } = await createSignedOutUser();
  await prisma().session.create({ data: { userId, expires, sessionToken: "token" } });
  await prisma().verificationToken.create({ data: { identifier: "ann@example.com", expires, token: "token" } });
  const holder = await pool().connect();
  await holder.query("BEGIN");
  await holder.query(HELD);
  const [warned, failed] = [jest.spyOn(log, "warn").mockReturnValue(), jest.spyOn(log, "error").mockReturnValue()];
  const steps = [
    { name: "remove expired sessions", run: removeExpiredSessions },
    { name: "remove expired sign-in links", run: removeExpiredLinks },
  ];
  const maintain = createMaintenance(steps.map((step) => limitLockWaits(step, 500)));
  await maintain(new AbortController().signal);
  const left = await prisma().verificationToken.count();
  await holder.query("ROLLBACK");
  holder.release();
  const blocker = expect.objectContaining({ state: "idle in transaction", query: HELD });
  expect(warned.mock.calls[0]).toEqual([
    { what: "remove expired sessions", blocker },
    "waiting for a lock in the database",
  ]);
  expect(failed.mock.calls).toEqual([
    [{ step: "remove expired sessions", err: expect.objectContaining({ code: "55P03" }) }, "maintenance step failed"],
  ]);
  expect(left).toBe(0);
  await maintain(new AbortController().signal);
  expect(await prisma().session.count()).toBe(0);
});
