"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { paths } from "@/lib/paths";

export type LiveState = "live" | "waiting";

/** The numbers are fetched no more often than this, however many visit. */
const REFRESH_EVERY_MS = 3_000;
/** Between a refusal, as of a server that is starting, and the next try. */
const RETRY_AFTER_MS = 5_000;

/**
 * Calls `onClicks` when the totals that the server tells have changed, for as long as the page is to be seen,
 * and when the server refuses to tell them: the call that fetches the numbers then says why.
 *
 * @returns whether the server is being listened to
 */
export function useLiveAnalytics(onClicks: () => void): LiveState {
  const [state, setState] = useState<LiveState>("waiting");
  const refresh = useEffectEvent(onClicks);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let told: string | null = null;
    const onTotals = (totals: string) => {
      const isChange = told !== null && told !== totals;
      told = totals;
      if (!isChange) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        refresh();
      }, REFRESH_EVERY_MS);
    };
    const onRefused = () => {
      // Whatever is told next, the numbers are not known to be those.
      told = "";
      refresh();
    };
    const stop = listenWhileVisible({ onTotals, onRefused, onState: setState });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return state;
}

type Listeners = {
  onTotals: (totals: string) => void;
  onRefused: () => void;
  onState: (state: LiveState) => void;
};

/** @returns how to stop */
function listenWhileVisible({ onTotals, onRefused, onState }: Listeners): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    clearTimeout(retry);
    source?.close();
    source = null;
    onState("waiting");
  };
  const open = () => {
    const opened = new EventSource(paths.api.analyticsLive);
    source = opened;
    opened.onopen = () => onState("live");
    opened.onerror = () => {
      onState("waiting");
      // A connection that broke is opened again by the browser, one that was refused is not.
      if (opened.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(open, RETRY_AFTER_MS);
      onRefused();
    };
    opened.addEventListener("totals", ({ data }) => onTotals(String(data)));
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
