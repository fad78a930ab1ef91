import { paths } from "@/lib/paths";
import type { Created } from "@/lib/public-api/create-url";
import type { CreatedUrls } from "@/lib/public-api/create-urls";
import { toResponse } from "@/lib/public-api/types";
import type { Upserted } from "@/lib/public-api/upsert-url";

/**
 * 201 with the new link's Location. A replayed call gets the first call's response, marked with Idempotency-Replayed.
 */
export function createdResponse({ url, isReplayed }: Created): Response {
  const headers = { Location: paths.api.v1Url(url.id), ...markReplayed(isReplayed) };
  return Response.json(toResponse(url), { status: 201, headers });
}

/** 200 with a result per item, marked if some of them are those of an earlier call. */
export function bulkCreatedResponse({ items, isReplayed }: CreatedUrls): Response {
  return Response.json(toResponse(items), { headers: markReplayed(isReplayed) });
}

function markReplayed(isReplayed: boolean): Record<string, string> {
  return isReplayed ? { "Idempotency-Replayed": "true" } : {};
}

/** 201 with the Location of a new link; 200 for one that existed. */
export function upsertedResponse({ url, isCreated }: Upserted): Response {
  const headers = { ...(isCreated && { Location: paths.api.v1Url(url.id) }) };
  return Response.json(toResponse(url), { status: isCreated ? 201 : 200, headers });
}
