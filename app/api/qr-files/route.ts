import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { createQrFileSchema, QR_FILE_MAX_BODY_BYTES } from "@/lib/qr/file-schema";
import { createQrFile, listQrFiles } from "@/lib/qr/files";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session" }, ({ actor }) => listQrFiles(actor)),

  POST: route(
    { auth: "session", body: createQrFileSchema, maxBodyBytes: QR_FILE_MAX_BODY_BYTES, status: 202 },
    ({ actor, body }) => createQrFile(actor, body),
  ),
});
