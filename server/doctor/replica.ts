import type pg from "pg";
import { env } from "@/lib/env";
import { type Check, ok, warning } from "@/server/doctor/check";
import { createReplicaCheck } from "@/server/postgres/replica-check";

const NAME = "replica";

/** Checks the replica, if there is one. Hop runs without it, so problems are only warnings. */
export async function checkReplica(primary: pg.Pool): Promise<Check[]> {
  const { DATABASE_REPLICA_URL: url } = env();
  if (!url) return [];
  const replica = createReplicaCheck(primary, url);
  const { state, lagSeconds } = await replica.check();
  await replica.close();
  const lag = `${Math.ceil(lagSeconds ?? 0)} s behind`;
  const found = {
    up: ok(NAME, `follows the database, ${lag}`),
    behind: warning(NAME, `is ${lag}; lists are read from the database`, "check its log and its load"),
    foreign: warning(
      NAME,
      "does not follow the database of DATABASE_URL",
      "correct DATABASE_REPLICA_URL, or rebuild the replica",
    ),
    down: warning(
      NAME,
      "does not answer; lists are read from the database",
      "start it, or correct DATABASE_REPLICA_URL",
    ),
  };
  return [found[state]];
}
