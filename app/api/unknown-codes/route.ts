import { calls } from "@/lib/http/calls";
import { listResponse } from "@/lib/http/list-response";
import { route } from "@/lib/http/route";
import { listUnknownCodesSchema } from "@/lib/urls/list-schema";
import { listUnknownCodes } from "@/lib/urls/unknown-codes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: listUnknownCodesSchema }, async ({ actor, query, request }) =>
    listResponse(await listUnknownCodes(actor, query), request.url),
  ),
});
