// `npm test`: everything that must hold, even on a fresh clone. Ends with "N passed, N failed".
import "../server/bootstrap/node-version.mjs";
import path from "node:path";
import { ensureInstalled } from "../server/bootstrap/install.mjs";
import { ensurePackages } from "./packages.mjs";
import { ensurePrometheus } from "./prometheus.mjs";
import { readJest, readPlaywright } from "./reports.mjs";
import { runBuffered, runLive } from "./run-check.mjs";
import { makeTemporaryFolder } from "./temporary-folder.mjs";

const SLOWEST = 10;

const started = Date.now();
// In the order in which they are needed, while npm installs.
const tools = ensurePackages("poppler-utils", "zbar-tools").then(ensurePrometheus);
const browser = tools.then(() => ensurePackages("chromium-headless-shell"));
await ensureInstalled({ withDevelopment: true });
const { build, generateClient, isBuilt } = await import("../server/bootstrap/build.mjs");
const needsBuild = !isBuilt();
if (needsBuild) await generateClient();

const folder = makeTemporaryFolder();
const totals = { passed: 0, failed: 0, tests: [] };
const jestReport = path.join(folder, "jest.json");
const playwrightReport = path.join(folder, "playwright.json");

const built = prepareBrowserTests();
await Promise.all([testSources(), checkTypes()]);
// Alone, since they keep both cores busy: what they start gives way to other programs (server/processes/role-process.ts).
await testOnBuild();

const slowest = totals.tests.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
process.stdout.write(`\nSlowest ${SLOWEST} tests:\n`);
for (const { seconds, title } of slowest) process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${title}\n`);
for (const { title } of totals.tests.filter(({ passedOnRetry }) => passedOnRetry))
  process.stdout.write(`\nPassed on its second try: ${title}\n`);
process.stdout.write(`\nTime: ${inMinutes(Date.now() - started)}\n`);
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);

async function prepareBrowserTests() {
  if (needsBuild) await build();
  await browser;
  const { ensureChromium } = await import("./chromium.mjs");
  await ensureChromium();
}

async function testOnBuild() {
  const args = ["node_modules/.bin/playwright", ["test"], { PLAYWRIGHT_JSON: playwrightReport }];
  count(await runLive("Browser tests", ...args), () => readPlaywright(playwrightReport));
}

async function testSources() {
  await check("Linter", "node_modules/.bin/biome", ["check", "--error-on-warnings", "."]);
  await tools;
  const args = ["--json", `--outputFile=${jestReport}`];
  count(await runBuffered("Unit and database tests", "node_modules/.bin/jest", args, built), () =>
    readJest(jestReport),
  );
}

async function checkTypes() {
  // They include what the build generates.
  await built;
  await check("Types", "node_modules/.bin/tsc", ["--noEmit"]);
}

/** One check that passes or fails as a whole. */
async function check(title, command, args) {
  const code = await runBuffered(title, command, args, built);
  totals[code === 0 ? "passed" : "failed"] += 1;
}

/** Adds the tests of a runner. One that fails without a failed test counts as one failure. */
function count(code, read) {
  let report;
  try {
    report = read();
  } catch {
    report = { passed: 0, failed: 1, tests: [] };
  }
  totals.passed += report.passed;
  totals.failed += code !== 0 && report.failed === 0 ? 1 : report.failed;
  totals.tests.push(...report.tests);
}

function inMinutes(milliseconds) {
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
