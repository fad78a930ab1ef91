import { within } from "@/lib/within";

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void };

/** A batch that takes longer, as on a connection that hangs, no longer delays the next. */
const TIMEOUT_MS = 1_000;

/**
 * Batches concurrent calls: those made in one turn of the event loop, and those made while a batch runs, which form the
 * next one. Requests that arrive together thus share their queries.
 * No call is answered with data that was read before it was made.
 *
 * @param serve returns one result per item, in order; if it throws, every call of the batch rejects with that error
 */
export function batched<T, R>(serve: (items: T[]) => Promise<R[]>): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      const batch = waiting;
      waiting = [];
      await within(TIMEOUT_MS, serveBatch(batch), undefined);
    }
    isRunning = false;
  }

  async function serveBatch(batch: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await serve(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
}
