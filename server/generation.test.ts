import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createGeneration, type Generation } from "@/server/generation";

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

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
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
