import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { getOwnStats } from "@/lib/stats/queries";
import { REPEATED, statsSchema } from "@/lib/stats/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: statsSchema, repeated: REPEATED }, ({ actor, query }) =>
    getOwnStats(actor, query),
  ),
});
