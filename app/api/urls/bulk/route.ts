import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { changeUrls } from "@/lib/urls/bulk";
import { BULK_MAX_BODY_BYTES, bulkUrlsSchema } from "@/lib/urls/schema";

/** Changing five thousand links takes half a second. */
const BULK_COST = 10;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route(
    { auth: "session", body: bulkUrlsSchema, maxBodyBytes: BULK_MAX_BODY_BYTES, cost: BULK_COST },
    ({ actor, body }) => changeUrls(actor, body),
  ),
});
