import { sendInvitation } from "@/lib/auth/send-invitation";
import { createFirstAdminLink, sendSignInLink } from "@/lib/auth/send-link";
import { runScheduledBackups } from "@/lib/backup-schedule/run";
import { convertClicks } from "@/lib/clicks/convert-clicks";
import { countUsers } from "@/lib/clicks/count-users";
import { assertCountryDatabase } from "@/lib/clicks/country";
import { spoolFolder } from "@/lib/clicks/spool";
import { runBackgroundMigrations } from "@/lib/db/background-migrations";
import { closePool, pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { areFaviconsOn } from "@/lib/favicons/switch";
import { type LookUp, runFaviconWorker } from "@/lib/favicons/worker";
import { logTimedOutJobs, stopJobs, work } from "@/lib/jobs/queue";
import type { JobData, QueueName } from "@/lib/jobs/queues";
import { workQueues } from "@/lib/jobs/work-queues";
import { log } from "@/lib/log";
import { runQrFileWorker } from "@/lib/qr/files/make-files";
import { authSecret } from "@/lib/secret";
import { checkCountedZone } from "@/lib/settings/counted-zone";
import { storeSecretFingerprint } from "@/lib/settings/secret-fingerprint";
import { cacheStoredSettings } from "@/lib/settings/stored";
import { mailSummary } from "@/lib/summaries/mail";
import { runSummaryQueue } from "@/lib/summaries/queue-due";
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
import { createMaintenance, limitLockWaits, repeatHourly } from "@/server/worker/maintenance";
import { MAINTENANCE_STEPS } from "@/server/worker/maintenance-steps";

/** Image decoders are loaded on demand. */
const lookUpIcon: LookUp = async (origin) => (await import("@/lib/favicons/look-up")).lookUpIcon(origin);

const maintain = createMaintenance(MAINTENANCE_STEPS.map((step) => limitLockWaits(step)));
const mailProblems = createAlerts();

/** What runs the jobs of each queue. */
const JOB_HANDLERS: { [N in QueueName]: (data: JobData[N], jobId: string) => Promise<void> } = {
  "sign-in-link": sendSignInLink,
  "limit-increase-request": mailLimitIncrease,
  "address-changed": mailAddressChanged,
  "address-added": mailAddressAdded,
  invitation: sendInvitation,
  summary: mailSummary,
  alert: mailAlert,
};
const QUEUE_NAMES = Object.keys(JOB_HANDLERS) as QueueName[];
const workOn = <N extends QueueName>(name: N) => work(name, JOB_HANDLERS[name]);

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
  const queues = workQueues([...QUEUE_NAMES.map((name) => () => workOn(name)), logTimedOutJobs], stopping.signal);
  const favicons = areFaviconsOn() ? runFaviconWorker(lookUpIcon, stopping.signal) : undefined;
  const migrations = runBackgroundMigrations(pool(), [countUsers(), convertClicks(pool())], stopping.signal);
  const summaries = runSummaryQueue(stopping.signal);
  const qrFiles = runQrFileWorker(stopping.signal);
  const backups = runScheduledBackups(stopping.signal);
  const maintained = repeatHourly(maintain, stopping.signal);
  // Not a step of maintenance, since it reports steps that fail or hang.
  const alerted = repeatHourly(() => mailProblems().catch(logFailedAlert), stopping.signal);
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
      await Promise.all([favicons, maintained(), alerted(), migrations, backups]);
      await drain.stop();
      // Awaited after the clicks, since it may still be rendering codes.
      await qrFiles;
      await stopKeepingSettings();
      await closePool();
    },
  };
});

function logFailedAlert(error: unknown): void {
  log.error({ err: error }, "failed to mail administrators about problems");
}

/** The first administrator's link, for the banner. The worker starts even if this fails. */
async function findFirstLink(): Promise<{ email: string; link: string } | undefined> {
  try {
    return (await createFirstAdminLink()) ?? undefined;
  } catch (error) {
    log.error({ err: error }, "failed to create the banner's sign-in link");
    return undefined;
  }
}
