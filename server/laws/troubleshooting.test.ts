import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDERS = ["components", "lib", "server"];

function sources(): string {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.includes(".test."))
      .map((file) => readFileSync(path.join(folder, file), "utf8")),
  ).join("\n");
}

/** The messages quoted in the table of symptoms, without their variable parts. */
function quoted(): string[] {
  const [, table = ""] = readFileSync("docs/operations.md", "utf8").split("## Troubleshoot");
  const symptoms = [...(table.split("\n## ", 1)[0]?.matchAll(/^\| ([^|]+) \|/gm) ?? [])].map(([, cell = ""]) => cell);
  const phrases = symptoms.flatMap((cell) => [...cell.matchAll(/"([^"]+)"|`([a-z ]+)` in the log/g)]);
  return phrases.flatMap(([, text, line]) => (text ?? line ?? "").split(/…|\b\d+\b|: /)).map((part) => part.trim());
}

test("the messages in the operator's guide are those of the code", () => {
  const code = sources();
  const parts = quoted().filter(Boolean);
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.filter((part) => !code.includes(part))).toEqual([]);
});
