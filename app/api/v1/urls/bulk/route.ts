import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { createApiUrls } from "@/lib/public-api/create-urls";
import { BULK_MAX_BODY_BYTES, createApiUrlsSchema } from "@/lib/public-api/schema";
import { answer } from "@/lib/public-api/types";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route(
    { auth: "apiKey", body: createApiUrlsSchema, maxBodyBytes: BULK_MAX_BODY_BYTES },
    async ({ actor, body, request }) => answer(await createApiUrls(actor, body, request.header("idempotency-key"))),
  ),
});
