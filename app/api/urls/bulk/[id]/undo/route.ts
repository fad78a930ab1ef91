import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { undoChange } from "@/lib/urls/undo";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route({ auth: "session", params: idParams }, ({ actor, params }) => undoChange(actor, params.id)),
});
