import { calls } from "@/lib/http/calls";
import { idOrCodeParams, route } from "@/lib/http/route";
import { addApiPlacement, listApiPlacements } from "@/lib/public-api/placements";
import { toResponse } from "@/lib/public-api/types";
import { addPlacementSchema } from "@/lib/qr/placements/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "apiKey", scopes: ["read"], params: idOrCodeParams }, async ({ actor, params }) =>
    toResponse(await listApiPlacements(actor, params.idOrCode)),
  ),

  POST: route(
    { auth: "apiKey", scopes: ["update"], params: idOrCodeParams, body: addPlacementSchema, status: 201 },
    async ({ actor, params, body }) => toResponse(await addApiPlacement(actor, params.idOrCode, body)),
  ),
});
