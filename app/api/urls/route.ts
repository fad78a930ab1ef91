import { calls } from "@/lib/http/calls";
import { listResponse } from "@/lib/http/list-response";
import { route } from "@/lib/http/route";
import { createUrl } from "@/lib/urls/create";
import { listUrls } from "@/lib/urls/list";
import { listUrlsSchema } from "@/lib/urls/list-schema";
import { createUrlSchema } from "@/lib/urls/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: listUrlsSchema }, async ({ actor, query, request }) =>
    listResponse(await listUrls(actor, query), request.url),
  ),

  POST: route({ auth: "session", body: createUrlSchema, status: 201 }, ({ actor, body }) => createUrl(actor, body)),
});
