import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { until } from "@/lib/testing/until";

const folder = mkdtempSync(path.join(os.tmpdir(), "hop-run-"));
afterAll(() => rmSync(folder, { recursive: true }));

const RUN = JSON.stringify(pathToFileURL(path.resolve("server/bootstrap/run.mjs")).href);

/** Starts a program that starts another one, which writes its process id to a file and never ends. */
function startLong(file: string, ignoring = ""): ChildProcess {
  const inner = `${ignoring}; require("fs").writeFileSync(${JSON.stringify(file)}, process.pid + "\\n"); setInterval(() => {}, 1000)`;
  const outer = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(inner)}], { stdio: "inherit" })`;
  const main = `const { runQuietly } = await import(${RUN}); await runQuietly("Building", process.execPath, ["-e", ${JSON.stringify(outer)}])`;
  return spawn(process.execPath, ["--input-type=module", "-e", main], {
    env: { ...process.env, LOG_FORMAT: "text" },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function pidIn(file: string): Promise<number> {
  await until(() => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"));
  return Number(readFileSync(file, "utf8"));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

test.each([
  ["SIGTERM", "", 143],
  ["SIGINT", "", 130],
  ["SIGTERM", 'process.on("SIGTERM", () => {})', 143],
] as const)("%s stops a build with all its processes (%s)", async (signal, ignoring, exitCode) => {
  const file = path.join(folder, `${signal}${ignoring.length}`);
  const building = startLong(file, ignoring);
  const exited = once(building, "exit");
  const pid = await pidIn(file);
  building.kill(signal);
  expect(await exited).toEqual([exitCode, null]);
  expect(isAlive(pid)).toBe(false);
});

test("a build ends with the npm process that started it", async () => {
  const file = path.join(folder, "npm");
  const inner = `require("fs").writeFileSync(${JSON.stringify(file)}, process.pid + "\\n"); setInterval(() => {}, 1000)`;
  const main = `const { runQuietly } = await import(${RUN}); await runQuietly("Building", process.execPath, ["-e", ${JSON.stringify(inner)}])`;
  const shell = `require("child_process").spawn(process.execPath, ["--input-type=module", "-e", ${JSON.stringify(main)}]); setInterval(() => {}, 1000)`;
  const npm = spawn(process.execPath, ["-e", shell], { env: { ...process.env, npm_lifecycle_event: "start" } });
  const pid = await pidIn(file);
  npm.kill("SIGKILL");
  await until(() => !isAlive(pid));
});

test("a program that fails is reported with its output, and one that succeeds is not", async () => {
  const run = async (code: string) => {
    const main = `const { runQuietly } = await import(${RUN}); await runQuietly("Building", process.execPath, ["-e", ${JSON.stringify(code)}])`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", main], {
      env: { ...process.env, LOG_FORMAT: "text" },
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    const [exitCode] = await once(child, "close");
    return { exitCode, output };
  };
  expect(await run('console.log("why"); process.exit(3)')).toEqual({
    exitCode: 1,
    output: "Building … failed\nwhy\n\n",
  });
  expect(await run('console.log("why")')).toMatchObject({
    exitCode: 0,
    output: expect.stringMatching(/^Building … \d+ s\n$/),
  });
});
