import { getGlobalAnalytics } from "@/lib/analytics/queries";
import { globalAnalyticsSchema } from "@/lib/analytics/schema";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: globalAnalyticsSchema }, ({ actor, query }) => getGlobalAnalytics(actor, query)),
});
