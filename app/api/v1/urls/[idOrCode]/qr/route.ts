import { calls } from "@/lib/http/calls";
import { imageResponse } from "@/lib/http/image-response";
import { idOrCodeParams, route } from "@/lib/http/route";
import { getApiQrCode } from "@/lib/public-api/queries";
import { qrQuerySchema } from "@/lib/qr/query-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route(
    { auth: "apiKey", scopes: ["read"], params: idOrCodeParams, query: qrQuerySchema },
    async ({ actor, params, query, request }) =>
      imageResponse(await getApiQrCode(actor, params.idOrCode, query), {
        isDownload: query.download === "1",
        ifNoneMatch: request.header("if-none-match"),
      }),
  ),
});
