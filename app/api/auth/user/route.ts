import { getCurrentUserOrThrow } from "@/lib/auth/current-user";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session" }, ({ actor }) => getCurrentUserOrThrow(actor)),
});
