import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { getUrlStats } from "@/lib/stats/queries";
import { REPEATED, urlStatsSchema } from "@/lib/stats/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route(
    { auth: "session", params: idParams, query: urlStatsSchema, repeated: REPEATED },
    ({ actor, params, query }) => getUrlStats(actor, params.id, query),
  ),
});
