import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { insertSession } from "@/bench/harness/database";
import { startEverything } from "@/bench/harness/product";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";
import { CHROMIUM_ARGS, chromiumPath } from "@/e2e/chromium";
import { paths } from "@/lib/paths";

/** Fetched by npx, since nothing else needs it. */
const LIGHTHOUSE = "lighthouse@12.8.2";
const SCREENS = [paths.home, paths.urls, paths.analytics];
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
const TARGETS = { performance: 90, accessibility: 100, "best-practices": 100 };

type Report = {
  categories: Record<(typeof CATEGORIES)[number], { score: number }>;
  audits: Record<string, { displayValue?: string }>;
};

const runProgram = promisify(execFile);

/** A11: Lighthouse's mobile preset for three screens with the sample data, signed in as an administrator. */
export async function measureLighthouse(bench: Bench): Promise<Measurement[]> {
  const database = await bench.server.createDatabase();
  const dataDir = path.join(bench.folder, "lighthouse");
  const demo = ["server/bootstrap/hop.mjs", "demo"];
  await runProgram(process.execPath, demo, { env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir } });
  const cookie = await insertSession(database);
  const hop = await startEverything({ dataDir, databaseUrl: database.url });
  const measurements: Measurement[] = [];
  for (const screen of SCREENS) {
    const reports: Report[] = [];
    for (let round = 0; round < bench.rounds; round++) {
      reports.push(await inspect(hop.url + screen, cookie, path.join(bench.folder, "lighthouse.json")));
    }
    const blocked = reports.map(({ audits }) => audits["total-blocking-time"]?.displayValue).join(", ");
    for (const category of CATEGORIES) {
      measurements.push(
        measured({
          id: "A11",
          what: `Lighthouse, mobile: ${category} of ${screen}`,
          unit: "points",
          values: reports.map(({ categories }) => categories[category].score * 100),
          atLeast: TARGETS[category],
          note: category === "performance" ? `total blocking time ${blocked}` : "",
        }),
      );
    }
  }
  await hop.stop();
  return measurements;
}

async function inspect(url: string, cookie: string, file: string): Promise<Report> {
  const args = ["-y", LIGHTHOUSE, url, "--quiet", "--output=json", `--output-path=${file}`];
  const options = [
    `--only-categories=${CATEGORIES.join(",")}`,
    `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
    `--chrome-flags=--headless ${CHROMIUM_ARGS.join(" ")}`,
  ];
  const env = { ...process.env, CHROME_PATH: chromiumPath() ?? chromium.executablePath() };
  await runProgram("npx", [...args, ...options], { env });
  return JSON.parse(readFileSync(file, "utf8"));
}
