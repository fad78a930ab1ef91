import { calls } from "@/lib/http/calls";
import { listResponse } from "@/lib/http/list-response";
import { route } from "@/lib/http/route";
import { listQrCodes } from "@/lib/qr/list-codes";
import { listUrlsSchema } from "@/lib/urls/list-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: listUrlsSchema }, async ({ actor, query, request }) =>
    listResponse(await listQrCodes(actor, query), request.url),
  ),
});
