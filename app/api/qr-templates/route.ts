import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { createTemplate } from "@/lib/qr/designs/create-template";
import { createTemplateSchema, PROOF_COST } from "@/lib/qr/designs/template-schema";
import { listTemplates } from "@/lib/qr/designs/templates";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session" }, ({ actor }) => listTemplates(actor)),

  POST: route({ auth: "session", body: createTemplateSchema, status: 201, cost: PROOF_COST }, ({ actor, body }) =>
    createTemplate(actor, body),
  ),
});
