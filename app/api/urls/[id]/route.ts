import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { deleteUrl } from "@/lib/urls/delete";
import { getListedUrl } from "@/lib/urls/list";
import { updateUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", params: idParams }, ({ actor, params }) => getListedUrl(actor, params.id)),

  PUT: route({ auth: "session", params: idParams, body: updateUrlSchema }, ({ actor, params, body }) =>
    updateUrl(actor, params.id, body),
  ),

  DELETE: route({ auth: "session", params: idParams }, ({ actor, params }) => deleteUrl(actor, params.id)),
});
