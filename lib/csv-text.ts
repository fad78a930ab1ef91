/**
 * Where a cell may begin for a spreadsheet that does not split at commas: at the start of our cell, and after a
 * semicolon, tab or line break. Excel splits at semicolons in many countries, and then ignores our quotes. Spaces and
 * quotes before a formula do not matter.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/**
 * Text for a CSV cell with an apostrophe before everything that a spreadsheet could read as a formula (OWASP, CSV
 * injection).
 */
export function csvText(text: string): string {
  return text.replace(FORMULA, "'");
}
