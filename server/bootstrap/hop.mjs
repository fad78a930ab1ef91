#!/usr/bin/env node
// `hop COMMAND`, also as `npm run hop -- COMMAND`: the one way to run Hop. Installs and builds what is missing first.
import "./node-version.mjs";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseCommandLine, resolveFiles, UsageError } from "./command-line.mjs";
import { COMMANDS } from "./commands.mjs";
import { isCopy } from "./copied.mjs";
import { chooseFormat, LEAKING_VARIABLE, loadEnvFile, readEnvFile } from "./env-file.mjs";
import { helpText, usageOf } from "./help.mjs";
import { expectResult, fail } from "./output.mjs";

const EXIT_USAGE = 2;
const TOO_MANY_FILES = ["EMFILE", "ENFILE"];

// Files on the command line are relative to the folder in which it was typed.
const typedIn = findFolder();
// Other relative paths, such as DATA_DIR, are relative to the repository's folder.
process.chdir(path.resolve(import.meta.dirname, "../.."));
const { command, options, positionals } = readCommandLine();
// A reload signal that arrives too early must not kill the process (signal(7)).
if (command === "start") process.on("SIGUSR2", () => undefined);
if (command === "help") printHelp(helpText(positionals[0]));
else if (command === "version") printVersion();
else if (command === "doctor") await examine().catch(explain);
else await run().catch(explain);

function readCommandLine() {
  try {
    return resolveFiles(parseCommandLine(process.argv.slice(2)), typedIn);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const name = error.command;
    if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify({ error: error.message })}\n`);
    else process.stderr.write(`${error.message}\n${usageOf(name)}\nTry "hop help${name ? ` ${name}` : ""}".\n`);
    process.exit(EXIT_USAGE);
  }
}

/** `npm run` changes to the repository's folder, and stores the folder in which it was called in INIT_CWD. */
function findFolder() {
  const isRun = process.env.npm_lifecycle_event !== undefined && existsSync("package.json");
  return (isRun && process.env.INIT_CWD) || process.cwd();
}

function printHelp(help) {
  process.stdout.write(process.argv.includes("--json") ? `${JSON.stringify({ help })}\n` : help);
}

function printVersion() {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const node = process.versions.node;
  process.stdout.write(options.json ? `${JSON.stringify({ version, node })}\n` : `Hop ${version}, Node ${node}\n`);
}

async function run() {
  process.env.LOG_FORMAT = formatOf();
  if (options.json && command !== "start") expectResult();
  // Exits if it can't be read, before anything is built.
  readEnvFile();
  if (command === "reload") (await import("./running.mjs")).requireHop();
  await prepareProgram();
  prepareEnvironment();
  if (command === "start") await start(options.role);
  else await (await import("../../dist/server/commands.mjs")).runCommand({ command, options, positionals });
}

/** Installs and builds what is missing. A command that may run alongside Hop leaves packages and build as they are. */
async function prepareProgram() {
  const { ensureInstalled, hasPackages, isInstalled } = await import("./install.mjs");
  const { ensureBuilt, hasBuild, isBuilt } = await import("./build.mjs");
  if (isCopy() || (COMMANDS[command].runsBesideHop && hasBuild() && hasPackages())) return;
  // A build in a folder other than the running Hop's is updated.
  if (command === "reload" && (await import("./running.mjs")).runsFromHere()) return;
  if (isInstalled({ withDevelopment: false }) && isBuilt()) return;
  if (command === "start") await (await import("./running.mjs")).refuseSecondStart(options.role);
  await ensureInstalled({ withDevelopment: false });
  await ensureBuilt();
}

async function examine() {
  if (options.json) expectResult();
  readEnvFile();
  prepareEnvironment();
  process.exitCode = await (await import("./doctor.mjs")).diagnose(options);
}

/** Loading the program opens hundreds of files. */
function explain(error) {
  if (!TOO_MANY_FILES.includes(error.code)) throw error;
  fail(
    `Too many open files (${error.code}): raise their limit, with "ulimit -n 65536" or LimitNOFILE= of the systemd unit`,
  );
}

function prepareEnvironment() {
  process.env.HOP_FROM_FILE = loadEnvFile().join();
  process.env.NODE_ENV = "production";
  delete process.env[LEAKING_VARIABLE];
}

/** Commands print for people unless --json is given; only `start` runs unattended. */
function formatOf() {
  if (options.json) return "json";
  return command === "start" ? chooseFormat() : "text";
}

/** Runs the supervisor, or a role alone, in this process. */
async function start(role) {
  process.env.HOP_ROLE = role ?? "supervisor";
  await import(`../../dist/server/${role ?? "index"}.mjs`);
}
