type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void };

/** A connection may hang for minutes: those who wait go on without it. */
const PATIENCE_MS = 1_000;

/**
 * Has what comes at once served at once: the first by itself, and those that come while it is being
 * served together as the next, so that none is answered by what was looked up before it came.
 *
 * @param serve gives a result for each item in their order; when it throws, all of them are refused so
 */
export function together<T, R>(serve: (items: T[]) => Promise<R[]>): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  let isServing = false;

  async function run(): Promise<void> {
    isServing = true;
    while (waiting.length > 0) {
      const served = waiting;
      waiting = [];
      await endOrPatience(serveAll(served));
    }
    isServing = false;
  }

  async function serveAll(served: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await serve(served.map(({ item }) => item));
      for (const [place, { resolve }] of served.entries()) resolve(results[place] as R);
    } catch (error) {
      for (const { reject } of served) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isServing) void run();
    });
}

function endOrPatience(work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
