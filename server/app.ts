import { chmodSync, existsSync, unlinkSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import next from "next";
import { authSecret } from "@/lib/auth/secret";
import { closePool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { refreshStrictTransport, strictTransport } from "@/lib/http/strict-transport";
import { startJobs, stopJobs } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { keepStoredSettings } from "@/lib/settings/stored";
import { announceShutdown } from "@/lib/shutdown";
import { appSocketPath } from "@/server/app-socket";
import { giveBuiltConfig } from "@/server/built-config";
import { createPageGuard } from "@/server/page-guard";
import { makePrivateFolder } from "@/server/private-folder";
import { answerPublicCall } from "@/server/public-api";
import { refuse } from "@/server/refusal";
import { runRole, StartError } from "@/server/role";
import { findUnreadableState } from "@/server/router-state";

await runRole(async () => {
  const { DATABASE_URL, NODE_ENV } = env();
  if (!DATABASE_URL) throw new StartError("DATABASE_URL must be set to run the app alone.");
  // Without one there is nothing to start for: a bad file is said at once.
  authSecret();

  const isDevelopment = NODE_ENV === "development";
  if (!isDevelopment) giveBuiltConfig();
  const app = next({ dev: isDevelopment, dir: process.cwd() });
  const stopKeepingSettings = keepStoredSettings(DATABASE_URL);
  // A queue that cannot be opened now is opened by the first call that needs it.
  const openingQueue = startJobs().catch((error: unknown) => log.error({ err: error }, "job queue not opened"));
  await Promise.all([app.prepare(), openingQueue, refreshStrictTransport()]);
  const handle = app.getRequestHandler();
  const pages = createPageGuard(DATABASE_URL);
  const server = createServer((request, response) => {
    const hsts = strictTransport();
    if (hsts) response.setHeader("Strict-Transport-Security", hsts);
    const refusal = findUnreadableState(request);
    if (refusal) refuse(request, response, refusal);
    else if (isDevelopment || !answerPublicCall(request, response)) {
      void pages.refuse(request, response).then((isRefused) => (isRefused ? undefined : handle(request, response)));
    }
  });
  // The front keeps connections open and would write into one that closes.
  server.keepAliveTimeout = 0;
  if (isDevelopment) server.on("upgrade", app.getUpgradeHandler());

  const socket = appSocketPath();
  if (process.platform !== "win32") makePrivateFolder(path.dirname(socket));
  if (existsSync(socket)) unlinkSync(socket);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, resolve);
  });
  if (process.platform !== "win32") chmodSync(socket, 0o600);

  return {
    stop: async () => {
      announceShutdown();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 3_000).unref();
      await closed;
      await stopJobs();
      await stopKeepingSettings();
      await pages.close();
      await closePool();
    },
  };
});
