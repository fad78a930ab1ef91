import { calls } from "@/lib/http/calls";
import { listResponse } from "@/lib/http/list-response";
import { route } from "@/lib/http/route";
import { listClicks } from "@/lib/stats/clicks";
import { listClicksSchema, REPEATED, urlIdParams } from "@/lib/stats/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route(
    { auth: "session", params: urlIdParams, query: listClicksSchema, repeated: REPEATED },
    async ({ actor, params, query, request }) =>
      listResponse(await listClicks(actor, params.urlId, query), request.url),
  ),
});
