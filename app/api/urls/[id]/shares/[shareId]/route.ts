import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { revokeShare } from "@/lib/shares/revoke";
import * as z from "@/lib/zod";

const params = z.object({ id: z.string(), shareId: z.string() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  DELETE: route({ auth: "session", params }, ({ actor, params: { id, shareId } }) => revokeShare(actor, id, shareId)),
});
