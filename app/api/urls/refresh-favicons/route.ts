import { startFaviconRefresh } from "@/lib/favicons/start-refresh";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route({ auth: "session", status: 202 }, ({ actor }) => startFaviconRefresh(actor)),
});
