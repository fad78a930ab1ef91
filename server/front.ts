import cluster from "node:cluster";
import { withoutSecrets } from "@/server/processes/role-environment";

// The front parses untrusted requests. If started alone, it has the operator's whole environment, so secrets are
// removed before anything reads it.
const kept = withoutSecrets(process.env);
for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];

const { env } = await import("@/lib/env");
const { startFrontCluster } = await import("@/server/front/cluster");
const { startFront } = await import("@/server/front/process");
const { runRole } = await import("@/server/processes/role");

await runRole(() => (cluster.isPrimary && env().WEB_CONCURRENCY > 1 ? startFrontCluster() : startFront()));
