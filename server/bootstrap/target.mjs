import { lstatSync, mkdirSync, readdirSync } from "node:fs";

const WRITABLE_BY_ALL = 0o002;

/**
 * Creates the folder for a copy unless it exists. Exits unless it is empty and nobody else can change it: in the
 * system's temporary folder, anyone could have created it first, to swap files later.
 *
 * @param {string} target
 */
export function prepareTarget(target) {
  mkdirSync(target, { recursive: true });
  const found = lstatSync(target);
  if (!found.isDirectory()) refuse(`${target} is not a folder.`);
  const isOurs = found.uid === process.getuid() && (found.mode & WRITABLE_BY_ALL) === 0;
  if (!isOurs) refuse(`${target} belongs to another user, or is writable by other users.`);
  if (readdirSync(target).length > 0) refuse(`${target} is not empty.`);
}

function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
