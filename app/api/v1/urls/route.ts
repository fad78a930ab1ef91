import { createdResponse, upsertedResponse } from "@/lib/http/api-response";
import { calls } from "@/lib/http/calls";
import { listResponse } from "@/lib/http/list-response";
import { route } from "@/lib/http/route";
import { createApiUrl } from "@/lib/public-api/create-url";
import { listApiUrls } from "@/lib/public-api/queries";
import { createApiUrlSchema, upsertApiUrlSchema } from "@/lib/public-api/schema";
import { toResponse } from "@/lib/public-api/types";
import { upsertApiUrl } from "@/lib/public-api/upsert-url";
import { listApiUrlsSchema } from "@/lib/urls/list-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "apiKey", scopes: ["read"], query: listApiUrlsSchema }, async ({ actor, query, request }) =>
    listResponse(await listApiUrls(actor, query), request.url, toResponse),
  ),

  POST: route({ auth: "apiKey", scopes: ["create"], body: createApiUrlSchema }, async ({ actor, body, request }) =>
    createdResponse(await createApiUrl(actor, body, request.header("idempotency-key"))),
  ),

  PUT: route({ auth: "apiKey", scopes: ["create", "update"], body: upsertApiUrlSchema }, async ({ actor, body }) =>
    upsertedResponse(await upsertApiUrl(actor, body)),
  ),
});
