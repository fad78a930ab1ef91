import { deleteApiKey } from "@/lib/api-keys/delete";
import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  DELETE: route({ auth: "session", params: idParams }, ({ actor, params }) => deleteApiKey(actor, params.id)),
});
