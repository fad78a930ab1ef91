import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { listApiTemplates } from "@/lib/public-api/qr-templates";
import { toResponse } from "@/lib/public-api/types";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "apiKey", scopes: ["read"] }, async ({ actor }) => toResponse(await listApiTemplates(actor))),
});
