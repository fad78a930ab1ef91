import { calls } from "@/lib/http/calls";
import { imageResponse } from "@/lib/http/image-response";
import { route } from "@/lib/http/route";
import { previewDesign } from "@/lib/qr/designs/preview";
import { previewSchema } from "@/lib/qr/designs/template-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route({ auth: "session", body: previewSchema }, async ({ actor, body }) =>
    imageResponse(await previewDesign(actor, body), { ifNoneMatch: null }),
  ),
});
