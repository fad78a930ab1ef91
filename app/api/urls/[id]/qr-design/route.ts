import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { resetUrlDesignSchema, urlDesignSchema } from "@/lib/qr/designs/template-schema";
import { getUrlDesign, resetUrlDesign, setUrlDesign } from "@/lib/qr/designs/url-design";

/** Proving that a design can be scanned takes some tenths of a second. */
const PROOF_COST = 10;

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
