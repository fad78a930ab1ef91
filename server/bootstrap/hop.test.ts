import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseCommandLine } from "@/server/bootstrap/command-line.mjs";
import { COMMANDS } from "@/server/bootstrap/commands.mjs";
import { checkNode } from "@/server/bootstrap/doctor.mjs";
import { helpText } from "@/server/bootstrap/help.mjs";

const HOP = path.resolve("server/bootstrap/hop.mjs");

/** Runs `hop` in another folder. */
function hop(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [HOP, ...args], { cwd: tmpdir(), encoding: "utf8" });
  return { status, stdout, stderr };
}

const parse = (line: string) => parseCommandLine(line.split(" ").filter(Boolean));

test.each([
  ["start", { command: "start", options: {}, positionals: [] }],
  ["start --role worker", { command: "start", options: { role: "worker" }, positionals: [] }],
  ["migrate --json", { command: "migrate", options: { json: true }, positionals: [] }],
  ["sign-in-link ann@example.com", { command: "sign-in-link", options: {}, positionals: ["ann@example.com"] }],
  ["clicks delete --address ::1", { command: "clicks delete", options: { address: "::1" }, positionals: [] }],
  [
    "users erase --yes --email=a@b.c",
    { command: "users erase", options: { yes: true, email: "a@b.c" }, positionals: [] },
  ],
  ["--version", { command: "version", options: {}, positionals: [] }],
  ["", { command: "help", options: {}, positionals: [] }],
  ["--help", { command: "help", options: {}, positionals: [] }],
  ["help users erase", { command: "help", options: {}, positionals: ["users erase"] }],
  ["users erase --help", { command: "help", options: {}, positionals: ["users erase"] }],
  ["sign-in-link -h", { command: "help", options: {}, positionals: ["sign-in-link"] }],
])("hop %s is read", (line, expected) => {
  expect(parse(line)).toEqual(expected);
});

test.each([
  ["strat", 'Unknown command "strat". Did you mean start?'],
  ["rollups:rebuild", 'Unknown command "rollups:rebuild". Did you mean rollups rebuild?'],
  ["rolups rebuild", 'Unknown command "rolups". Did you mean rollups rebuild?'],
  ["xyzzy", 'Unknown command "xyzzy".'],
  ["constructor", 'Unknown command "constructor".'],
  ["users", "hop users needs one of: erase."],
  ["help strat", 'Unknown command "strat". Did you mean start?'],
  ["start --rol app", "Unknown option --rol. Did you mean --role?"],
  ["start -x", "Unknown option -x."],
  ["start --role", "Option '--role <value>' argument missing"],
  ["start --role wroker", "--role must be one of front, app, worker. Did you mean worker?"],
  ["start now", 'Unexpected argument "now".'],
  ["sign-in-link", "ADDRESS is missing."],
  ["sign-in-link a@b.c d@e.f", 'Unexpected argument "d@e.f".'],
  ["clicks delete", "--address is missing or empty."],
  ["clicks delete --address=", "--address is missing or empty."],
  ["migrate --json=yes", "Option '--json' does not take an argument"],
])("hop %s is refused", (line, message) => {
  expect(() => parse(line)).toThrow(message);
});

test.each(Object.keys(COMMANDS))("hop help %s describes the command and lists its options", (name) => {
  const { summary, options = {} } = COMMANDS[name as keyof typeof COMMANDS] as { summary: string; options?: object };
  expect(helpText(name)).toContain(summary);
  for (const option of Object.keys(options)) expect(helpText(name)).toContain(`--${option}`);
  expect(helpText()).toContain(`  ${name} `);
});

test("hop doctor finds missing packages, a missing build and an old Node", () => {
  const copy = mkdtempSync(path.join(tmpdir(), "hop-unbuilt-"));
  const doctor = () => {
    const program = path.join(copy, "server/bootstrap/hop.mjs");
    const { status, stdout } = spawnSync(process.execPath, [program, "doctor", "--json"], { encoding: "utf8" });
    return { status, checks: JSON.parse(stdout).checks.slice(1) };
  };
  const remedy = expect.stringContaining("npm run build");
  cpSync("server/bootstrap", path.join(copy, "server/bootstrap"), { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) cpSync(file, path.join(copy, file));
  const skipped = { name: "everything else", status: "skipped", message: "Hop is not built" };
  const notInstalled = { name: "build", status: "problem", message: "packages are not installed", remedy };
  expect(doctor()).toEqual({ status: 1, checks: [notInstalled, skipped] });
  mkdirSync(path.join(copy, "node_modules"));
  cpSync("package-lock.json", path.join(copy, "node_modules/.package-lock.json"));
  expect(doctor()).toEqual({ status: 1, checks: [{ ...notInstalled, message: "Hop is not built" }, skipped] });
  rmSync(copy, { recursive: true });
  expect(checkNode("20.19.0")).toMatchObject({ status: "warning", remedy: "use Node 22 or 24" });
  expect(checkNode("24.1.0")).toMatchObject({ status: "ok" });
});

test("a limit of open files that is too low is named in one line", () => {
  const copy = mkdtempSync(path.join(tmpdir(), "hop-files-"));
  cpSync("server/bootstrap", path.join(copy, "server/bootstrap"), { recursive: true });
  mkdirSync(path.join(copy, "dist/server"), { recursive: true });
  writeFileSync(path.join(copy, "dist/copied"), "");
  const error = "Object.assign(new Error('too many open files'), { code: 'EMFILE' })";
  writeFileSync(path.join(copy, "dist/server/index.mjs"), `throw ${error};`);
  const program = path.join(copy, "server/bootstrap/hop.mjs");
  const env = { ...process.env, LOG_FORMAT: "text" };
  const { status, stderr } = spawnSync(process.execPath, [program, "start"], { encoding: "utf8", env });
  rmSync(copy, { recursive: true });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'Too many open files (EMFILE): raise their limit, with "ulimit -n 65536" or LimitNOFILE= of the systemd unit\n',
  });
});

describe("a .env that is a folder, as Docker creates for a missing file,", () => {
  const line = ".env: cannot be read (EISDIR): it is a folder; replace it with a file, or remove it.";
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(path.join(tmpdir(), "hop-env-"));
    cpSync("server/bootstrap", path.join(copy, "server/bootstrap"), { recursive: true });
    mkdirSync(path.join(copy, ".env"));
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  test.each(["start", "migrate", "doctor", "start --json", "migrate --json", "doctor --json"])(
    "fails hop %s with one line",
    (words) => {
      const { LOG_FORMAT: _unset, ...environment } = process.env;
      const isJson = words.includes("--json");
      const env = isJson ? environment : { ...environment, LOG_FORMAT: "text" };
      const args = [path.join(copy, "server/bootstrap/hop.mjs"), ...words.split(" ")];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
      expect(status).toBe(78);
      if (words === "start --json") expect(JSON.parse(stderr)).toMatchObject({ level: 60, msg: line });
      else if (isJson) expect(JSON.parse(stdout)).toEqual({ error: line });
      else expect({ stdout, stderr }).toEqual({ stdout: "", stderr: `${line}\n` });
    },
  );

  test("is named in JSON where the log is JSON", () => {
    const args = [path.join(copy, "server/bootstrap/hop.mjs"), "start"];
    for (const LOG_FORMAT of ["json", ""]) {
      const { stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: { ...process.env, LOG_FORMAT } });
      expect(JSON.parse(stderr)).toMatchObject({ level: 60, msg: line });
    }
  });
});

test("hop works in any folder and exits with 0 or 2", () => {
  const { version } = JSON.parse(hop("version", "--json").stdout);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(hop("version")).toEqual({ status: 0, stdout: `Hop ${version}, Node ${process.versions.node}\n`, stderr: "" });
  expect(hop()).toEqual({ status: 0, stdout: helpText(), stderr: "" });
  expect(hop("start", "--rol", "app")).toEqual({
    status: 2,
    stdout: "",
    stderr:
      'Unknown option --rol. Did you mean --role?\nUsage: hop start [--role ROLE] [--json]\nTry "hop help start".\n',
  });
  for (const args of [["help"], ["start", "--help"], ["help", "start"]]) {
    const { stdout } = hop(...args, "--json");
    expect(JSON.parse(stdout)).toEqual({ help: helpText(args.includes("start") ? "start" : undefined) });
  }
  const refused = hop("starts", "--json");
  expect([refused.status, JSON.parse(refused.stdout)]).toEqual([
    2,
    { error: 'Unknown command "starts". Did you mean start?' },
  ]);
});
