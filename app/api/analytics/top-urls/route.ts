import { getPeriodTopUrls } from "@/lib/analytics/period-top-urls";
import { periodTopUrlsSchema } from "@/lib/analytics/schema";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: periodTopUrlsSchema }, ({ actor, query }) => getPeriodTopUrls(actor, query)),
});
