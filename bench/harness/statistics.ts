/** The median; NaN if there are no values. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value that this share of all values does not exceed; NaN if there are none. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** `size` distinct whole numbers from 1 to `count`. */
export function sample(count: number, size: number): number[] {
  const chosen = new Set<number>();
  while (chosen.size < Math.min(count, size)) chosen.add(1 + Math.floor(Math.random() * count));
  return [...chosen];
}
