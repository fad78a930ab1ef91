import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { METRICS_MESSAGE, type MetricsReply } from "@/server/metrics/ask";
import { watchEventLoop } from "@/server/metrics/process-samples";
import { FIRST_PROCESS, label, mainProcessOf, type Sample, sample } from "@/server/metrics/sample";

type Gather = () => Sample[] | Promise<Sample[]>;

/**
 * With METRICS_ADDRESS, sends the samples of this role to its parent when asked; a role that runs alone serves them.
 */
export async function reportSamples(samples: Gather): Promise<void> {
  if (!env().METRICS_ADDRESS) return;
  watchEventLoop();
  if (process.send) {
    process.on("message", (message) => {
      if (message === METRICS_MESSAGE) void answer(samples);
    });
  } else {
    await serveOwn(samples).catch((error: unknown) => log.error({ err: error }, "metrics not served"));
  }
}

async function answer(samples: Gather): Promise<void> {
  const gathered = await Promise.resolve()
    .then(samples)
    .catch((error: unknown) => {
      log.error({ err: error }, "metrics not gathered");
      return null;
    });
  const reply: MetricsReply = { type: "metrics", samples: gathered };
  if (process.connected) process.send?.(reply);
}

async function serveOwn(samples: Gather): Promise<void> {
  const { DATABASE_URL = "", DATA_DIR, HOP_ROLE = "front", WEB_CONCURRENCY } = env();
  const { startMetrics } = await import("@/server/metrics/start");
  const up = sample("hop_role_up", 1, { process: mainProcessOf(HOP_ROLE, WEB_CONCURRENCY) });
  const all = async () => label([up, ...(await samples())], { role: HOP_ROLE, process: FIRST_PROCESS });
  startMetrics({ role: HOP_ROLE, databaseUrl: () => DATABASE_URL, dataDir: DATA_DIR, samples: all });
}
