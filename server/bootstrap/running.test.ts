import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { processMark } from "@/lib/process";
import { until } from "@/lib/testing/until";
import { findBindError, isRunning } from "@/server/bootstrap/running.mjs";
import { lockDataDir } from "@/server/data-dir/lock";

/** A checkout whose packages and build are from an earlier version, and whose npm records that it was called. */
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "hop-outdated-")));
const dataDir = path.join(folder, ".data");
const lock = path.join(dataDir, "hop.pid");
const bin = path.join(folder, "bin");

beforeAll(() => {
  cpSync("server/bootstrap", path.join(folder, "server/bootstrap"), { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) cpSync(file, path.join(folder, file));
  for (const name of ["bin", "dist/server", "node_modules", ".data"])
    mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, "node_modules/.package-lock.json"), '{"packages":{}}');
  writeFileSync(path.join(folder, "dist/built-from"), "earlier sources");
  writeFileSync(path.join(folder, "dist/server/commands.mjs"), 'export const runCommand = () => console.log("ran");');
  for (const name of ["npm", "npx"]) {
    writeFileSync(path.join(bin, name), "#!/bin/sh\necho npm was called\nexit 1\n");
    chmodSync(path.join(bin, name), 0o755);
  }
});
afterEach(() => {
  rmSync(lock, { force: true });
  rmSync(path.join(folder, ".env"), { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(program: "hop" | "prebuild", args: string[] = [], variables: Record<string, string> = {}) {
  const { DATA_DIR: _dataDir, PORT: _port, HOST: _host, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [`server/bootstrap/${program}.mjs`, ...args], {
    cwd: folder,
    env: { ...environment, LOG_FORMAT: "text", PATH: `${bin}:${process.env.PATH}`, ...variables },
    encoding: "utf8",
  });
  return { status, output: stdout + stderr, stdout };
}

const hold = (from: string, mark = processMark(process.pid) ?? "") =>
  writeFileSync(lock, `${process.pid} ${mark} ${from}\n`);
const refused = {
  status: 1,
  output: expect.stringMatching(/^Hop is running from this folder \(process \d+\)\. [^\n]+\n$/),
};
const built = { status: 1, output: expect.stringContaining("npm was called") };

test("nothing is installed or built in the folder of a running Hop", () => {
  hold(folder);
  expect(run("prebuild")).toMatchObject(refused);
  expect(run("prebuild", [path.join(folder, "copy")])).toMatchObject(refused);
  expect(run("hop", ["migrate"])).toMatchObject(refused);
  expect(run("hop", ["start", "--role", "worker"])).toMatchObject(refused);
});

test("nothing is built in the folder of a running Hop whose packages are up to date", () => {
  hold(folder);
  const build = `await (await import("./server/bootstrap/build.mjs")).build()`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", build], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: bin, NODE_ENV: "test" },
  });
  expect({ status, output: stderr }).toEqual(refused);
  expect(existsSync(path.join(folder, "dist/built-from"))).toBe(true);
});

const onLinux = existsSync("/proc/self") ? test : test.skip;

onLinux("nothing is built in the folder of a running Hop whose DATA_DIR is unknown", async () => {
  const bundle = path.join(folder, "dist/server/front.mjs");
  writeFileSync(bundle, 'process.stdout.write("runs"); setInterval(() => undefined, 1_000);');
  const front = spawn(process.execPath, [bundle], { stdio: ["ignore", "pipe", "ignore"] });
  await once(front.stdout, "data");
  const { status, output } = run("prebuild");
  front.kill();
  await once(front, "close");
  const reader = spawn("tail", ["-f", bundle], { stdio: ["ignore", "pipe", "ignore"] });
  await once(reader.stdout, "data");
  expect(run("prebuild")).toMatchObject(built);
  reader.kill();
  expect({ status, output }).toEqual(refused);
  expect(output).toContain(`(process ${front.pid})`);
});

onLinux("a process that has ended doesn't count as running, although its parent hasn't noticed", async () => {
  const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(parent.stdout, "data");
  // The shell would notice.
  await until(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8") === "sleep\n");
  process.kill(Number(line), "SIGKILL");
  try {
    await until(() => !isRunning(Number(line), undefined));
    expect(existsSync(`/proc/${Number(line)}`)).toBe(true);
    expect(isRunning(parent.pid ?? 0, undefined)).toBe(true);
  } finally {
    parent.kill();
  }
});

test.each([
  ["runs from another folder", () => hold("/opt/hop")],
  ["was killed", () => writeFileSync(lock, `${spawnSync("true").pid}  ${folder}\n`)],
  ["was killed, and its pid has been reused", () => hold(folder, `${processMark(1)}`)],
])("a Hop that %s doesn't block a build", (_state, held) => {
  held();
  expect(run("prebuild")).toMatchObject(built);
});

test("the lock is looked up in DATA_DIR of the environment or else of .env", () => {
  hold(folder);
  writeFileSync(path.join(folder, ".env"), "DATA_DIR=/nowhere\n");
  expect(run("prebuild")).toMatchObject(built);
  expect(run("prebuild", [], { DATA_DIR: ".data" })).toMatchObject(refused);
});

test("the lock of Hop says from which folder it runs", async () => {
  const unlock = await lockDataDir(dataDir);
  const [holder, ...others] = readFileSync(lock, "utf8").split("\n");
  expect(holder).toBe(`${process.pid} ${processMark(process.pid) ?? ""} ${process.cwd()}`);
  expect(others.join("\n")).toMatch(/^(?:pid:\[\d+\]\n)?$/);
  unlock();
});

test("a second start is refused before it builds", async () => {
  hold("/opt/hop");
  const inUse = `DATA_DIR: ${dataDir} is already in use by another Hop (process ${process.pid}).\n`;
  expect(run("hop", ["start"])).toMatchObject({ status: 1, output: inUse });
  rmSync(lock);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const PORT = String((server.address() as AddressInfo).port);
  const taken = { status: 1, output: `Port ${PORT} is already in use: set PORT to another.\n` };
  expect(run("hop", ["start"], { PORT, HOST: "127.0.0.1" })).toMatchObject(taken);
  expect(run("hop", ["start", "--role", "worker"], { PORT, HOST: "127.0.0.1" })).toMatchObject(built);
  server.close();
});

test("visitors who retry while a start tries its port are refused, not reset", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  let isOver = false;
  const tries = (async () => {
    for (let turn = 0; turn < 20; turn++) expect(await findBindError(port, "127.0.0.1")).toBeUndefined();
    isOver = true;
  })();
  const outcomes = new Set<string>();
  while (!isOver) {
    const visitor = connect(port, "127.0.0.1").once("connect", () => visitor.destroy(new Error("established")));
    const [error] = await once(visitor, "error");
    outcomes.add(error.code ?? error.message);
  }
  await tries;
  expect([...outcomes]).toEqual(["ECONNREFUSED"]);
});

test.each([
  [["sign-in-link", "ann@example.com"]],
  [["rollups", "rebuild"]],
  [["clicks", "delete", "--address", "::1"]],
  [["users", "erase", "--yes", "--email", "ann@example.com"]],
])("hop %p uses the build of an earlier version", (args) => {
  expect(run("hop", args)).toMatchObject({ status: 0, output: "ran\n" });
});

test("with --json, a refusal or a failed build is one JSON object on standard output", () => {
  hold(folder);
  expect(JSON.parse(run("hop", ["migrate", "--json"]).stdout)).toEqual({
    error: expect.stringMatching(/^Hop is running from this folder \(process \d+\)\. /),
  });
  rmSync(lock);
  const { status, stdout } = run("hop", ["migrate", "--json"]);
  expect([status, JSON.parse(stdout)]).toEqual([1, { error: "Installing packages failed" }]);
});

test("hop doctor names a remedy for an outdated build that works while Hop runs", () => {
  const findBuild = () => JSON.parse(run("hop", ["doctor", "--json"]).stdout).checks[1];
  const message = "packages differ from package-lock.json";
  expect(findBuild()).toMatchObject({ message, remedy: expect.stringContaining("npm run build") });
  hold(folder);
  expect(findBuild().remedy).toBe("build in another checkout and run hop reload there, or stop Hop first");
});

test("hop reload builds nothing when no Hop runs", () => {
  const { status, output } = run("hop", ["reload"]);
  expect([status, output]).toEqual([1, expect.stringMatching(/^DATA_DIR: no Hop runs on [^\n]+\n$/)]);
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot("hop reload by a user who can't enter DATA_DIR says who may run it, and builds nothing", () => {
  const other = path.join(folder, "of-another-user");
  mkdirSync(other, { mode: 0o700 });
  chmodSync(folder, 0o755);
  const { status, stderr, stdout } = spawnSync(process.execPath, ["server/bootstrap/hop.mjs", "reload"], {
    cwd: folder,
    env: { PATH: bin, NODE_ENV: "test", DATA_DIR: other },
    encoding: "utf8",
    uid: 12_345,
    gid: 12_345,
  });
  expect({ status, stderr, stdout }).toEqual({
    status: 1,
    stdout: "",
    stderr: `DATA_DIR: ${other} cannot be entered. Run this as the user that Hop runs as, or as root.\n`,
  });
});

test("hop migrate builds first", () => {
  expect(run("hop", ["migrate"])).toMatchObject(built);
});

test("failed bundles leave the previous ones", () => {
  symlinkSync(path.resolve("node_modules/esbuild"), path.join(folder, "node_modules/esbuild"));
  const bundle = `await (await import("./server/bootstrap/server-bundle.mjs")).bundleServer()`;
  const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", bundle], { cwd: folder });
  expect(status).toBe(1);
  expect(existsSync(path.join(folder, "dist/server/commands.mjs"))).toBe(true);
});
