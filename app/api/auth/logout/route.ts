import { signOut } from "@/lib/auth/sign-out";
import { withCookies } from "@/lib/http/auth-response";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route({ auth: "public" }, async ({ request }) => withCookies({}, await signOut(request.cookie))),
});
