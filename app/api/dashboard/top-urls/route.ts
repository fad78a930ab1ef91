import { topUrlsSchema } from "@/lib/analytics/schema";
import { listTopUrls } from "@/lib/analytics/top-urls";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", query: topUrlsSchema }, ({ actor, query }) => listTopUrls(actor, query)),
});
