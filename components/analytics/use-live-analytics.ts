import { useEffect, useEffectEvent, useState } from "react";
import { paths } from "@/lib/paths";

export type LiveState = "live" | "waiting";

/** Numbers are refetched at most this often. */
const REFETCH_INTERVAL_MS = 3_000;
/** Delay after a refusal, such as by a server that is starting. */
const RETRY_AFTER_MS = 5_000;

/**
 * Calls `refetch` once the stream is open and after clicks were stored, while the page is visible. Also calls it when
 * the server refuses to stream: the refetched call then says why.
 *
 * @param scope scope of the clicks, as a query string: `url=…`, `group=…` or `own=true`; all links by default
 * @returns whether the stream is open
 */
export function useLiveAnalytics(refetch: () => void, scope = ""): LiveState {
  const [state, setState] = useState<LiveState>("waiting");
  const onRefetch = useEffectEvent(refetch);
  useEffect(() => {
    const path = paths.api.analyticsLive;
    return listenWhileVisible(scope ? `${path}?${scope}` : path, () => onRefetch(), setState);
  }, [scope]);
  return state;
}

/** Returns a function that stops listening. */
function listenWhileVisible(path: string, refetch: () => void, onState: (state: LiveState) => void): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;
  const onChange = () => {
    next ??= setTimeout(() => {
      next = undefined;
      refetch();
    }, REFETCH_INTERVAL_MS);
  };
  const close = () => {
    clearTimeout(retry);
    clearTimeout(next);
    next = undefined;
    source?.close();
    source = null;
    onState("waiting");
  };
  const open = () => {
    const opened = new EventSource(path);
    source = opened;
    opened.onopen = () => {
      onState("live");
      // Changes since the page was rendered, or since the last connection, were missed.
      onChange();
    };
    opened.onerror = () => {
      onState("waiting");
      // The browser reconnects on its own, but not after a refusal.
      if (opened.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(open, RETRY_AFTER_MS);
      refetch();
    };
    opened.addEventListener("changed", onChange);
  };
  const onVisibility = () => {
    if (document.hidden) close();
    else if (!source) open();
  };
  onVisibility();
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    close();
  };
}
