import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { callQuery } from "@/components/data/call-query";
import type { ProgressCard } from "@/components/progress/progress-toasts";
import { toastInTurn } from "@/components/ui/toast/toast-store";
import type { FaviconRefresh } from "@/lib/favicons/types";
import { formatCount } from "@/lib/format";
import { paths } from "@/lib/paths";

/** The progress of the latest refresh of all favicons. */
export const faviconRefreshQuery = callQuery<FaviconRefresh>(paths.api.refreshFavicons);

const POLL_MS = 1_000;

/** The progress of a refresh that this page knows of, polled once a second; reports its end. */
export function useFaviconProgress(): readonly ProgressCard[] {
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
    void client.invalidateQueries({ queryKey: [paths.api.urls] });
  }, [client, refresh]);

  return useMemo(() => {
    if (!refresh?.isRunning) return [];
    const { totalUrls: total, updatedCount, failedCount } = refresh;
    const done = updatedCount + failedCount;
    const texts = { title: "Refreshing favicons", label: "Refresh favicons", unit: "URL" };
    return [{ id: "favicon-refresh", state: "running", ...texts, done, total }];
  }, [refresh]);
}
