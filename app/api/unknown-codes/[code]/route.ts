import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { unknownCodeSchema } from "@/lib/urls/list-schema";
import { setUnknownCodeDismissed } from "@/lib/urls/unknown-codes";
import * as z from "@/lib/zod";

const params = z.object({ code: z.string() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  PUT: route({ auth: "session", params, body: unknownCodeSchema }, ({ actor, params, body }) =>
    setUnknownCodeDismissed(actor, params.code, body.isDismissed),
  ),
});
