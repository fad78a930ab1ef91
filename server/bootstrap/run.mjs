import { spawn } from "node:child_process";
import { once } from "node:events";
import { fail, jsonLine } from "./output.mjs";

const INFO = 30;

/**
 * Runs a program quietly: its output is shown only if it fails, and then this process exits.
 *
 * @param {string} what description shown to the user
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} variables added to the environment
 */
export async function runQuietly(what, command, args, variables = {}) {
  const started = Date.now();
  const isJson = process.env.LOG_FORMAT === "json";
  if (isJson) process.stderr.write(jsonLine(INFO, what));
  else process.stdout.write(`${what} … `);
  const child = spawn(command, args, {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, "close");
  if (code !== 0) {
    if (!isJson) process.stdout.write(`failed\n${output}\n`);
    fail(`${what} failed`, output);
  }
  if (!isJson) process.stdout.write(`${((Date.now() - started) / 1000).toFixed(0)} s\n`);
}
