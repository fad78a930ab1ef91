import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { removeExpired } from "@/lib/auth/clean-up";
import { authSecret } from "@/lib/auth/secret";
import { createFirstAdminLink, sendSignInLink } from "@/lib/auth/send-link";
import { removeOldBulkJobs } from "@/lib/bulk-jobs/clean-up";
import { endJobs } from "@/lib/bulk-jobs/end-jobs";
import { runBulkJobs } from "@/lib/bulk-jobs/run";
import { assertCountryDatabase } from "@/lib/clicks/country";
import { drainSpool } from "@/lib/clicks/drain";
import { dropOldPartitions, makePartitionsAhead } from "@/lib/clicks/partitions";
import { removeOldRejectedClicks } from "@/lib/clicks/rejected";
import { removeOldSalts } from "@/lib/clicks/visitor-salts";
import { forgetOldVisitors } from "@/lib/clicks/visitors";
import { closePool, pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { keepFavicons, type LookUp } from "@/lib/favicons/keep";
import { refreshFavicons } from "@/lib/favicons/refresh";
import { areFaviconsOn, FAVICONS_OFF } from "@/lib/favicons/switch";
import { stopJobs, work } from "@/lib/jobs/queue";
import { workQueues } from "@/lib/jobs/work-queues";
import { log } from "@/lib/log";
import { type MaintenanceStep, runMaintenance } from "@/lib/maintenance";
import { removeOldAnswers } from "@/lib/public-api/idempotency";
import { regenerateQr } from "@/lib/qr/regenerate";
import { createQrThreads } from "@/lib/qr/threads";
import { spoolFolder } from "@/lib/redirect/redirector";
import { resealSettings } from "@/lib/settings/reseal";
import { keepStoredSettings } from "@/lib/settings/stored";
import { mailAddressAdded, mailAddressChanged } from "@/lib/users/mail-address-change";
import { mailLimitIncrease } from "@/lib/users/mail-limit-increase";
import { runRole, StartError } from "@/server/role";

/** A click is to be seen within two seconds of the visit. */
const DRAIN_INTERVAL_MS = 250;
/** A database that comes back is noticed within a second (promise B6). */
const LONGEST_BACKOFF_MS = 750;
const MAINTENANCE_INTERVAL_MS = 60 * 60 * 1000;

/** The decoders of pictures are loaded with the first icon. */
const lookUpIcon: LookUp = async (origin) => (await import("@/lib/favicons/look-up")).lookUpIcon(origin);

/** What privacy asks for comes first. */
const MAINTENANCE: readonly MaintenanceStep[] = [
  { name: "remove old salts", run: () => removeOldSalts(pool()) },
  { name: "remove old visitors", run: () => forgetOldVisitors() },
  { name: "remove clicks past retention", run: () => dropOldPartitions(pool(), env().CLICK_RETENTION_DAYS) },
  { name: "remove old rejected clicks", run: () => removeOldRejectedClicks(pool()) },
  { name: "create partitions ahead", run: () => makePartitionsAhead(pool()) },
  { name: "remove expired sessions, links and counters", run: () => removeExpired() },
  { name: "remove old idempotency keys", run: () => removeOldAnswers() },
  { name: "remove old bulk jobs", run: () => removeOldBulkJobs() },
];

// Few of the worker's queries are Prisma's, whose WebAssembly takes 70 MB to optimise (decision 0101).
setFlagsFromString("--liftoff-only");

await runRole(async () => {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new StartError("DATABASE_URL must be set to run the worker alone.");
  // Without one there is nothing to start for: a bad file is said at once.
  authSecret();
  // Under the supervisor, which has looked, a file that is gone since stops no worker.
  if (!process.send) await assertCountryDatabase();
  const drain = startDrain(spoolFolder(env().DATA_DIR));
  const stopKeepingSettings = keepStoredSettings(DATABASE_URL);
  await resealSettings().catch((error: unknown) => log.error({ err: error }, "settings are not encrypted anew"));
  const stopping = new AbortController();
  const queues = workQueues(
    [
      () => work("sign-in-link", sendSignInLink),
      () => work("limit-increase-request", mailLimitIncrease),
      () => work("address-changed", mailAddressChanged),
      () => work("address-added", mailAddressAdded),
    ],
    stopping.signal,
  );
  if (!areFaviconsOn()) {
    await endJobs("refresh-favicons", FAVICONS_OFF).catch((error: unknown) =>
      log.error({ err: error }, "jobs not ended"),
    );
  }
  const bulkJobs = runBulkJobs(
    {
      "regenerate-qr": regenerateQr(createQrThreads(new URL("./qr-thread.mjs", import.meta.url))),
      ...(areFaviconsOn() && { "refresh-favicons": refreshFavicons(lookUpIcon) }),
    },
    stopping.signal,
  );
  const favicons = areFaviconsOn() ? keepFavicons(lookUpIcon, stopping.signal) : undefined;
  let maintenance = runMaintenance(MAINTENANCE, stopping.signal);
  const maintenanceTimer = setInterval(() => {
    maintenance = maintenance.then(() => runMaintenance(MAINTENANCE, stopping.signal));
  }, MAINTENANCE_INTERVAL_MS);
  return {
    signInLink: await findFirstLink(),
    stop: async () => {
      clearInterval(maintenanceTimer);
      stopping.abort();
      await queues;
      await stopJobs();
      await Promise.all([bulkJobs, favicons, maintenance]);
      await drain.stop();
      await stopKeepingSettings();
      await closePool();
    },
  };
});

/** For the banner. The worker does its work without one. */
async function findFirstLink(): Promise<{ email: string; link: string } | undefined> {
  try {
    return (await createFirstAdminLink()) ?? undefined;
  } catch (error) {
    log.error({ err: error }, "no sign-in link for the banner");
    return undefined;
  }
}

/** Drains the spool again and again; `stop` drains what the fronts left behind and ends. */
function startDrain(folder: string): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = (async () => {
    let pause = DRAIN_INTERVAL_MS;
    while (!stopping.signal.aborted) {
      try {
        await drainSpool(pool(), folder);
        pause = DRAIN_INTERVAL_MS;
      } catch (error) {
        log.warn({ err: error }, "clicks wait in the spool");
        pause = Math.min(pause * 2, LONGEST_BACKOFF_MS);
      }
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
      await drainSpool(pool(), folder).catch((error: unknown) => log.warn({ err: error }, "clicks stay in the spool"));
    },
  };
}
