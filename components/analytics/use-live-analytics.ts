"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { paths } from "@/lib/paths";

export type LiveState = "live" | "waiting";

/** The numbers are fetched no more often than this, however many visit. */
const REFRESH_EVERY_MS = 3_000;

/**
 * Calls `onClicks` when the totals that the server tells have changed, for as long as the page is to be seen.
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
    const stop = listenWhileVisible(onTotals, setState);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return state;
}

/** @returns how to stop */
function listenWhileVisible(onTotals: (totals: string) => void, onState: (state: LiveState) => void): () => void {
  let source: EventSource | null = null;
  const close = () => {
    source?.close();
    source = null;
    onState("waiting");
  };
  const onVisibility = () => {
    if (document.hidden) return close();
    if (source) return;
    source = new EventSource(paths.api.analyticsLive);
    source.onopen = () => onState("live");
    source.onerror = () => onState("waiting");
    source.addEventListener("totals", ({ data }) => onTotals(String(data)));
  };
  onVisibility();
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    close();
  };
}
