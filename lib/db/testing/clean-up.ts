import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/lib/db/generated/client";
import { asyncCommitPool, closePool, pool } from "@/lib/db/pool";
import { copyTemplate } from "@/lib/db/testing/databases";
import { countTimeout } from "@/lib/stats/in-time";

/** Longer than a busy machine stalls. */
const TIMEOUT_MS = 60_000;

const shared = globalThis as typeof globalThis & { hopPrisma?: PrismaClient };

/** Each test file gets a fresh copy of the template. */
beforeAll(async () => {
  await copyTemplate(process.env.TEST_POSTGRES_URL ?? "", `hop_test_${process.env.JEST_WORKER_ID}`);
  for (const open of [pool(), asyncCommitPool()]) open.options.connectionTimeoutMillis = TIMEOUT_MS;
  countTimeout.ms = TIMEOUT_MS;
  // Prisma's defaults are 2 s to begin a transaction and 5 s to finish it.
  shared.hopPrisma = new PrismaClient({
    adapter: new PrismaPg(pool()),
    transactionOptions: { maxWait: TIMEOUT_MS, timeout: TIMEOUT_MS },
  });
});

afterAll(async () => {
  await closePool();
});
