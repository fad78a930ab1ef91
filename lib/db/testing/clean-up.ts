import { closePool } from "@/lib/db/pool";
import { copyTemplate } from "@/lib/db/testing/databases";

/** Each test file gets a fresh copy of the template. */
beforeAll(async () => {
  await copyTemplate(process.env.TEST_POSTGRES_URL ?? "", `hop_test_${process.env.JEST_WORKER_ID}`);
});

afterAll(async () => {
  await closePool();
});
