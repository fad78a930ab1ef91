/**
 * Where a spreadsheet that splits at something else than our commas would see the beginning of a cell:
 * at the cell's own beginning, and after a semicolon, a tab or a line break. Excel splits at semicolons
 * in many countries, and our quotes mean nothing to it in the middle of what it takes for a cell.
 * Spaces and quotes before the formula change nothing.
 */
const FORMULA = /(^|[;\t\r\n])(?=[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/**
 * Text for a cell of a CSV file, which no spreadsheet takes for a formula: an apostrophe stands before
 * each (OWASP, CSV injection).
 */
export function csvText(text: string): string {
  return text.replace(FORMULA, "$1'");
}
