import { listAuditSchema } from "@/lib/audit/list-schema";
import { listAudit } from "@/lib/audit/queries";
import { calls } from "@/lib/http/calls";
import { listResponse } from "@/lib/http/list-response";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: listAuditSchema }, async ({ actor, query, request }) =>
    listResponse(await listAudit(actor, query), request.url),
  ),
});
