import { createApiKey } from "@/lib/api-keys/create";
import { listApiKeys } from "@/lib/api-keys/queries";
import { createApiKeySchema } from "@/lib/api-keys/schema";
import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", params: idParams }, ({ actor, params }) => listApiKeys(actor, params.id)),

  POST: route({ auth: "session", params: idParams, body: createApiKeySchema, status: 201 }, ({ actor, params, body }) =>
    createApiKey(actor, params.id, body),
  ),
});
