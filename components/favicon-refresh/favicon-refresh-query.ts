import { callQuery } from "@/components/data/call-query";
import type { FaviconRefresh } from "@/lib/favicons/types";
import { paths } from "@/lib/paths";

/** The progress of the latest refresh of all favicons. */
export const faviconRefreshQuery = callQuery<FaviconRefresh>(paths.api.refreshFavicons, [paths.api.refreshFavicons]);
