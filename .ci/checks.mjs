import { setTimeout as sleep } from "node:timers/promises";

const counts = { passed: 0, failed: 0 };

/** Runs one check, and prints how it ended. @param {string} title @param {() => unknown} work */
export async function check(title, work) {
  try {
    const note = await work();
    counts.passed += 1;
    process.stdout.write(`  ok    ${title}${typeof note === "string" ? ` (${note})` : ""}\n`);
  } catch (error) {
    counts.failed += 1;
    process.stdout.write(`  FAIL  ${title}\n        ${String(error.stack ?? error).replaceAll("\n", "\n        ")}\n`);
  }
}

/** Prints the sum, and exits. */
export function finish() {
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
  process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
}

/**
 * Waits until `read` returns something truthy, and returns it.
 *
 * @template T
 * @param {string} what for the message
 * @param {() => T | Promise<T>} read one that throws is retried
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(what, read, withinMs = 30_000) {
  const deadline = Date.now() + withinMs;
  let problem = "";
  for (;;) {
    try {
      const value = await read();
      if (value) return value;
    } catch (error) {
      problem = `: ${error.cause?.message ?? error.message}`;
    }
    if (Date.now() > deadline) throw new Error(`${what}: not within ${withinMs / 1_000} s${problem}`);
    await sleep(50);
  }
}

/**
 * What a program prints from now on.
 *
 * @param {import("node:child_process").ChildProcess} child
 * @returns {() => string} everything so far
 */
export function collectOutput({ stdout, stderr }) {
  let output = "";
  for (const stream of [stdout, stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  return () => output;
}
