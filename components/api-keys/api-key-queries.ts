import { callQuery } from "@/components/data/call-query";
import type { ApiKey } from "@/lib/api-keys/types";
import { paths } from "@/lib/paths";

/** The API keys of a group, newest first. */
export function groupApiKeysQuery(groupId: string) {
  return callQuery<ApiKey[]>(paths.api.groupApiKeys(groupId), [paths.api.groups, groupId, "api-keys"]);
}
