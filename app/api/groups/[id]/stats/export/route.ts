import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { csvResponse } from "@/lib/http/stream-response";
import { exportSumStats } from "@/lib/stats/export";
import { REPEATED, statsSchema } from "@/lib/stats/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route(
    { auth: "session", params: idParams, query: statsSchema, repeated: REPEATED },
    async ({ actor, params, query }) => csvResponse(await exportSumStats(actor, params.id, query)),
  ),
});
