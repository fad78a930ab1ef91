import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { hopVersion } from "@/lib/version";
import { keepFolders, recordFolder } from "@/server/data-dir/lock";
import { appSocketPath } from "@/server/front/app-socket";
import { watchEventLoop } from "@/server/metrics/process-samples";
import type { Sample } from "@/server/metrics/sample";
import { supervisorSamples } from "@/server/metrics/supervisor-samples";
import type { Prepared } from "@/server/prepare";
import { expectHeartbeat, forgetHeartbeat, WATCHED_ROLES } from "@/server/processes/heartbeat";
import { logLifecycle } from "@/server/processes/process-output";
import type { Program } from "@/server/processes/role-process";
import { untilShutdown } from "@/server/processes/shutdown";
import { StartError } from "@/server/processes/start-error";
import { printBanner } from "@/server/supervisor/banner";
import { checkProgram, reloadedEnvironment } from "@/server/supervisor/check-program";
import { serveControl } from "@/server/supervisor/control";
import { createGeneration, type Generation } from "@/server/supervisor/generation";
import { probeApp } from "@/server/supervisor/probe-app";
import { createReloader } from "@/server/supervisor/reload";

/**
 * Runs the three roles until shutdown, restarts those that die, and replaces all of them on a reload. Then stops them
 * in order, and exits.
 *
 * @throws StartError when a role reports at its first start that it cannot run
 */
export async function supervise(prepared: Prepared, shutdown: AbortSignal): Promise<void> {
  const { variables, stop: stopPrepared, postgres } = prepared;
  const dataDir = variables.DATA_DIR ?? env().DATA_DIR;
  let onFatal: (error: Error) => void = () => undefined;
  const fatal = new Promise<Error>((resolve) => {
    onFatal = resolve;
  });
  const program: Program = {
    folder: process.cwd(),
    environment: { ...process.env, ...variables },
    webConcurrency: env().WEB_CONCURRENCY,
    version: hopVersion(),
  };
  let current = createGeneration(program, {
    isTrial: false,
    onFatal: (message) => onFatal(new StartError(message)),
  });
  const reloader = reloaderOf(current, dataDir, (next) => {
    current = next;
  });
  for (const role of WATCHED_ROLES) expectHeartbeat(dataDir, role);
  if (!shutdown.aborted) {
    void reloader.start().then(() => {
      const signInLink = current.signInLink();
      printBanner(env(), { signInLink, postgres, nodeVersion: process.versions.node });
    });
  }
  // The reloader has logged the reason.
  process.on("SIGUSR2", () => void reloader.reload().catch(() => undefined));
  const stopControl = serveControl((folder) => reloader.reload(folder));
  const samples = async () => [...supervisorSamples(postgres), ...(await current.samples())];
  const databaseUrl = () => current.program.environment.DATABASE_URL ?? "";
  void serveMetrics(databaseUrl, dataDir, samples).catch((error: unknown) =>
    log.error({ err: error }, "metrics not served"),
  );
  process.on("hop:rebuilt", () => current.renew());
  const failure = await untilShutdown(shutdown, () => fatal);
  logLifecycle({ signal: shutdown.reason }, "stopping");
  stopControl();
  await reloader.stop();
  for (const role of WATCHED_ROLES) forgetHeartbeat(dataDir, role);
  await stopPrepared();
  if (failure) throw failure;
  logLifecycle({}, "stopped");
  process.exit(0);
}

/** Creates a reloader for the running folder's build, or another one, whose folder counts as in use while it runs. */
function reloaderOf(first: Generation, dataDir: string, onSwitch: (generation: Generation) => void) {
  let latest = first.program;
  let generation = 1;
  return createReloader({
    first,
    async check(folder = latest.folder, stopping) {
      generation += 1;
      const { DATABASE_URL } = latest.environment;
      const environment = reloadedEnvironment(folder, { ...first.program.environment, DATABASE_URL });
      const settings = { ...environment, HOP_GENERATION: String(generation) };
      const program = await checkProgram(folder, { environment: settings, stopping });
      // Recorded before its processes start. A full disk makes the reload fail.
      recordFolder(dataDir, folder);
      return program;
    },
    create: (program) => createGeneration(program, { isTrial: true }),
    probe: ({ environment }) => probeApp(appSocketPath(Number(environment.HOP_GENERATION))),
    onSwitch(next) {
      latest = next.program;
      onSwitch(next);
    },
    onEnded: (left) =>
      keepFolders(
        dataDir,
        left.map(({ program }) => program.folder),
      ),
  });
}

/** Serves metrics of all roles on METRICS_ADDRESS. */
async function serveMetrics(
  databaseUrl: () => string,
  dataDir: string,
  samples: () => Promise<Sample[]>,
): Promise<void> {
  if (!env().METRICS_ADDRESS) return;
  watchEventLoop();
  const { startMetrics } = await import("@/server/metrics/start");
  startMetrics({ role: "supervisor", databaseUrl, dataDir, samples });
}
