// `npm test`: everything that must hold, on a fresh clone too. Ends with "N passed, N failed".
import "../server/bootstrap/node-version.mjs";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureInstalled } from "../server/bootstrap/install.mjs";

await ensureInstalled({ withDevelopment: true });
const { ensureBuilt } = await import("../server/bootstrap/build.mjs");
await ensureBuilt();
const { ensureChromium } = await import("./chromium.mjs");
await ensureChromium();

const reports = mkdtempSync(path.join(tmpdir(), "hop-reports-"));
const totals = { passed: 0, failed: 0 };
await check("Linter", "node_modules/.bin/biome", ["check", "--error-on-warnings", "."]);
await check("Types", "node_modules/.bin/tsc", ["--noEmit"]);
await suite(
  "Unit and database tests",
  "node_modules/.bin/jest",
  ["--json", `--outputFile=${report("jest")}`],
  {},
  () => {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = readReport("jest");
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  },
);
await suite(
  "Browser tests",
  "node_modules/.bin/playwright",
  ["test"],
  { PLAYWRIGHT_JSON: report("playwright") },
  () => {
    const { stats, errors } = readReport("playwright");
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
  },
);
rmSync(reports, { recursive: true });
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);

/** One check that passes or fails as a whole. */
async function check(title, command, args) {
  const code = await run(title, command, args, {});
  totals[code === 0 ? "passed" : "failed"] += 1;
}

/** A runner that counts its own tests. One that ends badly without a failed test counts as one. */
async function suite(title, command, args, variables, count) {
  const code = await run(title, command, args, variables);
  let counted;
  try {
    counted = count();
  } catch {
    counted = { passed: 0, failed: 1 };
  }
  totals.passed += counted.passed;
  totals.failed += code !== 0 && counted.failed === 0 ? 1 : counted.failed;
}

function run(title, command, args, variables) {
  process.stdout.write(`\n— ${title}\n`);
  const child = spawn(command, args, {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
}

function report(name) {
  return path.join(reports, `${name}.json`);
}

function readReport(name) {
  if (!existsSync(report(name))) throw new Error(`${name} wrote no report`);
  return JSON.parse(readFileSync(report(name), "utf8"));
}
