import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { listFailedJobs } from "@/lib/failed-jobs/queries";
import { LINK_EXPIRED, retryFailedJob } from "@/lib/failed-jobs/retry";
import { enqueue, startJobs, stopJobs, work } from "@/lib/jobs/queue";
import type { Actor } from "@/lib/users/types";

jest.setTimeout(30_000);

const SECRET = "c2VjcmV0IG9mIHRoZSBicm93c2VyIGFuZCB0aGUgdG9rZW4";

let admin: Actor;
beforeAll(async () => {
  admin = await createUser({ role: "overall_admin" });
  await startJobs();
});
afterAll(stopJobs);
beforeEach(() => pool().query("DELETE FROM pgboss.job"));

/** Jobs that have one try. */
async function failAll(message: string): Promise<void> {
  await pool().query("UPDATE pgboss.job SET retry_limit = 0");
  let tries = 0;
  const fail = async () => {
    tries += 1;
    throw new Error(message);
  };
  await work("sign-in-link", fail);
  await work("limit-increase-request", fail);
  while ((await listFailedJobs(admin)).length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(tries).toBe(2);
  await stopJobs();
}

test("what was given up is told with its error and its tries, and nothing of what it carried", async () => {
  await enqueue("sign-in-link", { email: "somebody@example.com", browserHash: SECRET });
  await enqueue("limit-increase-request", { userId: admin.id });
  await failAll(`550 no <somebody@example.com> at smtp://user:secret@mail.example/x, token ${SECRET}`);

  const failed = await listFailedJobs(admin);
  expect(failed.map(({ queue, tries, canRetry }) => [queue, tries, canRetry]).sort()).toEqual([
    ["limit-increase-request", 1, true],
    ["sign-in-link", 1, false],
  ]);
  expect(failed[0]?.error).toBe("550 no [address] at [address] token [redacted]");
  expect(JSON.stringify(failed)).not.toMatch(/somebody@|secret|c2Vj/);
  for (const { createdAt, failedAt } of failed)
    expect(Date.parse(failedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));

  const link = failed.find(({ queue }) => queue === "sign-in-link");
  await expect(retryFailedJob(admin, link?.id ?? "")).rejects.toMatchObject({
    code: "conflict",
    message: LINK_EXPIRED,
  });

  const request = failed.find(({ queue }) => queue === "limit-increase-request");
  await retryFailedJob(admin, request?.id ?? "");
  await expect(retryFailedJob(admin, request?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
  const done: string[] = [];
  await work("limit-increase-request", async ({ userId }) => void done.push(userId));
  while (done.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(done).toEqual([admin.id]);
  expect((await listFailedJobs(admin)).map(({ queue }) => queue)).toEqual(["sign-in-link"]);
  const entries = await prisma().auditEntry.findMany({ where: { action: "failed_job.retry" } });
  expect(entries).toEqual([expect.objectContaining({ actorId: admin.id, subjectLabel: "limit-increase-request" })]);
});

test("only an overall_admin sees them and has them tried again", async () => {
  for (const role of ["shortcode_admin", "group_admin"] as const) {
    const actor = await createUser({ role });
    await expect(listFailedJobs(actor)).rejects.toMatchObject({ code: "forbidden" });
    await expect(retryFailedJob(actor, admin.id)).rejects.toMatchObject({ code: "forbidden" });
  }
  await expect(retryFailedJob(admin, admin.id)).rejects.toMatchObject({ code: "not_found" });
  await expect(retryFailedJob(admin, "1")).rejects.toMatchObject({ code: "not_found" });
});
