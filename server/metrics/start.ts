import type pg from "pg";
import { env } from "@/lib/env";
import { hopVersion } from "@/lib/version";
import { databaseSamples } from "@/server/metrics/database-samples";
import { machineSamples } from "@/server/metrics/machine-samples";
import { type Sample, sample } from "@/server/metrics/sample";
import { serveMetrics } from "@/server/metrics/serve";
import { openProbePool } from "@/server/postgres/probe-pool";

/** The process that serves /metrics: the supervisor for all roles, or a role that runs alone. */
type ServingRole = "supervisor" | "front" | "app" | "worker";

const MEGABYTE = 1024 * 1024;

/** Roles that, when alone, report on the machine, since no other role of the installation is certain to do so. */
const READS_MACHINE: readonly ServingRole[] = ["supervisor", "front"];
const READS_TABLES: readonly ServingRole[] = ["supervisor", "worker"];

type Options = {
  role: ServingRole;
  /** A reload may change its password. */
  databaseUrl: () => string;
  dataDir: string;
  /** Samples of the processes. */
  samples: () => Promise<Sample[]>;
};

/** Serves metrics on METRICS_ADDRESS if it is set, until the process ends. Loaded on demand, with prom-client. */
export function startMetrics({ role, databaseUrl, dataDir, samples }: Options): void {
  const { METRICS_ADDRESS, SPOOL_MAX_MB } = env();
  if (!METRICS_ADDRESS) return;
  const findPool = createPoolFinder(databaseUrl);
  const build = sample("hop_build_info", 1, { version: hopVersion(), node: process.versions.node });
  serveMetrics(METRICS_ADDRESS, async () => {
    const parts = await Promise.all([
      samples(),
      READS_MACHINE.includes(role) ? machineSamples(dataDir, SPOOL_MAX_MB * MEGABYTE) : [],
      databaseSamples(findPool(), { withTables: READS_TABLES.includes(role) }),
    ]);
    return [build, ...parts.flat()];
  });
}

/** Returns a function that returns the pool of the current URL. */
function createPoolFinder(databaseUrl: () => string): () => pg.Pool {
  let url = databaseUrl();
  let pool = openProbePool(url, { readsTimes: true });
  return () => {
    if (url !== databaseUrl()) {
      void pool.end();
      url = databaseUrl();
      pool = openProbePool(url, { readsTimes: true });
    }
    return pool;
  };
}
