const MINUTE_MS = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Calls back every minute while the page is visible, and when it becomes visible again. All callers share one timer.
 * Returns a function that stops it.
 */
export function watchMinutes(onMinute: () => void): () => void {
  if (listeners.size === 0) {
    document.addEventListener("visibilitychange", onVisibility);
    startTimer();
  }
  listeners.add(onMinute);
  return () => {
    listeners.delete(onMinute);
    if (listeners.size > 0) return;
    document.removeEventListener("visibilitychange", onVisibility);
    clearInterval(timer);
  };
}

function onVisibility(): void {
  clearInterval(timer);
  startTimer();
  if (!document.hidden) tick();
}

function startTimer(): void {
  if (!document.hidden) timer = setInterval(tick, MINUTE_MS);
}

function tick(): void {
  for (const onMinute of listeners) onMinute();
}
