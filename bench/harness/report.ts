import { readFileSync, writeFileSync } from "node:fs";

const MARKS = ["<!-- table -->", "<!-- end of table -->"] as const;

/** Replaces the Markdown table between a document's markers, or only the lines with the same first cells. */
export function writeInto(file: string, markdown: string, { keepsOthers = false } = {}): void {
  const [head, tail] = MARKS.map((mark) => readFileSync(file, "utf8").split(mark));
  if (head?.length !== 2 || tail?.length !== 2) throw new Error(`${file} lacks the marks ${MARKS.join(" and ")}`);
  const before = (head[1] ?? "").split(MARKS[1])[0] ?? "";
  const written = keepsOthers ? mergeLines(before, markdown) : markdown;
  writeFileSync(file, `${head[0]}${MARKS[0]}\n${written}\n${MARKS[1]}${tail[1]}`);
}

/** New lines replace those with the same first cell, or are appended. */
function mergeLines(before: string, after: string): string {
  const [header = "", rule = "", ...lines] = after.split("\n");
  const firstCell = (line: string) => line.split("|")[1]?.trim();
  const isNew = (line: string) => lines.some((one) => firstCell(one) === firstCell(line));
  const old = before.trim().split("\n").slice(2);
  const places = new Set([...old, ...lines].map(firstCell));
  const merged = [...places].flatMap((cell) =>
    [...old.filter((line) => !isNew(line)), ...lines].filter((line) => firstCell(line) === cell),
  );
  return [header, rule, ...merged].join("\n");
}

/** Columns of equal width for a terminal, or a Markdown table. */
export function table(header: string[], rows: string[][], isMarkdown: boolean): string {
  if (isMarkdown) {
    const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
    return [line(header), `|${"---|".repeat(header.length)}`, ...rows.map(line)].join("\n");
  }
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => (row[column] ?? "").length)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** `--json FILE`, `--into DOCUMENT`, `--markdown`, `--rounds 5`; the rest are the ids of the requested rows. */
export function parseArguments(args: string[]): { ids: string[]; option: (name: string) => string | undefined } {
  const options = new Map<string, string>();
  const ids: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    if (!arg.startsWith("--")) ids.push(arg.toUpperCase());
    else if (arg === "--markdown") options.set("markdown", "yes");
    else options.set(arg.slice(2), args[++index] ?? "");
  }
  return { ids, option: (name) => options.get(name) };
}
