import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { log } from "@/lib/log";
import { isProcessAlive } from "@/lib/process";
import { until } from "@/lib/testing/until";
import { createGeneration, type Generation } from "@/server/supervisor/generation";

/** Reports that it is ready, and writes its process id. */
const APP = `
  import { writeFileSync } from "node:fs";
  writeFileSync("pid", String(process.pid));
  process.send({ type: "ready" });
  setInterval(() => undefined, 1_000_000);
`;

let folder: string;
let generation: Generation;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-generation-"));
  mkdirSync(path.join(folder, "dist/server"), { recursive: true });
  writeFileSync(path.join(folder, "dist/server/app.mjs"), APP);
  const environment = { ...process.env, NODE_ENV: "test" } as const;
  generation = createGeneration({ folder, environment, webConcurrency: 1, version: "1" }, { isTrial: true });
});

afterEach(async () => {
  await generation.stop();
  rmSync(folder, { recursive: true });
});

const pidFile = () => path.join(folder, "pid");

function killApp(): void {
  const pid = Number(readFileSync(pidFile(), "utf8"));
  rmSync(pidFile());
  process.kill(pid, "SIGKILL");
}

test("a trial in which a ready process has died is not accepted", async () => {
  await generation.start(["app"]);
  killApp();
  // No other process is started; this only shows whether the death was noticed.
  await until(() =>
    generation.start([]).then(
      () => false,
      () => true,
    ),
  );
  expect(() => generation.accept()).toThrow("the app stopped (SIGKILL)");
});

test("after the trial, a process that dies is restarted", async () => {
  await generation.start(["app"]);
  generation.accept();
  killApp();
  await until(() => existsSync(pidFile()));
});

test("a role that ends while others are stopped, as after a signal to all of them, is not restarted", async () => {
  const front = `
    import { existsSync, writeFileSync } from "node:fs";
    process.on("SIGTERM", () => {
      writeFileSync("stopping", "");
      setInterval(() => existsSync("stop") && process.exit(), 5);
    });
    process.send({ type: "ready" });
  `;
  writeFileSync(path.join(folder, "dist/server/front.mjs"), front);
  const error = jest.spyOn(log, "error").mockImplementation();
  await generation.start(["front", "app"]);
  generation.accept();
  const stopped = generation.stop();
  await until(() => existsSync(path.join(folder, "stopping")));
  const pid = Number(readFileSync(pidFile(), "utf8"));
  killApp();
  await until(() => !isProcessAlive(pid));
  writeFileSync(path.join(folder, "stop"), "");
  await stopped;
  expect(error).not.toHaveBeenCalled();
  error.mockRestore();
});

test("fronts that die are replaced under their number, and drain when the generation retires", async () => {
  const front = `
    import { appendFileSync } from "node:fs";
    process.on("message", (message) => {
      if (message === "metrics") process.send({ type: "metrics", samples: [] });
      if (message !== "drain") return;
      appendFileSync("drained", "x");
      process.exit();
    });
    appendFileSync("fronts", process.pid + "\\n");
    process.send({ type: "ready" });
  `;
  writeFileSync(path.join(folder, "dist/server/front.mjs"), front);
  const environment = { ...process.env, NODE_ENV: "test" } as const;
  generation = createGeneration({ folder, environment, webConcurrency: 2, version: "1" }, { isTrial: false });
  const valuesOf = async (name: string) =>
    (await generation.samples())
      .filter((one) => one.name === name)
      .map(({ labels, value }) => [labels?.process, value]);
  await generation.start(["front"]);
  const [first] = readFileSync(path.join(folder, "fronts"), "utf8").split("\n");
  process.kill(Number(first), "SIGKILL");
  await until(async () => (await valuesOf("hop_role_restarts_total")).some(([, restarts]) => restarts === 1));
  await until(async () => (await valuesOf("hop_role_up")).every(([, isUp]) => isUp === 1));
  expect(await valuesOf("hop_role_up")).toEqual([
    ["1", 1],
    ["2", 1],
  ]);
  await generation.retire();
  expect(readFileSync(path.join(folder, "drained"), "utf8")).toBe("xx");
});
