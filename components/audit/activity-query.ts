import { callQuery } from "@/components/data/call-query";
import { queryKeys } from "@/components/data/query-keys";
import type { Activity } from "@/lib/audit/types";
import { paths } from "@/lib/paths";

/** Apart from the queries of the audit log, whose filters the dashboard doesn't need. */
export const activityQuery = callQuery<Activity[]>(queryKeys.activity, paths.api.activity);
