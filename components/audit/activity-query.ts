import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import type { Activity } from "@/lib/audit/types";
import { paths } from "@/lib/paths";

/** Apart from the queries of the audit log, whose filters the dashboard doesn't need. */
export const activityQuery = queryOptions({
  queryKey: queryKeys.activity,
  queryFn: () => call<Activity[]>("GET", paths.api.activity),
});
