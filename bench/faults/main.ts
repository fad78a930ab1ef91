import { writeFileSync } from "node:fs";
import { type Outcome, skipped } from "@/bench/faults/outcome";
import { FAULT_ROWS } from "@/bench/faults/rows";
import { runAndCleanUp } from "@/bench/harness/clean-up";
import { startServer } from "@/bench/harness/database";
import { parseArguments, table, writeInto } from "@/bench/harness/report";

const { ids, option } = parseArguments(process.argv.slice(2));
const LIMIT_MS = Number(option("minutes") ?? 15) * 60_000;
/** No row starts later, since it would not finish in time. */
const LAST_START_MS = LIMIT_MS * 0.85;

const chosen = FAULT_ROWS.filter((row) => ids.length === 0 || ids.includes(row.id));
const reasons = new Map<string, string | undefined>();
for (const { id, prepare } of chosen) reasons.set(id, await prepare?.());

const began = Date.now();
const outcomes: Outcome[] = [];

await runAndCleanUp(
  LIMIT_MS,
  async () => {
    const server = await startServer();
    for (const { id, run } of chosen) {
      const started = Date.now();
      process.stderr.write(`${id} … `);
      const blocked = reasons.get(id) ?? (Date.now() - began > LAST_START_MS && "no time left");
      const rows = blocked ? [skipped(id, "", blocked)] : await outcomesOf(id, () => run(server, option));
      process.stderr.write(`${((Date.now() - started) / 1000).toFixed(0)} s\n`);
      for (const { verdict, measured } of rows) process.stderr.write(`  ${verdict}: ${measured}\n`);
      outcomes.push(...rows);
    }
    return print();
  },
  print,
);

async function outcomesOf(id: string, run: () => Promise<Outcome[]>): Promise<Outcome[]> {
  try {
    return await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ id, promise: "runs to completion", measured: message, verdict: "fail" }];
  }
}

/** @returns the exit code */
function print(): number {
  const rows = outcomes.map(({ id, promise, measured, verdict }) => [id, promise, measured, verdict]);
  const header = ["", "promise", "measured", ""];
  process.stdout.write(`\n${table(header, rows, option("markdown") !== undefined)}\n`);
  const document = option("into");
  if (document) writeInto(document, table(header, rows, true), { keepsOthers: ids.length > 0 });
  const count = (verdict: Outcome["verdict"]) => outcomes.filter((one) => one.verdict === verdict).length;
  const file = option("json");
  if (file) writeFileSync(file, `${JSON.stringify(outcomes, null, 2)}\n`);
  process.stdout.write(`\n${((Date.now() - began) / 1000).toFixed(0)} s, ${count("skipped")} skipped\n`);
  process.stdout.write(`${count("pass")} passed, ${count("fail")} failed\n`);
  return count("fail") > 0 ? 1 : 0;
}
