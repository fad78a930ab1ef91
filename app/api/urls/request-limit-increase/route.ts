import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { requestLimitIncrease } from "@/lib/users/request-limit-increase";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route({ auth: "session" }, ({ actor }) => requestLimitIncrease(actor)),
});
