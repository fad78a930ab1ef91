import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { csvResponse } from "@/lib/http/stream-response";
import { exportSumStats } from "@/lib/stats/export";
import { MANY_LINKS_COST, REPEATED, statsSchema } from "@/lib/stats/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route(
    { auth: "session", cost: MANY_LINKS_COST, query: statsSchema, repeated: REPEATED },
    async ({ actor, query }) => csvResponse(await exportSumStats(actor, null, query)),
  ),
});
