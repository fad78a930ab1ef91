import { callQuery } from "@/components/data/call-query";
import { paths } from "@/lib/paths";
import type { SummarySetting } from "@/lib/summaries/types";

export const summarySettingQuery = callQuery<SummarySetting>(paths.api.summary);
