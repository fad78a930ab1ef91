import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import type { ApiKey } from "@/lib/api-keys/types";
import { paths } from "@/lib/paths";

/** The API keys of a group, newest first. */
export function groupApiKeysQuery(groupId: string) {
  return queryOptions({
    queryKey: [...queryKeys.groups, groupId, "api-keys"],
    queryFn: () => call<ApiKey[]>("GET", paths.api.groupApiKeys(groupId)),
  });
}
