import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { createShare } from "@/lib/shares/create";
import { listShares } from "@/lib/shares/queries";
import { createShareSchema } from "@/lib/shares/schema";

/** Hashing a password takes a tenth of a second. */
const CREATE_COST = 20;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", params: idParams }, ({ actor, params }) => listShares(actor, params.id)),

  POST: route(
    { auth: "session", params: idParams, body: createShareSchema, status: 201, cost: CREATE_COST },
    ({ actor, params, body }) => createShare(actor, params.id, body),
  ),
});
