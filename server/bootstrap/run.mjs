import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { fail, jsonLine } from "./output.mjs";

const INFO = 30;
/** Added to a signal's number, as in shells. */
const EXIT_SIGNALLED = 128;
const STOP_TIMEOUT_MS = 3_000;
const PARENT_CHECK_MS = 250;

/**
 * Runs a program quietly: its output is shown only if it fails, and then this process exits. When this process is
 * stopped, so is the program with all its processes.
 *
 * @param {string} what description shown to the user
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} variables added to the environment
 */
export async function runQuietly(what, command, args, variables = {}) {
  const started = performance.now();
  const isJson = process.env.LOG_FORMAT === "json";
  if (isJson) process.stderr.write(jsonLine(INFO, what));
  else process.stdout.write(`${what} … `);
  const child = spawn(command, args, {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    // In a group of its own, which can be stopped as a whole.
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const stopping = stopWithThisProcess(child);
  const [code] = await once(child, "close");
  stopping.done();
  if (code !== 0) {
    if (!isJson) process.stdout.write(`failed\n${output}\n`);
    fail(`${what} failed`, { output });
  }
  if (!isJson) process.stdout.write(`${((performance.now() - started) / 1000).toFixed(0)} s\n`);
}

/** Stops a program on a signal, or when the npm process that started this one is stopped, and exits. */
function stopWithThisProcess(child) {
  let isStopping = false;
  const stop = async (signal) => {
    if (isStopping) return;
    isStopping = true;
    child.removeAllListeners("close");
    const closed = once(child, "close");
    killGroup(child, "SIGTERM");
    const timer = setTimeout(() => killGroup(child, "SIGKILL"), STOP_TIMEOUT_MS);
    await closed;
    clearTimeout(timer);
    process.exit(EXIT_SIGNALLED + constants.signals[signal]);
  };
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"];
  for (const signal of signals) process.on(signal, stop);
  const parent = process.ppid;
  // npm runs this process under a shell that dies of a signal without forwarding it.
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined;
  const timer = setInterval(() => isRunByNpm && process.ppid !== parent && stop("SIGTERM"), PARENT_CHECK_MS);
  return {
    done() {
      clearInterval(timer);
      for (const signal of signals) process.off(signal, stop);
    },
  };
}

function killGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
