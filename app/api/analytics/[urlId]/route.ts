import { listClicks } from "@/lib/analytics/clicks";
import { listClicksSchema, urlIdParams } from "@/lib/analytics/schema";
import { calls } from "@/lib/http/calls";
import { listResponse } from "@/lib/http/list-response";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route(
    { auth: "session", params: urlIdParams, query: listClicksSchema },
    async ({ actor, params, query, request }) =>
      listResponse(await listClicks(actor, params.urlId, query), request.url),
  ),
});
