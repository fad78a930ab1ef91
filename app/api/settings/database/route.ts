import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { getDatabaseServer } from "@/lib/settings/database-server";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session" }, ({ actor }) => getDatabaseServer(actor)),
});
