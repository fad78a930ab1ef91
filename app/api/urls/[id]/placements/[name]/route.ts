import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { removePlacement } from "@/lib/qr/placements/remove";
import * as z from "@/lib/zod";

const params = z.object({ id: z.string(), name: z.string() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  DELETE: route({ auth: "session", params }, ({ actor, params: { id, name } }) => removePlacement(actor, id, name)),
});
