import { getFaviconRefresh } from "@/lib/favicons/queries";
import { refreshFavicons } from "@/lib/favicons/refresh";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session" }, ({ actor }) => getFaviconRefresh(actor)),
  POST: route({ auth: "session", status: 202 }, ({ actor }) => refreshFavicons(actor)),
});
