import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { compareUrls } from "@/lib/stats/queries";
import { compareSchema, MANY_LINKS_COST, REPEATED } from "@/lib/stats/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", cost: MANY_LINKS_COST, query: compareSchema, repeated: REPEATED }, ({ actor, query }) =>
    compareUrls(actor, query),
  ),
});
