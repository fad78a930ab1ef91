import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { csvResponse } from "@/lib/http/stream-response";
import { exportComparedUrls } from "@/lib/stats/export";
import { compareSchema, MANY_LINKS_COST, REPEATED } from "@/lib/stats/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route(
    { auth: "session", cost: MANY_LINKS_COST, query: compareSchema, repeated: REPEATED },
    async ({ actor, query }) => csvResponse(await exportComparedUrls(actor, query)),
  ),
});
