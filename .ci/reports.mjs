import { readFileSync } from "node:fs";
import path from "node:path";

/** Counts and durations in the report that `jest --json` writes. */
export function readJest(file) {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = readJson(file);
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration, invocations, status }) => ({
      ...toTest(path.relative("", name), fullName, duration ?? 0),
      passedOnRetry: invocations > 1 && status === "passed",
    })),
  );
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, tests };
}

/** Counts and durations in the report of Playwright's JSON reporter. */
export function readPlaywright(file) {
  const { stats, errors, config, suites } = readJson(file);
  const folder = path.relative("", config.rootDir);
  const tests = suites.flatMap((suite) => testsOf(suite, path.join(folder, suite.file), []));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, tests };
}

function testsOf({ suites = [], specs = [] }, file, titles) {
  const own = specs.map(({ title, tests }) => {
    const milliseconds = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
    return toTest(file, [...titles, title].join(" › "), milliseconds);
  });
  return [...own, ...suites.flatMap((suite) => testsOf(suite, file, [...titles, suite.title]))];
}

function toTest(file, title, milliseconds) {
  return { title: `${file} › ${title}`, seconds: milliseconds / 1_000 };
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
