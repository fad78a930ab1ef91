import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { globalAnalyticsSchema } from "@/lib/stats/analytics-schema";
import { getGlobalAnalytics } from "@/lib/stats/global-analytics";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: globalAnalyticsSchema }, ({ actor, query }) => getGlobalAnalytics(actor, query)),
});
