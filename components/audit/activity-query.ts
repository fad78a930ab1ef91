import { callQuery } from "@/components/data/call-query";
import type { Activity } from "@/lib/audit/types";
import { paths } from "@/lib/paths";

/** Apart from the queries of the audit log, whose filters the dashboard doesn't need. */
export const activityQuery = callQuery<Activity[]>(paths.api.activity);
