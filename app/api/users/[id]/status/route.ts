import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { userStatusSchema } from "@/lib/users/schema";
import { setUserStatus } from "@/lib/users/set-status";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  PUT: route({ auth: "session", params: idParams, body: userStatusSchema }, ({ actor, params, body }) =>
    setUserStatus(actor, params.id, body.status, body.ifStatus),
  ),
});
