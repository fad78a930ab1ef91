import { withDatabase } from "@/lib/db/testing/databases";

/** Before any module reads the environment: this worker's own database. `clean-up.ts` makes it. */
const serverUrl = process.env.TEST_POSTGRES_URL;
if (!serverUrl) throw new Error("The database tests are started with their global setup");
process.env.DATABASE_URL = withDatabase(serverUrl, `hop_test_${process.env.JEST_WORKER_ID}`);
process.env.DATA_DIR = process.env.TEST_DATA_DIR;
process.env.LOG_LEVEL = "silent";
process.env.AUTH_SECRET = "a secret of the tests, which is long enough";
