import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { getSumStats } from "@/lib/stats/queries";
import { REPEATED, statsSchema } from "@/lib/stats/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route(
    { auth: "session", params: idParams, query: statsSchema, repeated: REPEATED },
    ({ actor, params, query }) => getSumStats(actor, params.id, query),
  ),
});
