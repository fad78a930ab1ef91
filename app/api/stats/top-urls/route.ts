import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { MANY_LINKS_COST, statsTopUrlsSchema } from "@/lib/stats/schema";
import { getSumTopUrls } from "@/lib/stats/top-urls";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", cost: MANY_LINKS_COST, query: statsTopUrlsSchema }, ({ actor, query }) =>
    getSumTopUrls(actor, null, query),
  ),
});
