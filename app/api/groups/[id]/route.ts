import { updateGroupSchema } from "@/lib/groups/schema";
import { updateGroup } from "@/lib/groups/update";
import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  PUT: route({ auth: "session", params: idParams, body: updateGroupSchema }, ({ actor, params, body }) =>
    updateGroup(actor, params.id, body),
  ),
});
