import { removeMember } from "@/lib/groups/remove-member";
import { memberParams } from "@/lib/groups/schema";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  DELETE: route({ auth: "session", params: memberParams }, ({ actor, params }) =>
    removeMember(actor, params.id, params.userId),
  ),
});
