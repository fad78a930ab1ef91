import { AppError } from "@/lib/errors";

/** The largest images that are accepted take 300 MB, and 400 MB while the largest code is drawn. */
const MAX_RSS_BYTES = 640 * 1024 * 1024;
const POLL_MS = 10;

/** A refusal while the refused work still runs, in a thread that can't be stopped: the process must be killed. */
export class UnfinishedError extends AppError {}

/**
 * Waits for work in another thread, as long as the process stays below its memory limit. An SVG of a few kilobytes can
 * have filters and patterns that take gigabytes.
 *
 * @throws UnfinishedError invalid, with the message, above the limit
 */
export async function withinMemory<T>(work: Promise<T>, message: string, field: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const exceeded = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      if (process.memoryUsage.rss() > MAX_RSS_BYTES) reject(new UnfinishedError("invalid", message, field));
    }, POLL_MS);
  });
  try {
    return await Promise.race([work, exceeded]);
  } finally {
    clearInterval(timer);
  }
}
