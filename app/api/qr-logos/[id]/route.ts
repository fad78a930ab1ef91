import { calls } from "@/lib/http/calls";
import { imageResponse } from "@/lib/http/image-response";
import { idParams, route } from "@/lib/http/route";
import { getLogoImage } from "@/lib/qr/designs/logos";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", params: idParams }, async ({ actor, params, request }) =>
    imageResponse(await getLogoImage(actor, params.id), { ifNoneMatch: request.header("if-none-match") }),
  ),
});
