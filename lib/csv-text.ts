/**
 * Space and quotes before a character with which a formula may begin. The lookbehind keeps the search from starting
 * again at every space of a long row of them, which takes a millisecond for a referrer.
 */
const BEFORE_FORMULA = /(?<![\s"])[\s"]*(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/**
 * Text for a CSV cell with an apostrophe before everything that a spreadsheet could read as a formula (OWASP, CSV
 * injection). A spreadsheet that does not split at commas may begin a cell at the start of ours, and after a semicolon,
 * tab or line break: Excel splits at semicolons in many countries, and then ignores our quotes.
 */
export function csvText(text: string): string {
  return text.replace(BEFORE_FORMULA, (space, at: number) => {
    const isAtStart = at === 0 || text[at - 1] === ";";
    return `${isAtStart ? "'" : ""}${space.replace(/[\t\r\n]/g, "$&'")}`;
  });
}
