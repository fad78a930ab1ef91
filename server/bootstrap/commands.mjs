/**
 * @typedef {{ type: "string" | "boolean", value?: string, choices?: string[], required?: boolean, help: string }} Option
 * `value` is the name of an option's value in the help.
 * @typedef {{ summary: string, details?: string[], arguments?: string[], options?: Record<string, Option> }} Command
 */

/** Options of every command. @type {Record<string, Option>} */
export const COMMON_OPTIONS = {
  json: { type: "boolean", help: "Print the result as one JSON object" },
  help: { type: "boolean", help: "Print this help" },
};

const WHILE_RUNNING = "Hop can keep running.";

/** Whether a command may run while Hop runs. @param {string} name */
export function runsBesideHop(name) {
  return COMMANDS[name]?.details?.includes(WHILE_RUNNING) ?? false;
}

/** The commands of `hop`, in the order of its help. @type {Record<string, Command>} */
export const COMMANDS = {
  start: {
    summary: "Start Hop: front, app and worker, and a Postgres if DATABASE_URL is unset",
    details: ["With --json the log and the messages at start are JSON even in a terminal (LOG_FORMAT=json)."],
    options: {
      role: {
        type: "string",
        value: "ROLE",
        choices: ["front", "app", "worker"],
        help: "Start only this role (front, app or worker), on a database that is migrated",
      },
    },
  },
  migrate: {
    summary: "Migrate the database, as each start does",
    details: ["Of several that run at once, one migrates and the others wait."],
  },
  doctor: {
    summary: "Check configuration, database, mail server, base URL, disk and build",
    details: [
      "Changes nothing. Names a remedy for each warning and problem.",
      "Exit code: 0 without problems, 78 if the configuration is wrong, otherwise 1.",
      WHILE_RUNNING,
    ],
  },
  "sign-in-link": {
    summary: "Print a link that signs a user in, for when no mail arrives",
    details: ["The link works once, within 10 minutes. The audit log records it.", WHILE_RUNNING],
    arguments: ["ADDRESS"],
  },
  "rollups rebuild": {
    summary: "Rebuild the counts from the stored clicks",
    details: [WHILE_RUNNING],
  },
  "clicks delete": {
    summary: "Delete the clicks of a visitor who asks for that",
    details: [WHILE_RUNNING],
    options: {
      address: { type: "string", value: "ADDRESS", required: true, help: "The visitor's IPv4 or IPv6 address" },
    },
  },
  "users erase": {
    summary: "Erase a user's personal data",
    details: ["The user's links stay and keep redirecting. This cannot be undone.", WHILE_RUNNING],
    options: {
      email: { type: "string", value: "ADDRESS", required: true, help: "The user's email address" },
      yes: { type: "boolean", help: "Don't ask for confirmation" },
    },
  },
  demo: {
    summary: "Fill an empty installation that is not running with sample data",
  },
  version: {
    summary: "Print the versions of Hop and Node",
  },
  help: {
    summary: "Print the help of a command",
    arguments: ["[COMMAND]"],
  },
};
