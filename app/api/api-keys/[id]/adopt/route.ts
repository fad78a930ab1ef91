import { adoptApiKey } from "@/lib/api-keys/adopt";
import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  PUT: route({ auth: "session", params: idParams }, ({ actor, params }) => adoptApiKey(actor, params.id)),
});
