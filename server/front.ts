import cluster from "node:cluster";
import { env } from "@/lib/env";
import { startFrontCluster } from "@/server/front-cluster";
import { startFront } from "@/server/front-process";
import { runRole } from "@/server/role";

await runRole(() => (cluster.isPrimary && env().WEB_CONCURRENCY > 1 ? startFrontCluster() : startFront()));
