import { ApiError } from "@/components/data/api";
import { plural } from "@/lib/format";
import { findUrlProblem, trimUrl, withHttps } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";
import { URL_LIMIT_MAX } from "@/lib/users/schema";

/** Maximum number of links created from one list. No user may have more active links than this. */
export const MANY_MAX = URL_LIMIT_MAX;

/** Number of lines with problems that a message names besides the first one. */
const NAMED_LINES = 5;

/** The lines of a text, without empty ones. */
export function toLines(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map(trimUrl)
    .filter(Boolean);
}

/**
 * The lines of a pasted text if several of the first MANY_MAX are URLs; otherwise null, for example for a single URL
 * that an email has wrapped.
 */
export function findPastedUrls(text: string): string[] | null {
  const lines = toLines(text);
  let urls = 0;
  for (const line of lines.slice(0, MANY_MAX)) {
    if (findUrlProblem(line) === undefined || withHttps(line) !== null) urls++;
    if (urls > 1) return lines;
  }
  return null;
}

/** Why the lines cannot be created; undefined if they can. */
export function findManyProblem(lines: readonly string[], room: number): string | undefined {
  if (lines.length === 0) return findUrlProblem("");
  if (lines.length > MANY_MAX) return `At most ${MANY_MAX} short URLs can be created at a time`;
  const [first, ...others] = lines.flatMap((line, index) => {
    const problem = findUrlProblem(line);
    return problem ? { line: index + 1, problem } : [];
  });
  if (first) return `Line ${first.line}: ${first.problem}${othersText(others.map(({ line }) => line))}`;
  if (lines.length <= room) return undefined;
  return `Your limit allows ${plural(room, "more active URL")}. Remove ${plural(lines.length - room, "line")}.`;
}

function othersText(lines: readonly number[]): string {
  if (lines.length === 0) return "";
  if (lines.length === 1) return `. Line ${lines[0]} has a problem too`;
  const named = lines.slice(0, NAMED_LINES);
  const last = named.length < lines.length ? `${lines.length - named.length} more` : named.pop();
  return `. Lines ${named.join(", ")} and ${last} have problems too`;
}

/** Adds https:// to lines that lack only that. `added` is their number. */
export function addSchemes(lines: readonly string[]): { lines: string[]; added: number } {
  const fixed = lines.map((line) => withHttps(line) ?? line);
  return { lines: fixed, added: fixed.filter((line, index) => line !== lines[index]).length };
}

export type ManyOutcome = {
  created: ShortUrl[];
  /** Lines that the server refused, with its reasons. */
  refused: { line: string; reason: string }[];
  /** Lines that were not created because of `failure`, or because it was stopped. */
  rest: string[];
  failure?: unknown;
};

/**
 * Creates links one after the other. Continues after a refused one, but not after a failure that would affect all.
 *
 * @param isStopped checked before each
 */
export async function createMany(
  lines: readonly string[],
  create: (originalUrl: string) => Promise<ShortUrl>,
  isStopped: () => boolean,
): Promise<ManyOutcome> {
  const outcome: ManyOutcome = { created: [], refused: [], rest: [] };
  for (const [index, line] of lines.entries()) {
    if (isStopped()) return { ...outcome, rest: lines.slice(index) };
    try {
      outcome.created.push(await create(line));
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.status !== 400) {
        return { ...outcome, rest: lines.slice(index), failure };
      }
      outcome.refused.push({ line, reason: failure.serverMessage ?? failure.message });
    }
  }
  return outcome;
}
