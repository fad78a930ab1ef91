import { listMemberships } from "@/lib/groups/queries";
import { listMembershipsSchema } from "@/lib/groups/schema";
import { calls } from "@/lib/http/calls";
import { listResponse } from "@/lib/http/list-response";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: listMembershipsSchema }, async ({ actor, query, request }) =>
    listResponse(await listMemberships(actor, query), request.url),
  ),
});
