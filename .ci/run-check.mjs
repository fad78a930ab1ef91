import { spawn } from "node:child_process";

/** Programs that run, each with a promise of its exit code. */
const running = new Map();
process.on("exit", () => {
  for (const child of running.keys()) child.kill();
});
// Ctrl-C also reaches the programs. They clean up, and then this process does.
process.once("SIGINT", stop);
process.once("SIGTERM", () => {
  for (const child of running.keys()) child.kill("SIGINT");
  return stop();
});

async function stop() {
  await Promise.allSettled(running.values());
  process.exit(1);
}

/** Runs a program whose output appears as it comes; resolves with its exit code. */
export async function runLive(title, command, args, variables) {
  process.stdout.write(`\n— ${title}\n`);
  return start(command, args, variables, ["ignore", "inherit", "inherit"]).exited;
}

/** Runs a program whose output appears in one piece at its end, once `mayPrint` resolves; resolves with its exit code. */
export async function runBuffered(title, command, args, mayPrint) {
  const began = Date.now();
  const { child, exited } = start(command, args, {}, ["ignore", "pipe", "pipe"]);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  const code = await exited;
  const seconds = ((Date.now() - began) / 1_000).toFixed(0);
  await mayPrint;
  process.stdout.write(`\n— ${title} (${seconds} s)\n${Buffer.concat(output).toString("utf8")}`);
  return code;
}

function start(command, args, variables, stdio) {
  const child = spawn(command, args, { env: { ...process.env, ...variables }, stdio });
  const exited = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).finally(() => running.delete(child));
  running.set(child, exited);
  return { child, exited };
}
