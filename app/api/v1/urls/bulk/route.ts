import { bulkCreatedResponse } from "@/lib/http/api-response";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { createApiUrls } from "@/lib/public-api/create-urls";
import { deleteApiUrls } from "@/lib/public-api/delete-urls";
import {
  BULK_MAX_BODY_BYTES,
  createApiUrlsSchema,
  deleteApiUrlsSchema,
  updateApiUrlsSchema,
} from "@/lib/public-api/schema";
import { toResponse } from "@/lib/public-api/types";
import { updateApiUrls } from "@/lib/public-api/update-urls";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route(
    { auth: "apiKey", scopes: ["create"], body: createApiUrlsSchema, maxBodyBytes: BULK_MAX_BODY_BYTES },
    async ({ actor, body, request }) =>
      bulkCreatedResponse(await createApiUrls(actor, body, request.header("idempotency-key"))),
  ),

  PATCH: route(
    { auth: "apiKey", scopes: ["update"], body: updateApiUrlsSchema, maxBodyBytes: BULK_MAX_BODY_BYTES },
    async ({ actor, body }) => toResponse(await updateApiUrls(actor, body)),
  ),

  DELETE: route(
    { auth: "apiKey", scopes: ["delete"], query: deleteApiUrlsSchema, repeated: ["ids"] },
    async ({ actor, query }) => toResponse(await deleteApiUrls(actor, query)),
  ),
});
