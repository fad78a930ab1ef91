/**
 * The style of a large number that shrinks to the width of its `@container`, instead of being cut off. A digit is about
 * 0.6 em wide.
 */
export function fittingSize(text: string): { fontSize: string } {
  return { fontSize: `min(1.5rem, ${(160 / text.length).toFixed(1)}cqi)` };
}
