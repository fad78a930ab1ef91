import { exportCsv } from "@/lib/analytics/export";
import { exportSchema } from "@/lib/analytics/schema";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { csvResponse } from "@/lib/http/stream-response";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: exportSchema }, async ({ actor, query }) =>
    csvResponse(await exportCsv(actor, query)),
  ),
});
