import { callQuery } from "@/components/data/call-query";
import type { Activity } from "@/lib/audit/types";
import { paths } from "@/lib/paths";

/** In a file of its own, since the dashboard doesn't need the filters of the audit log's queries. */
export const activityQuery = callQuery<Activity[]>(paths.api.activity);
