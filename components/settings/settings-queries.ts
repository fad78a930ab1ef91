import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { Setting } from "@/lib/settings/types";

export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: () => call<Setting[]>("GET", paths.api.settings),
});
