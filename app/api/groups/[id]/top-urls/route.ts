import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { statsTopUrlsSchema } from "@/lib/stats/schema";
import { getSumTopUrls } from "@/lib/stats/top-urls";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", params: idParams, query: statsTopUrlsSchema }, ({ actor, params, query }) =>
    getSumTopUrls(actor, params.id, query),
  ),
});
