import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { addApiPlacement, listApiPlacements } from "@/lib/public-api/placements";
import { toResponse } from "@/lib/public-api/types";
import { addPlacementSchema } from "@/lib/qr/placements/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "apiKey", scopes: ["read"], params: idParams }, async ({ actor, params }) =>
    toResponse(await listApiPlacements(actor, params.id)),
  ),

  POST: route(
    { auth: "apiKey", scopes: ["update"], params: idParams, body: addPlacementSchema, status: 201 },
    async ({ actor, params, body }) => toResponse(await addApiPlacement(actor, params.id, body)),
  ),
});
