import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import type { FaviconRefresh } from "@/lib/favicons/types";
import { paths } from "@/lib/paths";

/** The progress of the latest refresh of all favicons. */
export const faviconRefreshQuery = queryOptions({
  queryKey: [paths.api.refreshFavicons],
  queryFn: () => call<FaviconRefresh>("GET", paths.api.refreshFavicons),
});
