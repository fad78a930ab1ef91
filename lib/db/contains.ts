/** Prisma condition for a case-insensitive substring match, with wildcards escaped. */
export function contains(text: string) {
  return { contains: escapeWildcards(text), mode: "insensitive" } as const;
}

/** The same as an ILIKE pattern. */
export function containsPattern(text: string): string {
  return `%${escapeWildcards(text)}%`;
}

/** ILIKE pattern for texts that begin with this one. Has trigrams even for a single letter. */
export function beginsWithPattern(text: string): string {
  return `${escapeWildcards(text)}%`;
}

function escapeWildcards(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
