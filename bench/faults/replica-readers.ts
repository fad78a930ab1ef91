import { median } from "@/bench/harness/statistics";

const READERS = 2;
const PATHS = [
  "/api/urls?limit=50",
  "/api/urls?q=usual",
  "/api/search?q=path",
  "/api/dashboard/stats",
  "/api/dashboard/top-urls",
  "/api/analytics/global?period=month",
  "/api/analytics/top-urls?period=week",
];

type Taken = { count: number; failed: number; slowest: number; median: number };

export type Readers = {
  /** Whether each path has been read. */
  hasReadAll: () => boolean;
  /** Results since the last call; times in milliseconds. */
  take: () => Taken;
  stop: () => Promise<void>;
};

/** Users who read lists and statistics without pausing. */
export function startReaders(url: string, cookie: string): Readers {
  let times: number[] = [];
  let failed = 0;
  let total = 0;
  let isStopped = false;
  async function read(first: number): Promise<void> {
    for (let n = first; !isStopped; n++) {
      const began = performance.now();
      const isGood = await fetch(`${url}${PATHS[n % PATHS.length]}`, { headers: { cookie } }).then(
        async (response) => response.ok && Boolean(await response.text()),
        () => false,
      );
      times.push(performance.now() - began);
      total += 1;
      if (!isGood) failed += 1;
    }
  }
  const running = Promise.all(Array.from({ length: READERS }, (_, n) => read(n)));
  return {
    hasReadAll: () => total >= READERS * PATHS.length,
    take: () => {
      const taken = { count: times.length, failed, slowest: Math.max(0, ...times), median: median(times) };
      [times, failed] = [[], 0];
      return taken;
    },
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}
