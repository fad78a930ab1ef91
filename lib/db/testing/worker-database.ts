import { withDatabase } from "@/lib/db/testing/databases";

/** Points the environment at this worker's database before any module reads it. `clean-up.ts` creates the database. */
const serverUrl = process.env.TEST_POSTGRES_URL;
if (!serverUrl) throw new Error("Database tests require Jest's global setup");
process.env.DATABASE_URL = withDatabase(serverUrl, `hop_test_${process.env.JEST_WORKER_ID}`);
process.env.DATA_DIR = process.env.TEST_DATA_DIR;
process.env.LOG_LEVEL = "silent";
process.env.AUTH_SECRET = "a secret of the tests, which is long enough";
