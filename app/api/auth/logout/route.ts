import { signOut } from "@/lib/auth/sign-out";
import { withCookies } from "@/lib/http/auth-response";
import { route } from "@/lib/http/route";

export const POST = route({ auth: "public" }, async ({ request }) => withCookies({}, await signOut(request.cookie)));
