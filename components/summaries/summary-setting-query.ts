import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { SummarySetting } from "@/lib/summaries/types";

export const summarySettingQuery = queryOptions({
  queryKey: queryKeys.summary,
  queryFn: () => call<SummarySetting>("GET", paths.api.summary),
});
