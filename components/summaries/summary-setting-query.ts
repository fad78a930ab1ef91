import { callQuery } from "@/components/data/call-query";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { SummarySetting } from "@/lib/summaries/types";

export const summarySettingQuery = callQuery<SummarySetting>(queryKeys.summary, paths.api.summary);
