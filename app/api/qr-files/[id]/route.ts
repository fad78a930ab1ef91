import { calls } from "@/lib/http/calls";
import { idParams, route } from "@/lib/http/route";
import { deleteQrFile, getQrFile } from "@/lib/qr/files/files";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", params: idParams }, ({ actor, params }) => getQrFile(actor, params.id)),

  DELETE: route({ auth: "session", params: idParams }, ({ actor, params }) => deleteQrFile(actor, params.id)),
});
