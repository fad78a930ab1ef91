const MINUTE_MS = 60_000;

/**
 * Calls back every minute, and when the page becomes visible: browsers suspend timers of hidden pages. Returns a
 * function that stops it.
 */
export function watchMinutes(onMinute: () => void): () => void {
  const timer = setInterval(onMinute, MINUTE_MS);
  document.addEventListener("visibilitychange", onMinute);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onMinute);
  };
}
