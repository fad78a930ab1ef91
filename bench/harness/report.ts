import { readFileSync, writeFileSync } from "node:fs";

const MARKS = ["<!-- table -->", "<!-- end of table -->"] as const;

/** Replaces the Markdown table between the marks of a document. */
export function writeInto(file: string, markdown: string): void {
  const [head, tail] = MARKS.map((mark) => readFileSync(file, "utf8").split(mark));
  if (head?.length !== 2 || tail?.length !== 2) throw new Error(`${file} lacks the marks ${MARKS.join(" and ")}`);
  writeFileSync(file, `${head[0]}${MARKS[0]}\n${markdown}\n${MARKS[1]}${tail[1]}`);
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
