import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { listSettings } from "@/lib/settings/queries";
import { updateSettingsSchema } from "@/lib/settings/schema";
import { updateSettings } from "@/lib/settings/update";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session" }, ({ actor }) => listSettings(actor)),

  PUT: route({ auth: "session", body: updateSettingsSchema }, ({ actor, body }) => updateSettings(actor, body)),
});
