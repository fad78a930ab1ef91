import { COMMANDS, COMMON_OPTIONS } from "./commands.mjs";

/** Meanings of exit codes, for scripts and service managers. */
const EXIT_CODES = [
  ["0", "Success"],
  ["1", "Failure; the message says why"],
  ["2", "Invalid command line"],
  ["78", "The configuration is wrong; retrying doesn't help"],
  ["130, 143", "Stopped by SIGINT or SIGTERM"],
];

/** The help of `hop`, or of one command. @param {string} [name] */
export function helpText(name) {
  return `${(name ? commandHelp(name) : overview()).join("\n")}\n`;
}

/** One line, such as `Usage: hop clicks delete --address ADDRESS`. @param {string} [name] */
export function usageOf(name) {
  if (!name) return "Usage: hop COMMAND [OPTION]…";
  const { arguments: names = [], options = {} } = COMMANDS[name];
  const flags = Object.entries({ ...options, json: COMMON_OPTIONS.json }).map(([option, { value, required }]) => {
    const flag = value ? `--${option} ${value}` : `--${option}`;
    return required ? flag : `[${flag}]`;
  });
  return `Usage: ${["hop", name, ...flags, ...names].join(" ")}`;
}

function overview() {
  const commands = Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]);
  return [
    usageOf(),
    "",
    "Commands",
    ...table(commands),
    "",
    "Options of every command",
    ...table(optionRows(COMMON_OPTIONS)),
    "",
    "Exit codes",
    ...table(EXIT_CODES),
    "",
    "Commands read environment variables and .env as the server does (docs/configuration.md).",
  ];
}

function commandHelp(name) {
  const { summary, details = [], options = {}, runsBesideHop } = COMMANDS[name];
  return [
    usageOf(name),
    "",
    `${summary}.`,
    ...details,
    ...(runsBesideHop ? ["Hop can keep running."] : []),
    "",
    "Options",
    ...table(optionRows({ ...options, json: options.json ?? COMMON_OPTIONS.json, help: COMMON_OPTIONS.help })),
  ];
}

function optionRows(options) {
  return Object.entries(options).map(([name, { value, help }]) => [value ? `--${name} ${value}` : `--${name}`, help]);
}

function table(rows) {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
