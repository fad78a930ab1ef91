import { openLiveChanges } from "@/lib/analytics/live";
import { liveSchema } from "@/lib/analytics/schema";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { eventResponse } from "@/lib/http/stream-response";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: liveSchema }, async ({ actor, query, request }) =>
    eventResponse(await openLiveChanges(actor, query, request.cookie)),
  ),
});
