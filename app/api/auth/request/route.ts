import { requestLink } from "@/lib/auth/request-link";
import { magicLinkSchema } from "@/lib/auth/schema";
import { withCookies } from "@/lib/http/auth-response";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";

const RESPONSE = { message: "Check your email for a magic link to sign in." };

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route({ auth: "public", body: magicLinkSchema }, async ({ body, request }) =>
    withCookies(RESPONSE, await requestLink(body, request.ip, request.cookie)),
  ),
});
