import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { regenerateQr } from "@/lib/qr/regenerate";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route({ auth: "session" }, ({ actor }) => regenerateQr(actor)),
});
