/** The condition that a column holds a text somewhere, in any case, and each character as itself. */
export function contains(text: string) {
  return { contains: escapeWildcards(text), mode: "insensitive" } as const;
}

/** The same as the pattern of ILIKE. */
export function containsPattern(text: string): string {
  return `%${escapeWildcards(text)}%`;
}

function escapeWildcards(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
