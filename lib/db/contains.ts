/** The condition that a column holds a text somewhere, in any case, and each character as itself. */
export function contains(text: string) {
  return { contains: text.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" } as const;
}
