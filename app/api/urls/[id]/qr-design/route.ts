import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { PROOF_COST, resetUrlDesignSchema, urlDesignSchema } from "@/lib/qr/designs/template-schema";
import { getUrlDesign, resetUrlDesign, setUrlDesign } from "@/lib/qr/designs/url-design";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", params: idParams }, ({ actor, params }) => getUrlDesign(actor, params.id)),

  PUT: route(
    { auth: "session", params: idParams, body: urlDesignSchema, cost: PROOF_COST },
    ({ actor, params, body }) => setUrlDesign(actor, params.id, body),
  ),

  DELETE: route(
    { auth: "session", params: idParams, body: resetUrlDesignSchema, isBodyOptional: true },
    ({ actor, params, body }) => resetUrlDesign(actor, params.id, body),
  ),
});
