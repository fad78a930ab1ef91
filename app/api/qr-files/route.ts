import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { createQrFile, listQrFiles } from "@/lib/qr/files/files";
import { createQrFileSchema, QR_FILE_MAX_BODY_BYTES } from "@/lib/qr/files/schema";

/** Selecting and storing ten thousand codes takes half a second. */
const CREATE_COST = 20;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session" }, ({ actor }) => listQrFiles(actor)),

  POST: route(
    {
      auth: "session",
      body: createQrFileSchema,
      maxBodyBytes: QR_FILE_MAX_BODY_BYTES,
      status: 202,
      cost: CREATE_COST,
    },
    ({ actor, body }) => createQrFile(actor, body),
  ),
});
