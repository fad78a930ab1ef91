import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { endOtherSessions } from "@/lib/sessions/end";
import { listSessions } from "@/lib/sessions/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session" }, ({ actor }) => listSessions(actor)),

  DELETE: route({ auth: "session" }, ({ actor }) => endOtherSessions(actor)),
});
