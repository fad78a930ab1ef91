import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { deleteTemplate } from "@/lib/qr/designs/delete-template";
import { PROOF_COST, updateTemplateSchema } from "@/lib/qr/designs/template-schema";
import { getTemplate } from "@/lib/qr/designs/templates";
import { updateTemplate } from "@/lib/qr/designs/update-template";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", params: idParams }, ({ actor, params }) => getTemplate(actor, params.id)),

  PUT: route(
    { auth: "session", params: idParams, body: updateTemplateSchema, cost: PROOF_COST },
    ({ actor, params, body }) => updateTemplate(actor, params.id, body),
  ),

  DELETE: route({ auth: "session", params: idParams }, ({ actor, params }) => deleteTemplate(actor, params.id)),
});
