/**
 * @typedef {{ type: "string" | "boolean", value?: string, choices?: string[], required?: boolean, help: string }} Option
 * `value` is the name of an option's value in the help.
 * @typedef {{ summary: string, details?: string[], arguments?: string[], options?: Record<string, Option>,
 *   runsBesideHop?: boolean }} Command `runsBesideHop`: Hop can keep running meanwhile.
 */

/** Options of every command. @type {Record<string, Option>} */
export const COMMON_OPTIONS = {
  json: { type: "boolean", help: "Print the result as one JSON object" },
  help: { type: "boolean", help: "Print this help" },
};

/** @param {string} verb @returns {Option} */
const passphraseFile = (verb) => ({
  type: "string",
  value: "FILE",
  help: `${verb} the backup with the passphrase in this file instead of BACKUP_PASSPHRASE`,
});

/** The commands of `hop`, in the order of its help. @type {Record<string, Command>} */
export const COMMANDS = {
  start: {
    summary: "Start Hop: front, app and worker, and a Postgres if DATABASE_URL is unset",
    options: {
      role: {
        type: "string",
        value: "ROLE",
        choices: ["front", "app", "worker"],
        help: "Start only this role (front, app or worker), on a database that has been migrated",
      },
      json: {
        type: "boolean",
        help: "Print the log and startup messages as JSON even in a terminal (LOG_FORMAT=json)",
      },
    },
  },
  reload: {
    summary: "Replace the running Hop's processes without downtime, optionally with a new build",
    details: [
      "Run it in the folder of the build that takes over; it is built first if need be. .env is read again.",
      "If the new processes don't become ready, the old ones keep running, and the exit code is 1.",
    ],
  },
  migrate: {
    summary: "Migrate the database, as each start does",
    details: ["Safe to run concurrently: one process migrates, and the others wait."],
  },
  doctor: {
    summary: "Check configuration, database, mail server, base URL, disk and build",
    details: [
      "Changes nothing. Names a remedy for each warning and problem.",
      "Exit code: 0 without problems, 78 if the configuration is wrong, otherwise 1.",
    ],
    runsBesideHop: true,
  },
  "sign-in-link": {
    summary: "Print a link that signs a user in, for when no mail arrives",
    details: ["The link works once, within 10 minutes. The audit log records it."],
    runsBesideHop: true,
    arguments: ["ADDRESS"],
  },
  "rollups rebuild": {
    summary: "Rebuild the counts from the stored clicks",
    runsBesideHop: true,
  },
  "clicks delete": {
    summary: "Delete a visitor's clicks at their request",
    details: [
      "Also deletes spool files on this machine whose clicks are already stored. Run it as the user that Hop runs as.",
    ],
    runsBesideHop: true,
    options: {
      address: { type: "string", value: "ADDRESS", required: true, help: "The visitor's IPv4 or IPv6 address" },
    },
  },
  "spool import": {
    summary: "Store the clicks of a machine that is gone, from a copy of its spool",
    details: [
      "FOLDER is a copy of DATA_DIR/spool of that machine. It is not changed, and can be imported again:",
      "no click is counted twice, not even if the machine returns.",
    ],
    runsBesideHop: true,
    arguments: ["FOLDER"],
  },
  "users erase": {
    summary: "Erase a user's personal data",
    details: ["The user's links stay and keep redirecting. This cannot be undone."],
    runsBesideHop: true,
    options: {
      email: { type: "string", value: "ADDRESS", required: true, help: "The user's email address" },
      yes: { type: "boolean", help: "Don't ask for confirmation" },
    },
  },
  backup: {
    summary: "Write a backup of the database to a new file, or to BACKUP_TO",
    details: [
      "The file is written, read back and verified before it gets its final name. It contains no secrets from DATA_DIR.",
    ],
    runsBesideHop: true,
    arguments: ["[FILE]"],
    options: { "passphrase-file": passphraseFile("Encrypt") },
  },
  backups: {
    summary: "List the backups in BACKUP_TO",
    runsBesideHop: true,
  },
  restore: {
    summary: "Restore a backup into an empty installation that is not running",
    details: [
      "FILE may also be s3://bucket/prefix/name. The whole backup is verified first. If anything fails, the database stays empty.",
    ],
    arguments: ["FILE"],
    options: { "passphrase-file": passphraseFile("Decrypt") },
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
