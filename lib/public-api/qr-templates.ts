import type { ApiCaller } from "@/lib/api-keys/types";
import { assertScope } from "@/lib/api-keys/usable";
import type { ApiTemplate } from "@/lib/public-api/qr-types";
import { templatesOfGroup } from "@/lib/qr/designs/templates";

/**
 * Lists the templates that links of the key's group can have, by name.
 *
 * @throws AppError insufficient_scope
 */
export async function listApiTemplates(caller: ApiCaller): Promise<ApiTemplate[]> {
  assertScope(caller, "read");
  const templates = await templatesOfGroup(caller.groupId);
  return templates.map(({ canManage, urlCount, ...template }) => template);
}
