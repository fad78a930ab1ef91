import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { createQrFileSchema } from "@/lib/qr/file-schema";
import { createQrFile, listQrFiles } from "@/lib/qr/files";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session" }, ({ actor }) => listQrFiles(actor)),

  POST: route({ auth: "session", body: createQrFileSchema, status: 202 }, ({ actor, body }) =>
    createQrFile(actor, body),
  ),
});
