#!/usr/bin/env node
// `hop COMMAND`, also as `npm run hop -- COMMAND`: the one way to run Hop. Installs and builds what is missing first.
import "./node-version.mjs";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseCommandLine, UsageError } from "./command-line.mjs";
import { runsBesideHop } from "./commands.mjs";
import { isCopy } from "./copied.mjs";
import { helpText, usageOf } from "./help.mjs";
import { chooseFormat } from "./output.mjs";

const EXIT_USAGE = 2;

// Relative paths, such as DATA_DIR, are relative to the repository's folder.
process.chdir(path.resolve(import.meta.dirname, "../.."));
const { command, options, positionals } = readCommandLine();
if (command === "help") process.stdout.write(helpText(positionals[0]));
else if (command === "version") printVersion();
else if (command === "doctor") await examine();
else await run();

function readCommandLine() {
  try {
    return parseCommandLine(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const name = error.command;
    if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify({ error: error.message })}\n`);
    else process.stderr.write(`${error.message}\n${usageOf(name)}\nTry "hop help${name ? ` ${name}` : ""}".\n`);
    process.exit(EXIT_USAGE);
  }
}

function printVersion() {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const node = process.versions.node;
  process.stdout.write(options.json ? `${JSON.stringify({ version, node })}\n` : `Hop ${version}, Node ${node}\n`);
}

async function run() {
  process.env.LOG_FORMAT = formatOf();
  await prepareProgram();
  prepareEnvironment();
  if (command === "start") await start(options.role);
  else await (await import("../../dist/server/commands.mjs")).runCommand({ command, options, positionals });
}

/** Installs and builds what is missing. A command that may run beside Hop leaves packages and build as they are. */
async function prepareProgram() {
  const { ensureInstalled, hasPackages, isInstalled } = await import("./install.mjs");
  const { ensureBuilt, hasBuild, isBuilt } = await import("./build.mjs");
  if (isCopy() || (runsBesideHop(command) && hasBuild() && hasPackages())) return;
  if (command === "start" && !(isInstalled({ withDevelopment: false }) && isBuilt()))
    await (await import("./running.mjs")).refuseSecondStart(options.role);
  await ensureInstalled({ withDevelopment: false });
  await ensureBuilt();
}

async function examine() {
  prepareEnvironment();
  process.exitCode = await (await import("./doctor.mjs")).diagnose(options);
}

function prepareEnvironment() {
  if (existsSync(".env")) process.loadEnvFile(".env");
  process.env.NODE_ENV = "production";
}

/** Commands print for people unless --json is given; only `start` runs without anyone looking. */
function formatOf() {
  if (options.json) return "json";
  return command === "start" ? chooseFormat() : "text";
}

/** Runs the supervisor, or a role alone, in this process. */
async function start(role) {
  process.env.HOP_ROLE = role ?? "supervisor";
  await import(`../../dist/server/${role ?? "index"}.mjs`);
}
