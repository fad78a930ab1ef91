import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDERS = ["components", "lib", "server"];
const RUNBOOK = "docs/runbook";
/** Headers of the runbook's tables whose first column quotes messages. */
const REASONS = /^\| (?:Reason|`reason`) \|/;
/** From Postgres and from storages. */
const FOREIGN = ["canceling statement due to lock timeout", "PermanentRedirect"];

function sources(): string {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.includes(".test."))
      .map((file) => readFileSync(path.join(folder, file), "utf8")),
  ).join("\n");
}

/** The messages quoted in the table of symptoms. */
function symptoms(): string[] {
  const [, section = ""] = readFileSync("docs/operations.md", "utf8").split("## Troubleshoot");
  const cells = firstColumn(section.split("\n## ", 1)[0] ?? "");
  return cells
    .flatMap((cell) => [...cell.matchAll(/"([^"]+)"|`([a-z ]+)` in the log/g)])
    .map(([, text, line]) => text ?? line ?? "");
}

/** The messages quoted in the tables of reasons of the runbook. */
function reasons(): string[] {
  const tables = readdirSync(RUNBOOK).flatMap((file) => readFileSync(path.join(RUNBOOK, file), "utf8").split("\n\n"));
  const cells = tables.filter((table) => REASONS.test(table)).flatMap(firstColumn);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)]).map(([, text = ""]) => text);
}

function firstColumn(table: string): string[] {
  return [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = ""]) => cell);
}

/** The parts of a message that don't vary. */
function fixedParts(message: string): string[] {
  return message
    .split(/…|\b\d+\b|: |s3:\/\/|\/mnt\/backups|[()]/)
    .map((part) => part.trim())
    .filter(Boolean);
}

test.each([
  ["the guide's table of symptoms", symptoms],
  ["the runbook's tables of reasons", reasons],
])("the messages in %s are those of the code", (_, quoted) => {
  const code = sources();
  const parts = quoted().flatMap(fixedParts);
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.filter((part) => !FOREIGN.includes(part) && !code.includes(part))).toEqual([]);
});
