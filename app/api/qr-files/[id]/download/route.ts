import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { downloadResponse } from "@/lib/http/stream-response";
import { downloadQrFile } from "@/lib/qr/files/download-file";

/** All rights to the links of a file, up to ten thousand, are checked before it starts. */
const COST = 20;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", params: idParams, cost: COST }, async ({ actor, params }) =>
    downloadResponse(await downloadQrFile(actor, params.id)),
  ),
});
