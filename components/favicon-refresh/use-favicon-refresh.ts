import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "@/components/data/api";
import { toastFailure } from "@/components/data/toast-error";
import { faviconRefreshQuery } from "@/components/favicon-refresh/use-favicon-progress";
import type { FaviconRefresh } from "@/lib/favicons/types";
import { paths } from "@/lib/paths";

const LOOK_EVERY_MS = 15_000;

/** Whether a refresh is running, as far as this page knows, and how to start one. `useFaviconProgress` follows it. */
export function useFaviconRefresh() {
  const client = useQueryClient();
  const { data } = useQuery({ ...faviconRefreshQuery, enabled: false });
  const start = useMutation({
    mutationFn: () => call<FaviconRefresh>("POST", paths.api.refreshFavicons),
    // Also when there was nothing to do: the watcher reports the end.
    onSuccess: (refresh) => client.setQueryData(faviconRefreshQuery.queryKey, { ...refresh, isRunning: true }),
    onError: (error) => toastFailure(error, "Failed to refresh favicons"),
  });
  return { isRunning: data?.isRunning ?? false, start };
}

/**
 * Detects a refresh started by another user: on mount, when the tab becomes visible, and every 15 seconds. Not a query,
 * because queries never refetch on their own (spec section 7), and a failure here is not worth reporting.
 */
export function useOthersRefresh({ enabled }: { enabled: boolean }): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!enabled) return;
    const look = () => {
      if (!document.hidden) void lookForRefresh(client);
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [client, enabled]);
}

/**
 * Asks the server once. Its response is ignored if the state changed in the meantime: it may be older than the start of
 * a refresh, whose end it would seem to report, or older than the end.
 */
export async function lookForRefresh(client: QueryClient): Promise<void> {
  const { queryKey } = faviconRefreshQuery;
  const version = () => client.getQueryState(queryKey)?.dataUpdateCount;
  const before = version();
  const refresh = await call<FaviconRefresh>("GET", paths.api.refreshFavicons).catch(() => null);
  if (refresh && version() === before) client.setQueryData(queryKey, refresh);
}
