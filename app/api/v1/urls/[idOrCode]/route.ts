import { calls } from "@/lib/http/calls";
import { idOrCodeParams, route } from "@/lib/http/route";
import { deleteApiUrl } from "@/lib/public-api/delete-url";
import { getApiUrl } from "@/lib/public-api/queries";
import { updateApiUrlSchema } from "@/lib/public-api/schema";
import { toResponse } from "@/lib/public-api/types";
import { updateApiUrl } from "@/lib/public-api/update-url";

/** `idOrCode` is the link's id or its short code. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "apiKey", scopes: ["read"], params: idOrCodeParams }, async ({ actor, params }) =>
    toResponse(await getApiUrl(actor, params.idOrCode)),
  ),

  PATCH: route(
    { auth: "apiKey", scopes: ["update"], params: idOrCodeParams, body: updateApiUrlSchema },
    async ({ actor, params, body }) => toResponse(await updateApiUrl(actor, params.idOrCode, body)),
  ),

  DELETE: route({ auth: "apiKey", scopes: ["delete"], params: idOrCodeParams }, async ({ actor, params }) =>
    toResponse(await deleteApiUrl(actor, params.idOrCode)),
  ),
});
