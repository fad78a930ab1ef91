import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fillClicks } from "@/bench/fill/fill";
import { atEnd, runAndCleanUp } from "@/bench/harness/clean-up";
import { openPool } from "@/bench/harness/database";
import { parseArguments } from "@/bench/harness/report";
import { isLocal } from "@/lib/db/location";
import { migrate } from "@/lib/db/migrate";
import { startEmbeddedPostgres } from "@/server/postgres/embedded";

const LIMIT_MS = 60 * 60_000;

const { option } = parseArguments(process.argv.slice(2));
const size = {
  clicks: Number(option("clicks") ?? 10_000_000),
  links: Number(option("links") ?? 100_000),
  days: Number(option("days") ?? 90),
};
const began = Date.now();

await runAndCleanUp(
  LIMIT_MS,
  async () => {
    const url = option("database") ?? (await startServer(path.resolve(option("folder") ?? "dist/bench/clicks")));
    if (!isLocal(url)) throw new Error("--database must be on this machine");
    await migrate(url);
    const pool = openPool(url);
    await fillClicks(pool, size, say);
    const { rows } = await pool.query<{ clicks: string; size: string }>(
      "SELECT (SELECT count(*) FROM stored_clicks) AS clicks, pg_size_pretty(pg_database_size(current_database())) AS size",
    );
    say(`${Number(rows[0]?.clicks).toLocaleString("en")} clicks in ${rows[0]?.size}`);
    return 0;
  },
  () => say("Run it again to resume."),
);

/** A Postgres whose data stays in the folder. */
async function startServer(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres(folder, {
    fsync: "off",
    max_wal_size: "8GB",
    shared_buffers: "512MB",
    maintenance_work_mem: "256MB",
    work_mem: "64MB",
  });
  atEnd(() => postgres.stop());
  return postgres.url;
}

function say(what: string): void {
  process.stdout.write(`${((Date.now() - began) / 1000).toFixed(0).padStart(5)} s  ${what}\n`);
}
