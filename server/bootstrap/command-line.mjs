import path from "node:path";
import { parseArgs } from "node:util";
import { COMMANDS, COMMON_OPTIONS } from "./commands.mjs";

/** The placeholder for a file's path in the help. */
const FILE = "FILE";
const FILE_NAMES = [FILE, `[${FILE}]`];
/** Names and flags that differ more than this are not suggested. */
const MAX_EDITS = 2;

/** Invalid command line; `command` is the one it was meant for, if known. */
export class UsageError extends Error {
  constructor(message, command) {
    super(message);
    this.command = command;
  }
}

/**
 * Reads a command line.
 *
 * @param {string[]} args without Node and the program
 * @returns {{ command: string, options: Record<string, string | boolean | undefined>, positionals: string[] }}
 * `command` is a key of COMMANDS; `--help` becomes the command "help"
 * @throws UsageError
 */
export function parseCommandLine(args) {
  const [first, second] = args;
  if (first === undefined || first === "--help" || first === "-h") return helpOf([]);
  if (first === "--version") return parseCommandLine(["version", ...args.slice(1)]);
  const name = [`${first} ${second}`, first].find((candidate) => Object.hasOwn(COMMANDS, candidate));
  if (!name) throw new UsageError(unknownCommand(first, second));
  const { options, positionals } = readOptions(name, args.slice(name.split(" ").length));
  if (options.help) return helpOf([name]);
  if (name === "help") return helpOf(positionals);
  checkArguments(name, positionals);
  checkOptions(name, options);
  return { command: name, options, positionals };
}

/**
 * Makes the paths of files absolute: arguments and options that the help calls FILE.
 *
 * @param {ReturnType<typeof parseCommandLine>} parsed
 * @param {string} folder the folder in which they were typed
 */
export function resolveFiles({ command, options, positionals }, folder) {
  const { arguments: names = [], options: known = {} } = COMMANDS[command];
  const isFile = (name) => known[name]?.value === FILE;
  const entries = Object.entries(options).map(([name, value]) => [
    name,
    isFile(name) ? resolveFile(folder, value) : value,
  ]);
  return {
    command,
    options: Object.fromEntries(entries),
    positionals: positionals.map((value, index) =>
      FILE_NAMES.includes(names[index]) ? resolveFile(folder, value) : value,
    ),
  };
}

/** An object in a bucket is not a path. */
function resolveFile(folder, value) {
  return value.startsWith("s3://") ? value : path.resolve(folder, value);
}

/** @param {string[]} words of a command */
function helpOf(words) {
  const name = words.join(" ");
  if (name !== "" && !Object.hasOwn(COMMANDS, name)) throw new UsageError(unknownCommand(...words));
  return { command: "help", options: {}, positionals: name ? [name] : [] };
}

function readOptions(name, args) {
  const known = { ...COMMANDS[name].options, ...COMMON_OPTIONS };
  const config = Object.fromEntries(Object.entries(known).map(([option, { type }]) => [option, { type }]));
  config.help.short = "h";
  try {
    const { values, positionals } = parseArgs({ args, options: config, allowPositionals: true });
    return { options: values, positionals };
  } catch (error) {
    if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
      const unknown = /'(-[^'\s]*)'/.exec(error.message)?.[1] ?? "";
      const flags = Object.keys(known).map((option) => `--${option}`);
      throw new UsageError(`Unknown option ${unknown}.${suggest(unknown, flags)}`, name);
    }
    throw new UsageError(error.message.split("\n")[0], name);
  }
}

function checkArguments(name, positionals) {
  const wanted = COMMANDS[name].arguments ?? [];
  if (positionals.length > wanted.length) {
    throw new UsageError(`Unexpected argument ${JSON.stringify(positionals[wanted.length])}.`, name);
  }
  const missing = wanted[positionals.length];
  if (missing && !missing.startsWith("[")) throw new UsageError(`${missing} is missing.`, name);
}

function checkOptions(name, options) {
  for (const [option, { choices, required, type }] of Object.entries(COMMANDS[name].options ?? {})) {
    const value = options[option];
    if (type === "string" && (value === "" || (required && value === undefined))) {
      throw new UsageError(`--${option} is missing or empty.`, name);
    }
    if (choices && value !== undefined && !choices.includes(value)) {
      throw new UsageError(`--${option} must be one of ${choices.join(", ")}.${suggest(value, choices)}`, name);
    }
  }
}

function unknownCommand(first = "", second = "") {
  const names = Object.keys(COMMANDS);
  const inGroup = names.filter((name) => name.startsWith(`${first} `));
  if (inGroup.length > 0) return `hop ${first} needs one of: ${inGroup.map((name) => name.split(" ")[1]).join(", ")}.`;
  // The npm script of "rollups rebuild" is rollups:rebuild.
  const typed = first.replace(":", " ");
  const best = suggest(second ? `${typed} ${second}` : typed, names) || suggest(typed, names);
  return `Unknown command ${JSON.stringify(first)}.${best}`;
}

/** @returns " Did you mean X?", or nothing if none is similar */
function suggest(typed, known) {
  const [best] = known
    .map((name) => ({ name, edits: name === typed ? 0 : distance(typed, name) }))
    .filter(({ name, edits }) => edits <= Math.min(MAX_EDITS, name.length / 2) || isStart(typed, name))
    .sort((a, b) => a.edits - b.edits);
  return best ? ` Did you mean ${best.name}?` : "";
}

function isStart(typed, name) {
  return typed.replace(/^-+/, "").length > 1 && name.startsWith(typed);
}

/** Levenshtein distance. */
function distance(a, b) {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(previous[j] + 1, row[j - 1] + 1, replaced));
    }
    previous = row;
  }
  return previous[b.length];
}
