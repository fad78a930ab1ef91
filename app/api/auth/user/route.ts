import { getCurrentUser } from "@/lib/auth/session";
import { route } from "@/lib/http/route";

export const GET = route({ auth: "session" }, () => getCurrentUser());
