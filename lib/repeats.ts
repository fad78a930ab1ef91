/** Lines with the same key that come later than this after the first are printed again. */
const WINDOW_MS = 60_000;
/** Beyond this many keys, lines are printed without being counted. */
const MAX_KEYS = 1_000;

type Entry = { count: number; report: (count: number) => void; timer: NodeJS.Timeout };

type Repeats = {
  /**
   * Whether to print a line now. If not, it is counted, and `report` of the latest line with its key is called with the
   * count when the minute is over.
   */
  isFirst(key: string, report: (count: number) => void): boolean;
  /** Reports all counts now, for the end of the process. */
  flush(): void;
};

/** Counts repeated lines instead of printing them. */
export function createRepeats(windowMs = WINDOW_MS): Repeats {
  const entries = new Map<string, Entry>();

  function close(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    clearTimeout(entry.timer);
    entries.delete(key);
    if (entry.count === 0) return;
    entry.report(entry.count);
    // The report counts as the first line of the next minute.
    open(key, entry.report);
  }

  function open(key: string, report: (count: number) => void): void {
    const timer = setTimeout(() => close(key), windowMs);
    timer.unref();
    entries.set(key, { count: 0, report, timer });
  }

  return {
    isFirst(key, report) {
      const entry = entries.get(key);
      if (entry) Object.assign(entry, { count: entry.count + 1, report });
      else if (entries.size < MAX_KEYS) open(key, report);
      return !entry;
    },
    flush() {
      for (const { count, report } of entries.values()) if (count > 0) report(count);
      for (const { timer } of entries.values()) clearTimeout(timer);
      entries.clear();
    },
  };
}
