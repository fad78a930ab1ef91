/**
 * Repeats a measurement while it returns `limit` or more, and returns the shortest: milliseconds, or a share of another
 * time. A stall of the machine spoils one of them; a product that is too slow fails all.
 */
export async function shortestOf(tries: number, limit: number, measure: () => Promise<number>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let made = 0; made < tries && shortest >= limit; made++) shortest = Math.min(shortest, await measure());
  return shortest;
}
