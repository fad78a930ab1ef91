import { idParams, route } from "@/lib/http/route";
import { deleteUrl } from "@/lib/urls/delete";
import { updateUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

export const PUT = route({ auth: "session", params: idParams, body: updateUrlSchema }, ({ actor, params, body }) =>
  updateUrl(actor, params.id, body),
);

export const DELETE = route({ auth: "session", params: idParams }, ({ actor, params }) => deleteUrl(actor, params.id));
