import { chmodSync, existsSync, unlinkSync } from "node:fs";
import { createServer, maxHeaderSize } from "node:http";
import path from "node:path";
import next from "next";
import { closePool } from "@/lib/db/pool";
import { closeReplica, openReplica } from "@/lib/db/read-pool";
import { env } from "@/lib/env";
import { refreshStrictTransport } from "@/lib/http/strict-transport";
import { startJobs, stopJobs } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { authSecret } from "@/lib/secret";
import { storeSecretFingerprint } from "@/lib/settings/secret-fingerprint";
import { cacheStoredSettings } from "@/lib/settings/stored";
import { announceShutdown } from "@/lib/shutdown";
import { answerRequests } from "@/server/app/answer-requests";
import { createPageGuard } from "@/server/app/page-guard";
import { makePrivateFolder } from "@/server/data-dir/private-folder";
import { appSocketPath } from "@/server/front/app-socket";
import { mailSamples } from "@/server/metrics/mail-samples";
import { processSamples } from "@/server/metrics/process-samples";
import { replicaSamples } from "@/server/metrics/replica-samples";
import { assertOwnSessions } from "@/server/postgres/transaction-pooler";
import { runRole } from "@/server/processes/role";
import { StartError } from "@/server/processes/start-error";

/** Codes of bind(2), for example on SMB and exFAT. */
const NO_SOCKETS = ["ENOTSUP", "EOPNOTSUPP", "EPERM"];

await runRole(async () => {
  const { DATABASE_URL, NODE_ENV } = env();
  if (!DATABASE_URL) throw new StartError("DATABASE_URL must be set to run the app alone.");
  // Fails early if the secret's file is invalid.
  authSecret();
  // The supervisor checks this once for its roles.
  if (!process.send) await assertOwnSessions(DATABASE_URL);

  const isDevelopment = NODE_ENV === "development";
  const app = next({ dev: isDevelopment, dir: process.cwd() });
  openReplica();
  const stopKeepingSettings = cacheStoredSettings(DATABASE_URL);
  // If this fails, the first call that needs the queue opens it.
  const openingQueue = startJobs().catch((error: unknown) => log.warn({ err: error }, "failed to open the job queue"));
  // The start does not wait for it.
  void storeSecretFingerprint();
  await Promise.all([app.prepare(), openingQueue, refreshStrictTransport()]);
  const pages = createPageGuard(DATABASE_URL);
  // The headers added by the front may make a request longer than the front itself accepts.
  const options = { maxHeaderSize: 2 * maxHeaderSize };
  const server = createServer(options, answerRequests(app.getRequestHandler(), pages, isDevelopment));
  // The front reuses connections and could write to one that is closing.
  server.keepAliveTimeout = 0;
  if (isDevelopment) server.on("upgrade", app.getUpgradeHandler());

  const socket = appSocketPath();
  makePrivateFolder(path.dirname(socket));
  if (existsSync(socket)) unlinkSync(socket);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(toStartError(error, socket)));
    server.listen(socket, resolve);
  });
  chmodSync(socket, 0o600);

  return {
    samples: () => [...processSamples(), ...mailSamples(), ...replicaSamples()],
    stop: async () => {
      announceShutdown();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 3_000).unref();
      await closed;
      await stopJobs();
      await stopKeepingSettings();
      await pages.close();
      closeReplica();
      await closePool();
    },
  };
});

function toStartError(error: NodeJS.ErrnoException, socket: string): Error {
  if (!NO_SOCKETS.includes(error.code ?? "")) return error;
  return new StartError(
    `DATA_DIR: ${path.dirname(socket)} is on a file system without Unix sockets (${error.code}): set DATA_DIR to a folder on a local disk.`,
  );
}
