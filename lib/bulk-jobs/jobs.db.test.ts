import { v7 as uuidv7 } from "uuid";
import { cancelBulkJob } from "@/lib/bulk-jobs/cancel";
import { removeOldBulkJobs } from "@/lib/bulk-jobs/clean-up";
import { claimJob, LEASE_SECONDS } from "@/lib/bulk-jobs/lease";
import { getBulkJob, listBulkJobs } from "@/lib/bulk-jobs/queries";
import { type BulkWork, runBulkJobs } from "@/lib/bulk-jobs/run";
import { startBulkJob } from "@/lib/bulk-jobs/start";
import type { BulkJobState } from "@/lib/bulk-jobs/types";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import type { Actor } from "@/lib/users/types";

jest.setTimeout(30_000);

const KIND = "regenerate-qr";

let admin: Actor;
beforeAll(async () => {
  admin = await createUser({ role: "overall_admin" });
  await pool().query("CREATE TABLE done (url_id uuid, worker text)");
});
beforeEach(async () => {
  await pool().query("TRUNCATE done, bulk_jobs, short_urls CASCADE");
});

async function insertLinks(
  count: number,
  fields: { status?: "deleted"; qrGeneratedAt?: null } = {},
): Promise<string[]> {
  const links = Array.from({ length: count }, () => ({
    id: uuidv7(),
    shortCode: unique("job"),
    originalUrl: "https://example.com/",
    createdById: admin.id,
    qrGeneratedAt: new Date(0),
    createdAt: new Date(Date.now() - 1_000),
    ...fields,
  }));
  await prisma().shortUrl.createMany({ data: links });
  return links.map(({ id }) => id);
}

/** Writes down each link that it does, in the transaction of its batch. */
function recording(worker: string, overrides: Partial<BulkWork> = {}): BulkWork {
  return {
    batchSize: 7,
    prepare: async (links) => ({
      failures: [],
      write: async (client) => {
        const ids = links.map(({ id }) => id);
        await client.query("INSERT INTO done SELECT id, $2 FROM unnest($1::uuid[]) AS id", [ids, worker]);
      },
    }),
    ...overrides,
  };
}

/** A worker, until it is told to end. */
function startWorker(work: BulkWork): () => Promise<void> {
  const stopping = new AbortController();
  const running = runBulkJobs({ [KIND]: work }, stopping.signal);
  return async () => {
    stopping.abort();
    await running;
  };
}

async function until(id: string, state: BulkJobState): Promise<void> {
  const deadline = Date.now() + 20_000;
  while ((await getBulkJob(admin, id)).state !== state) {
    if (Date.now() > deadline) throw new Error(`never ${state}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function doneLinks(): Promise<string[]> {
  const { rows } = await pool().query<{ url_id: string }>("SELECT url_id FROM done ORDER BY url_id");
  return rows.map(({ url_id }) => url_id);
}

test("only an overall_admin starts, sees and cancels jobs", async () => {
  const job = await startBulkJob(admin, KIND);
  for (const role of ["shortcode_admin", "group_admin"] as const) {
    const actor = await createUser({ role });
    await expect(startBulkJob(actor, KIND)).rejects.toMatchObject({ code: "forbidden" });
    await expect(listBulkJobs(actor)).rejects.toMatchObject({ code: "forbidden" });
    await expect(getBulkJob(actor, job.id)).rejects.toMatchObject({ code: "forbidden" });
    await expect(cancelBulkJob(actor, job.id)).rejects.toMatchObject({ code: "forbidden" });
  }
  await expect(getBulkJob(admin, uuidv7())).rejects.toMatchObject({ code: "not_found" });
  await expect(getBulkJob(admin, "1")).rejects.toMatchObject({ code: "not_found" });
});

test("every link that has a QR code is done once, and the job tells how many", async () => {
  const links = await insertLinks(30);
  await insertLinks(3, { status: "deleted" });
  await insertLinks(3, { qrGeneratedAt: null });
  const job = await startBulkJob(admin, KIND);
  expect(job).toMatchObject({ kind: KIND, state: "waiting", totalUrls: 30, updatedCount: 0, startedBy: admin.label });
  const stop = startWorker(recording("a"));
  await until(job.id, "done");
  await stop();
  expect(await doneLinks()).toEqual(links.sort());
  expect(await getBulkJob(admin, job.id)).toMatchObject({
    totalUrls: 30,
    updatedCount: 30,
    failedCount: 0,
    finishedAt: expect.any(String),
    error: null,
  });
  expect((await listBulkJobs(admin)).map(({ id }) => id)).toEqual([job.id]);
});

test("while one runs, however many start another are given that one", async () => {
  const jobs = await Promise.all(Array.from({ length: 8 }, () => startBulkJob(admin, KIND)));
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(1);
  const other = await startBulkJob(admin, "refresh-favicons");
  expect(other.id).not.toBe(jobs[0]?.id);
  const entries = await prisma().auditEntry.findMany({ where: { action: "bulk_job.start", subjectId: jobs[0]?.id } });
  expect(entries).toEqual([expect.objectContaining({ actorId: admin.id, subjectLabel: "Regenerate QR codes" })]);
  await cancelBulkJob(admin, jobs[0]?.id ?? "");
  expect((await startBulkJob(admin, KIND)).id).not.toBe(jobs[0]?.id);
});

test("several workers do a job once between them, one at a time", async () => {
  const links = await insertLinks(60);
  const job = await startBulkJob(admin, KIND);
  const stops = ["a", "b", "c"].map((name) => startWorker(recording(name)));
  await until(job.id, "done");
  await Promise.all(stops.map((stop) => stop()));
  expect(await doneLinks()).toEqual(links.sort());
  const { rows } = await pool().query("SELECT DISTINCT worker FROM done");
  expect(rows).toHaveLength(1);
});

test("a worker that ends in order hands the job on at once, from where it was", async () => {
  const links = await insertLinks(40);
  const job = await startBulkJob(admin, KIND);
  const slow = recording("slow", {
    prepare: async (...input) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return recording("slow").prepare(...input);
    },
  });
  const stop = startWorker(slow);
  while ((await getBulkJob(admin, job.id)).updatedCount === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await stop();
  const { updatedCount, state } = await getBulkJob(admin, job.id);
  expect(state).toBe("running");
  expect(updatedCount).toBeLessThan(40);
  expect((await doneLinks()).length).toBe(updatedCount);
  const { rows } = await pool().query("SELECT FROM bulk_jobs WHERE lease_until > now()");
  expect(rows).toEqual([]);
  const stopOther = startWorker(recording("other"));
  await until(job.id, "done");
  await stopOther();
  expect(await doneLinks()).toEqual(links.sort());
});

test("a worker that was taken for dead writes nothing when it wakes up", async () => {
  const links = await insertLinks(21);
  const job = await startBulkJob(admin, KIND);
  let wakeUp: () => void = () => undefined;
  const asleep = new Promise<void>((resolve) => {
    wakeUp = resolve;
  });
  const sleeping = recording("sleeper", {
    prepare: async (...input) => {
      await asleep;
      return recording("sleeper").prepare(...input);
    },
  });
  const stopSleeper = startWorker(sleeping);
  await until(job.id, "running");
  // Asleep as a whole: no sign of life comes either.
  await pool().query("UPDATE bulk_jobs SET lease_until = now() - interval '1 second', worker_id = gen_random_uuid()");
  const stop = startWorker(recording("heir"));
  await until(job.id, "done");
  await stop();
  wakeUp();
  await stopSleeper();
  expect(await doneLinks()).toEqual(links.sort());
  expect((await pool().query("SELECT DISTINCT worker FROM done")).rows).toEqual([{ worker: "heir" }]);
});

test("the job of a worker that died is gone on with within seconds", async () => {
  const links = await insertLinks(10);
  const job = await startBulkJob(admin, KIND);
  const began = Date.now();
  expect(await claimJob(KIND, uuidv7())).toMatchObject({ id: job.id });
  const stop = startWorker(recording("heir"));
  await until(job.id, "done");
  await stop();
  // The lease, the time between two looks, and as much again for a machine that is busy.
  expect(Date.now() - began).toBeLessThan(8_000);
  expect(await doneLinks()).toEqual(links.sort());
});

test("nobody takes a job from a worker that lives, however long a batch takes", async () => {
  const links = await insertLinks(5);
  const job = await startBulkJob(admin, KIND);
  let batches = 0;
  const slow = recording("slow", {
    prepare: async (...input) => {
      batches += 1;
      await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_SECONDS * 1000));
      return recording("slow").prepare(...input);
    },
  });
  const stops = [startWorker(slow), startWorker(slow)];
  await until(job.id, "done");
  await Promise.all(stops.map((stop) => stop()));
  expect(batches).toBe(1);
  expect(await doneLinks()).toEqual(links.sort());
});

test("a cancelled job does no more links, and stays cancelled", async () => {
  await insertLinks(40);
  const job = await startBulkJob(admin, KIND);
  let batches = 0;
  const stop = startWorker(
    recording("a", {
      prepare: async (...input) => {
        if (++batches === 3) await cancelBulkJob(admin, job.id);
        return recording("a").prepare(...input);
      },
    }),
  );
  await until(job.id, "cancelled");
  await stop();
  expect(await doneLinks()).toHaveLength(14);
  const cancelled = await cancelBulkJob(admin, job.id);
  expect(cancelled).toMatchObject({ state: "cancelled", updatedCount: 14, totalUrls: 40 });
  expect(await prisma().auditEntry.count({ where: { action: "bulk_job.cancel", subjectId: job.id } })).toBe(1);
});

test("links that fail are counted and named, a hundred of them", async () => {
  const links = await insertLinks(150);
  const job = await startBulkJob(admin, KIND);
  const stop = startWorker(
    recording("a", {
      batchSize: 40,
      prepare: async (batch) => ({
        failures: batch.map(({ id, shortCode }) => ({ urlId: id, shortCode, reason: "No icon" })),
      }),
    }),
  );
  await until(job.id, "done");
  await stop();
  const { failures, ...rest } = await getBulkJob(admin, job.id);
  expect(rest).toMatchObject({ totalUrls: 150, updatedCount: 0, failedCount: 150 });
  expect(failures.map(({ urlId }) => urlId)).toEqual(links.sort().slice(0, 100));
  expect(failures[0]?.reason).toBe("No icon");
});

test("a batch that fails is tried again; one that always fails ends the job with a word", async () => {
  const links = await insertLinks(10);
  const job = await startBulkJob(admin, KIND);
  let tries = 0;
  const flaky = recording("a", {
    prepare: async (...input) => {
      if (++tries === 1) throw new Error("a secret of the machine");
      return recording("a").prepare(...input);
    },
  });
  const stop = startWorker(flaky);
  await until(job.id, "done");
  await stop();
  expect(await doneLinks()).toEqual(links.sort());

  const next = await startBulkJob(admin, KIND);
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(await claimJob(KIND, uuidv7())).toMatchObject({ id: next.id });
    await pool().query("UPDATE bulk_jobs SET lease_until = now() - interval '1 second'");
  }
  expect(await claimJob(KIND, uuidv7())).toBeNull();
  expect(await getBulkJob(admin, next.id)).toMatchObject({
    state: "failed",
    error: "The job stopped after several errors. The log of the worker has the details.",
  });
});

test("jobs that ended long ago go, those that run stay", async () => {
  const old = await startBulkJob(admin, KIND);
  await pool().query("UPDATE bulk_jobs SET state = 'done', finished_at = now() - interval '91 days'");
  const running = await startBulkJob(admin, KIND);
  await removeOldBulkJobs();
  expect((await listBulkJobs(admin)).map(({ id }) => id)).toEqual([running.id]);
  expect(old.id).not.toBe(running.id);
});
