/** Numbers are refetched at most this often. */
const REFETCH_INTERVAL_MS = 3_000;
/** A connection is given up after this long without an event; the server sends one every 5 to 10 seconds. */
const SILENCE_MS = 20_000;
/** Delay after a refusal, such as by a server that is starting, or after silence. Doubles each time. */
const MIN_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;
/** While there is no stream, numbers are refetched at most this often. */
const POLL_MS = 60_000;

/**
 * Listens to a stream of live changes while the page is visible.
 *
 * @param refetch called once the stream is open, after changes, and now and then while there is no stream
 * @param onLive called with whether the stream is open
 * @returns a function that stops listening
 */
export function listenWhileVisible(path: string, refetch: () => void, onLive: (isLive: boolean) => void): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;
  let retryMs = MIN_RETRY_MS;
  let polledAt = Number.NEGATIVE_INFINITY;

  const onChange = () => {
    next ??= setTimeout(() => {
      next = undefined;
      refetch();
    }, REFETCH_INTERVAL_MS);
  };
  const disconnect = () => {
    clearTimeout(retry);
    clearTimeout(silence);
    source?.close();
    source = null;
    onLive(false);
  };
  const onFailure = () => {
    disconnect();
    retry = setTimeout(open, retryMs);
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
    if (performance.now() - polledAt < POLL_MS) return;
    polledAt = performance.now();
    refetch();
  };
  const awaitEvent = () => {
    clearTimeout(silence);
    silence = setTimeout(onFailure, SILENCE_MS);
  };
  const onEvent = () => {
    retryMs = MIN_RETRY_MS;
    awaitEvent();
  };
  const open = () => {
    const opened = new EventSource(path);
    source = opened;
    awaitEvent();
    opened.onopen = () => {
      awaitEvent();
      onLive(true);
      // Changes since the page was rendered, or since the last connection, were missed.
      onChange();
    };
    opened.onerror = () => {
      // The browser reconnects on its own, for which it has until the end of the silence, but not after a refusal.
      if (opened.readyState === EventSource.CLOSED) return onFailure();
      onLive(false);
    };
    opened.addEventListener("heartbeat", onEvent);
    opened.addEventListener("changed", onEvent);
    opened.addEventListener("changed", onChange);
  };
  const onVisibility = () => {
    if (document.hidden) close();
    else if (!source) open();
  };
  const close = () => {
    disconnect();
    clearTimeout(next);
    next = undefined;
    retryMs = MIN_RETRY_MS;
  };
  onVisibility();
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    close();
  };
}
