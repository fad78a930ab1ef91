import { assertCountryDatabase } from "@/lib/clicks/country";
import { env } from "@/lib/env";
import { authSecret } from "@/lib/secret";
import { hopVersion } from "@/lib/version";
import { runForOperator } from "@/server/command";
import { prepareDatabase } from "@/server/postgres/prepare-database";
import { startLog } from "@/server/processes/process-output";
import { listenForShutdown } from "@/server/processes/shutdown";
import type { CheckMessage } from "@/server/supervisor/check-program";

// Runs the new build in a separate process before a reload, and does what a start does before it starts the roles. The
// supervisor holds the data folder and the database.

/** Shorter than at a start: the old version runs in the meantime, and the operator waits. */
const LOCK_WAIT_MS = 60_000;

const tell = (message: CheckMessage) => process.send?.(message);

await runForOperator(
  async () => {
    startLog({ isSupervised: true });
    const shutdown = listenForShutdown();
    shutdown.addEventListener("abort", () => process.exit(1));
    process.on("disconnect", () => process.exit(1));
    const { ADMIN_EMAIL, BASE_URL, DATABASE_URL = "", HOP_EMBEDDED_POSTGRES, WEB_CONCURRENCY } = env();
    tell({ type: "checking" });
    authSecret();
    await assertCountryDatabase();
    const hasOwnSessions = HOP_EMBEDDED_POSTGRES === "yes";
    const options = { adminEmail: ADMIN_EMAIL, baseUrl: BASE_URL, hasOwnSessions, lockWaitMs: LOCK_WAIT_MS };
    const { applied } = await prepareDatabase(DATABASE_URL, options);
    tell({ type: "checked", version: hopVersion(), webConcurrency: WEB_CONCURRENCY, applied });
  },
  (lines) => tell({ type: "refused", lines }),
);
process.disconnect?.();
