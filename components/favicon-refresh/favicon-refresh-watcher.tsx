"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef } from "react";
import { queryKeys } from "@/components/data/query-keys";
import { faviconRefreshQuery } from "@/components/favicon-refresh/favicon-refresh-query";
import { toastInTurn } from "@/components/ui/toast-store";
import { formatCount } from "@/lib/format";

const POLL_MS = 1_000;

/** Loaded on demand: few users ever see it. */
const ProgressToast = lazy(() =>
  import("@/components/favicon-refresh/progress-toast").then((module) => ({ default: module.ProgressToast })),
);

/** Shows the progress of a running refresh on every page, polling once a second, and reports its end. */
export function FaviconRefreshWatcher() {
  const client = useQueryClient();
  const { data: refresh } = useQuery({
    ...faviconRefreshQuery,
    enabled: ({ state }) => state.data?.isRunning === true,
    refetchInterval: POLL_MS,
  });
  const wasRunning = useRef(false);

  useEffect(() => {
    if (!refresh || refresh.isRunning === wasRunning.current) return;
    wasRunning.current = refresh.isRunning;
    if (refresh.isRunning) return;
    const { updatedCount, totalUrls } = refresh;
    toastInTurn({ title: `Updated favicons for ${formatCount(updatedCount)} of ${formatCount(totalUrls)} URLs` });
    void client.invalidateQueries({ queryKey: queryKeys.urls });
  }, [client, refresh]);

  return refresh?.isRunning ? (
    <Suspense>
      <ProgressToast refresh={refresh} />
    </Suspense>
  ) : null;
}
