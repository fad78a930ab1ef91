import { useEffect, useEffectEvent, useState } from "react";
import { listenWhileVisible } from "@/components/analytics/live-events";
import { paths } from "@/lib/paths";

export type LiveState = "live" | "waiting";

/**
 * Calls `refetch` once the stream is open and after clicks were stored, while the page is visible. Also calls it when
 * the server refuses to stream, or nothing comes: the refetched call then says why, or has the numbers.
 *
 * @param scope scope of the clicks, as a query string: `url=…`, `group=…` or `own=true`; all links by default
 * @returns whether the stream is open
 */
export function useLiveAnalytics(refetch: () => void, scope = ""): LiveState {
  const [state, setState] = useState<LiveState>("waiting");
  const onRefetch = useEffectEvent(refetch);
  useEffect(() => {
    const path = paths.api.analyticsLive;
    return listenWhileVisible(
      scope ? `${path}?${scope}` : path,
      () => onRefetch(),
      (isLive) => setState(isLive ? "live" : "waiting"),
    );
  }, [scope]);
  return state;
}
