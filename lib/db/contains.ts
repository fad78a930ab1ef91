import { type Sql, sql } from "@/lib/db/sql";

/** ILIKE pattern for texts that contain this one, with wildcards escaped. */
export function containsPattern(text: string): string {
  return `%${escapeWildcards(text)}%`;
}

/** A text in which ILIKE finds the same as `foldCase` (lib/search-text.ts), in any locale that knows its letters. */
export function folded(text: Sql): Sql {
  return sql`replace(replace(${text}, 'İ', 'i'), 'ς', 'σ')`;
}

/** ILIKE pattern for texts that begin with this one. Has trigrams even for a single letter. */
export function beginsWithPattern(text: string): string {
  return `${escapeWildcards(text)}%`;
}

function escapeWildcards(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
