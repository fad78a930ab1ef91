import { callQuery } from "@/components/data/call-query";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { Setting } from "@/lib/settings/types";

export const settingsQuery = callQuery<Setting[]>(queryKeys.settings, paths.api.settings);
