import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { periodTopUrlsSchema } from "@/lib/stats/analytics-schema";
import { getPeriodTopUrls } from "@/lib/stats/top-urls";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: periodTopUrlsSchema }, ({ actor, query }) => getPeriodTopUrls(actor, query)),
});
