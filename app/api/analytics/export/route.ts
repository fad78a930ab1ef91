import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { csvResponse } from "@/lib/http/stream-response";
import { exportSchema } from "@/lib/stats/analytics-schema";
import { exportCsv } from "@/lib/stats/click-export";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: exportSchema }, async ({ actor, query }) =>
    csvResponse(await exportCsv(actor, query)),
  ),
});
