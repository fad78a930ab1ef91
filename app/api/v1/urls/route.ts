import { createdResponse } from "@/lib/http/api-response";
import { calls } from "@/lib/http/calls";
import { listResponse } from "@/lib/http/list-response";
import { route } from "@/lib/http/route";
import { createApiUrl } from "@/lib/public-api/create-url";
import { listApiUrls } from "@/lib/public-api/queries";
import { createApiUrlSchema } from "@/lib/public-api/schema";
import { answer } from "@/lib/public-api/types";
import { listApiUrlsSchema } from "@/lib/urls/list-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "apiKey", query: listApiUrlsSchema }, async ({ actor, query, request }) =>
    listResponse(await listApiUrls(actor, query), request.url, answer),
  ),

  POST: route({ auth: "apiKey", body: createApiUrlSchema }, async ({ actor, body, request }) =>
    createdResponse(await createApiUrl(actor, body, request.header("idempotency-key"))),
  ),
});
