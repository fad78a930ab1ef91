import { calls } from "@/lib/http/calls";
import { idOrCodeParams, route } from "@/lib/http/route";
import { getApiUrlStats } from "@/lib/public-api/queries";
import { statsQuerySchema } from "@/lib/public-api/schema";
import { toResponse } from "@/lib/public-api/types";
import { REPEATED } from "@/lib/stats/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route(
    { auth: "apiKey", scopes: ["read"], params: idOrCodeParams, query: statsQuerySchema, repeated: REPEATED },
    async ({ actor, params, query }) => toResponse(await getApiUrlStats(actor, params.idOrCode, query)),
  ),
});
