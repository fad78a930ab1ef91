import { formatCount, plural } from "@/lib/format";

/** The number of items done at a time. */
export type Sample = { atMs: number; done: number };

/** Long enough to smooth out batches, short enough to follow changes. */
const WINDOW_MS = 10_000;

/** Adds a sample and drops those outside the window. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const [last] = samples.slice(-1);
  if (last?.atMs === sample.atMs) return samples;
  return [...samples.filter(({ atMs }) => sample.atMs - atMs <= WINDOW_MS), sample];
}

/** Items per second; null while too little is known. */
export function speedOf(samples: readonly Sample[]): number | null {
  const [first] = samples;
  const [last] = samples.slice(-1);
  if (!first || !last || last.atMs <= first.atMs || last.done <= first.done) return null;
  return ((last.done - first.done) * 1000) / (last.atMs - first.atMs);
}

/** "1,200 per second, about 5 seconds left"; empty while nothing is known. */
export function speedText(samples: readonly Sample[], total: number): string {
  const perSecond = speedOf(samples);
  const done = samples.at(-1)?.done ?? 0;
  if (perSecond === null) return "";
  const rate = `${formatCount(perSecond < 10 ? Math.round(perSecond * 10) / 10 : Math.round(perSecond))} per second`;
  return total > done ? `${rate}, ${timeLeft((total - done) / perSecond)} left` : rate;
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return `about ${plural(Math.max(1, Math.ceil(seconds)), "second")}`;
  if (seconds < 3_600) return `about ${plural(Math.ceil(seconds / 60), "minute")}`;
  return `about ${plural(Math.ceil(seconds / 3_600), "hour")}`;
}
