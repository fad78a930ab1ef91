import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { csvResponse } from "@/lib/http/stream-response";
import { exportUrlStats } from "@/lib/stats/export";
import { REPEATED, urlStatsSchema } from "@/lib/stats/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route(
    { auth: "session", params: idParams, query: urlStatsSchema, repeated: REPEATED },
    async ({ actor, params, query }) => csvResponse(await exportUrlStats(actor, params.id, query)),
  ),
});
