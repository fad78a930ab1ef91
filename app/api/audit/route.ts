import { listAuditSchema } from "@/lib/audit/list-schema";
import { calls } from "@/lib/http/calls";
import { listResponse } from "@/lib/http/list-response";
import { route } from "@/lib/http/route";
import { searchAudit } from "@/lib/search/audit";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: listAuditSchema }, async ({ actor, query, request }) =>
    listResponse(await searchAudit(actor, query), request.url),
  ),
});
