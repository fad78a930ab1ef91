import { removeOldEntries } from "@/lib/audit/retention";
import { removeExpiredCounters, removeExpiredLinks, removeExpiredSessions } from "@/lib/auth/clean-up";
import { sendInvitation } from "@/lib/auth/send-invitation";
import { createFirstAdminLink, sendSignInLink } from "@/lib/auth/send-link";
import { convertClicks } from "@/lib/clicks/convert-clicks";
import { countUsers } from "@/lib/clicks/count-users";
import { assertCountryDatabase } from "@/lib/clicks/country";
import { dropOldPartitions, makePartitionsAhead } from "@/lib/clicks/partitions";
import { removeOldRejectedClicks } from "@/lib/clicks/rejected";
import { removeUnusedTexts } from "@/lib/clicks/remove-values";
import { spoolFolder } from "@/lib/clicks/spool";
import { removeOldSalts } from "@/lib/clicks/visitor-salts";
import { forgetOldVisitors } from "@/lib/clicks/visitors";
import { runBackgroundMigrations } from "@/lib/db/background-migrations";
import { closePool, pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { removeUnlinkedHosts } from "@/lib/favicons/remove-unlinked";
import { areFaviconsOn } from "@/lib/favicons/switch";
import { type LookUp, runFaviconWorker } from "@/lib/favicons/worker";
import { logTimedOutJobs, stopJobs, work } from "@/lib/jobs/queue";
import { workQueues } from "@/lib/jobs/work-queues";
import { log } from "@/lib/log";
import { deleteExpiredResponses } from "@/lib/public-api/idempotency";
import { removeUnusedLogos } from "@/lib/qr/designs/remove-unused-logos";
import { removeExpiredQrFiles } from "@/lib/qr/files/files";
import { runQrFileWorker } from "@/lib/qr/files/make-files";
import { runScheduledBackups } from "@/lib/schedule/run";
import { authSecret } from "@/lib/secret";
import { checkCountedZone } from "@/lib/settings/counted-zone";
import { resealSettings } from "@/lib/settings/reseal";
import { storeSecretFingerprint } from "@/lib/settings/secret-fingerprint";
import { cacheStoredSettings } from "@/lib/settings/stored";
import { mailSummary } from "@/lib/summaries/mail";
import { runSummaryQueue } from "@/lib/summaries/queue-due";
import { removeOldUnknownCodes } from "@/lib/urls/unknown-codes";
import { mailAddressAdded, mailAddressChanged } from "@/lib/users/mail-address-change";
import { mailAlert } from "@/lib/users/mail-alert";
import { mailLimitIncrease } from "@/lib/users/mail-limit-increase";
import { processSamples } from "@/server/metrics/process-samples";
import { workerSamples } from "@/server/metrics/worker-samples";
import { assertOwnSessions } from "@/server/postgres/transaction-pooler";
import { runRole } from "@/server/processes/role";
import { StartError } from "@/server/processes/start-error";
import { createAlerts } from "@/server/worker/alerts";
import { startDrain } from "@/server/worker/drain";
import { createMaintenance, type DatabaseStep, limitLockWaits, repeatMaintenance } from "@/server/worker/maintenance";

/** Image decoders are loaded on demand. */
const lookUpIcon: LookUp = async (origin) => (await import("@/lib/favicons/look-up")).lookUpIcon(origin);

/** Re-encryption is first, since mail may be waiting for it; then privacy-related steps. */
const STEPS: DatabaseStep[] = [
  { name: "re-encrypt settings", run: resealSettings },
  { name: "remove old salts", run: removeOldSalts },
  { name: "remove old visitors", run: (limited) => forgetOldVisitors(limited) },
  {
    name: "remove clicks past retention",
    run: (limited) => dropOldPartitions(limited, env().CLICK_RETENTION_DAYS),
    needsSteadyClock: true,
  },
  { name: "remove user agents and referrers of removed clicks", run: removeUnusedTexts },
  { name: "remove old rejected clicks", run: removeOldRejectedClicks, needsSteadyClock: true },
  {
    name: "remove audit entries past retention",
    run: (limited, stopping) => removeOldEntries(limited, env().AUDIT_RETENTION_DAYS, { stopping }),
    needsSteadyClock: true,
  },
  { name: "create partitions ahead", run: (limited) => makePartitionsAhead(limited) },
  { name: "remove expired sessions", run: removeExpiredSessions },
  { name: "remove expired sign-in links", run: removeExpiredLinks },
  { name: "remove expired counters", run: removeExpiredCounters },
  { name: "remove unused logos", run: removeUnusedLogos },
  { name: "remove hosts without links", run: removeUnlinkedHosts },
  { name: "remove old unknown codes", run: removeOldUnknownCodes, needsSteadyClock: true },
  { name: "remove expired QR files", run: (limited) => removeExpiredQrFiles(limited) },
  { name: "remove old idempotency keys", run: deleteExpiredResponses },
  { name: "mail administrators about problems", run: createAlerts() },
];
const maintain = createMaintenance(STEPS.map((step) => limitLockWaits(step)));

await runRole(async () => {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new StartError("DATABASE_URL must be set to run the worker alone.");
  // Fails early if the secret's file is invalid.
  authSecret();
  // The supervisor checks these once, so that a file removed later does not prevent restarts.
  if (!process.send) {
    await assertCountryDatabase();
    await assertOwnSessions(DATABASE_URL);
  }
  const spool = spoolFolder(env().DATA_DIR);
  const drain = startDrain(spool);
  const stopKeepingSettings = cacheStoredSettings(DATABASE_URL);
  await storeSecretFingerprint();
  await checkCountedZone();
  const stopping = new AbortController();
  const queues = workQueues(
    [
      () => work("sign-in-link", sendSignInLink),
      () => work("limit-increase-request", mailLimitIncrease),
      () => work("address-changed", mailAddressChanged),
      () => work("address-added", mailAddressAdded),
      () => work("invitation", sendInvitation),
      () => work("summary", mailSummary),
      () => work("alert", mailAlert),
      logTimedOutJobs,
    ],
    stopping.signal,
  );
  const favicons = areFaviconsOn() ? runFaviconWorker(lookUpIcon, stopping.signal) : undefined;
  const migrations = runBackgroundMigrations(pool(), [countUsers(), convertClicks(pool())], stopping.signal);
  const summaries = runSummaryQueue(stopping.signal);
  const qrFiles = runQrFileWorker(stopping.signal);
  const backups = runScheduledBackups(stopping.signal);
  const maintained = repeatMaintenance(maintain, stopping.signal);
  return {
    // Only the supervisor prints it.
    signInLink: process.send ? await findFirstLink() : undefined,
    samples: async () => [...processSamples(), ...(await workerSamples(spool))],
    stop: async () => {
      stopping.abort();
      await queues;
      // It queues jobs, so it must end before the queue is stopped.
      await summaries;
      await stopJobs();
      await Promise.all([favicons, maintained(), migrations, backups]);
      await drain.stop();
      // Awaited after the clicks, since it may still be rendering codes.
      await qrFiles;
      await stopKeepingSettings();
      await closePool();
    },
  };
});

/** The first administrator's link, for the banner. The worker starts even if this fails. */
async function findFirstLink(): Promise<{ email: string; link: string } | undefined> {
  try {
    return (await createFirstAdminLink()) ?? undefined;
  } catch (error) {
    log.error({ err: error }, "failed to create the banner's sign-in link");
    return undefined;
  }
}
