import { callQuery } from "@/components/data/call-query";
import { queryKeys } from "@/components/data/query-keys";
import type { ApiKey } from "@/lib/api-keys/types";
import { paths } from "@/lib/paths";

/** The API keys of a group, newest first. */
export function groupApiKeysQuery(groupId: string) {
  return callQuery<ApiKey[]>([...queryKeys.groups, groupId, "api-keys"], paths.api.groupApiKeys(groupId));
}
