import { paths } from "@/lib/paths";
import type { Created } from "@/lib/public-api/create-url";
import { answer } from "@/lib/public-api/types";

/** 201 with where the new link is found; of a repeated call, the answer of the first and a word that it is. */
export function createdResponse({ url, isReplayed }: Created): Response {
  const headers = { Location: paths.api.v1Url(url.id), ...(isReplayed && { "Idempotency-Replayed": "true" }) };
  return Response.json(answer(url), { status: 201, headers });
}
