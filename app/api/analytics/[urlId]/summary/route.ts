import { getUrlSummary } from "@/lib/analytics/queries";
import { urlIdParams, urlSummarySchema } from "@/lib/analytics/schema";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", params: urlIdParams, query: urlSummarySchema }, ({ actor, params, query }) =>
    getUrlSummary(actor, params.urlId, query),
  ),
});
