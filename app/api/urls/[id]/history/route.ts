import { calls } from "@/lib/http/calls";
import { listResponse } from "@/lib/http/list-response";
import { idParams, route } from "@/lib/http/route";
import { listUrlHistory } from "@/lib/urls/history";
import { urlHistorySchema } from "@/lib/urls/list-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route(
    { auth: "session", params: idParams, query: urlHistorySchema },
    async ({ actor, params, query, request }) =>
      listResponse(await listUrlHistory(actor, params.id, query), request.url),
  ),
});
