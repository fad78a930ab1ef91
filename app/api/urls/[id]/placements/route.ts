import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { addPlacement } from "@/lib/qr/placements/add";
import { listPlacements } from "@/lib/qr/placements/queries";
import { addPlacementSchema } from "@/lib/qr/placements/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", params: idParams }, ({ actor, params }) => listPlacements(actor, params.id)),

  POST: route({ auth: "session", params: idParams, body: addPlacementSchema, status: 201 }, ({ actor, params, body }) =>
    addPlacement(actor, params.id, body),
  ),
});
