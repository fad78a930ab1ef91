import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { deleteApiUrl } from "@/lib/public-api/delete-url";
import { getApiUrl } from "@/lib/public-api/queries";
import { updateApiUrlSchema } from "@/lib/public-api/schema";
import { toResponse } from "@/lib/public-api/types";
import { updateApiUrl } from "@/lib/public-api/update-url";

/** `id` is the link's id or its short code. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "apiKey", scopes: ["read"], params: idParams }, async ({ actor, params }) =>
    toResponse(await getApiUrl(actor, params.id)),
  ),

  PATCH: route(
    { auth: "apiKey", scopes: ["update"], params: idParams, body: updateApiUrlSchema },
    async ({ actor, params, body }) => toResponse(await updateApiUrl(actor, params.id, body)),
  ),

  DELETE: route({ auth: "apiKey", scopes: ["delete"], params: idParams }, async ({ actor, params }) =>
    toResponse(await deleteApiUrl(actor, params.id)),
  ),
});
