import { spawn } from "node:child_process";

const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill();
});

/** Runs a program whose output appears as it comes; resolves with its exit code. */
export async function runLive(title, command, args, variables) {
  process.stdout.write(`\n— ${title}\n`);
  return exitCodeOf(start(command, args, variables, ["ignore", "inherit", "inherit"]));
}

/** Runs a program whose output appears in one piece at its end, once `mayPrint` resolves; resolves with its exit code. */
export async function runBuffered(title, command, args, mayPrint) {
  const began = Date.now();
  const child = start(command, args, {}, ["ignore", "pipe", "pipe"]);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  const code = await exitCodeOf(child);
  const seconds = ((Date.now() - began) / 1_000).toFixed(0);
  await mayPrint;
  process.stdout.write(`\n— ${title} (${seconds} s)\n${Buffer.concat(output).toString("utf8")}`);
  return code;
}

function start(command, args, variables, stdio) {
  const child = spawn(command, args, { env: { ...process.env, ...variables }, stdio });
  running.add(child);
  return child;
}

function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      running.delete(child);
      resolve(code);
    });
  });
}
