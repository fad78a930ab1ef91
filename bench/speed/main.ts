import { writeFileSync } from "node:fs";
import path from "node:path";
import { ensurePackages } from "@/.ci/packages.mjs";
import { runAndCleanUp } from "@/bench/harness/clean-up";
import { type Database, insertLinks, scratchFolder, startServer } from "@/bench/harness/database";
import { parseArguments, table, writeInto } from "@/bench/harness/report";
import { type Bench, format, type Measurement, verdict } from "@/bench/speed/measurement";
import { ROWS } from "@/bench/speed/rows";

const LIMIT_MS = 12 * 60_000;
/** No row starts later, since it would not finish in time. */
const LAST_START_MS = 10.5 * 60_000;

const { ids, option } = parseArguments(process.argv.slice(2));
const chosen = ROWS.filter((row) => ids.length === 0 || row.ids.some((id) => ids.includes(id)));
const withoutWrk = chosen.some(({ needsWrk }) => needsWrk) ? await ensurePackages("wrk") : undefined;
const began = Date.now();
const measurements: Measurement[] = [];
const leftOut: string[] = [];

await runAndCleanUp(
  LIMIT_MS,
  async () => {
    const bench = await prepare();
    for (const row of chosen) {
      const name = row.ids.join(", ");
      const blocked = (row.needsWrk && withoutWrk) || (Date.now() - began > LAST_START_MS && "no time left");
      if (blocked) {
        leftOut.push(`${name}: ${blocked}`);
        continue;
      }
      const started = Date.now();
      process.stderr.write(`${name} … `);
      try {
        measurements.push(...(await row.measure(bench)));
      } catch (error) {
        leftOut.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
      process.stderr.write(`${((Date.now() - started) / 1000).toFixed(0)} s\n`);
    }
    print();
    return 0;
  },
  print,
);

async function prepare(): Promise<Bench> {
  const linkCount = Number(option("links") ?? 1_000_000);
  const server = await startServer();
  let links: Promise<Database> | undefined;
  return {
    server,
    folder: scratchFolder(),
    rounds: Number(option("rounds") ?? 3),
    seconds: Number(option("seconds") ?? 3),
    linkCount,
    clicksFolder: path.resolve(option("clicks") ?? "dist/bench/clicks"),
    links: () => {
      links ??= server.createDatabase().then(async (database) => {
        await insertLinks(database, linkCount);
        return database;
      });
      return links;
    },
  };
}

function print(): void {
  measurements.sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
  const rows = measurements.map((one) => [
    one.id,
    one.what,
    format(one.value, one.unit),
    `${format(one.low, one.unit)} to ${format(one.high, one.unit)}`,
    `${one.isAtLeast ? "≥" : "≤"} ${format(one.target, one.unit)}`,
    verdict(one),
    one.note,
  ]);
  const header = ["", "what", "median", "spread", "target", "", "measured"];
  process.stdout.write(`\n${table(header, rows, option("markdown") !== undefined)}\n`);
  const document = option("into");
  if (document) writeInto(document, table(header, rows, true), { keepsOthers: ids.length > 0 });
  for (const line of leftOut) process.stdout.write(`\nNot measured: ${line}\n`);
  const missed = measurements.filter(({ isMet }) => !isMet).length;
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  process.stdout.write(`\n${measurements.length - missed} met, ${missed} missed; ${seconds} s\n`);
  const file = option("json") ?? "dist/bench/results.json";
  writeFileSync(file, `${JSON.stringify({ measurements, leftOut }, null, 2)}\n`);
}
