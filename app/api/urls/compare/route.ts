import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { compareUrls } from "@/lib/stats/queries";
import { compareSchema, REPEATED } from "@/lib/stats/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: compareSchema, repeated: REPEATED }, ({ actor, query }) =>
    compareUrls(actor, query),
  ),
});
