import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { removeApiPlacement } from "@/lib/public-api/placements";
import { toResponse } from "@/lib/public-api/types";
import * as z from "@/lib/zod";

const params = z.object({ idOrCode: z.string(), name: z.string() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  DELETE: route({ auth: "apiKey", scopes: ["update"], params }, async ({ actor, params: { idOrCode, name } }) =>
    toResponse(await removeApiPlacement(actor, idOrCode, name)),
  ),
});
