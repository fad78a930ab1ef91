import { route } from "@/lib/http/route";
import { requestLimitIncrease } from "@/lib/users/request-limit-increase";

export const POST = route({ auth: "session" }, ({ actor }) => requestLimitIncrease(actor));
