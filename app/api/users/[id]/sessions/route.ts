import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { endSessionsOf } from "@/lib/sessions/end";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  DELETE: route({ auth: "session", params: idParams }, ({ actor, params }) => endSessionsOf(actor, params.id)),
});
