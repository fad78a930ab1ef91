import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { getSumStats } from "@/lib/stats/queries";
import { MANY_LINKS_COST, REPEATED, statsSchema } from "@/lib/stats/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", cost: MANY_LINKS_COST, query: statsSchema, repeated: REPEATED }, ({ actor, query }) =>
    getSumStats(actor, null, query),
  ),
});
