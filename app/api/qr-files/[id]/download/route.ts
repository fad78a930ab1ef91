import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { downloadResponse } from "@/lib/http/stream-response";
import { downloadQrFile } from "@/lib/qr/download-file";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", params: idParams }, async ({ actor, params }) =>
    downloadResponse(await downloadQrFile(actor, params.id)),
  ),
});
