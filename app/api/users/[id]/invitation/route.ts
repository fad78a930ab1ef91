import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { inviteUser } from "@/lib/users/invite";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route({ auth: "session", params: idParams, status: 202 }, ({ actor, params }) => inviteUser(actor, params.id)),
});
