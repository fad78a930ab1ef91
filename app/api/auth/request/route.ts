import { requestLink } from "@/lib/auth/request-link";
import { magicLinkSchema } from "@/lib/auth/schema";
import { BROWSER_COOKIE, withBrowserCookie } from "@/lib/http/auth-cookies";
import { route } from "@/lib/http/route";

export const POST = route({ auth: "public", body: magicLinkSchema }, async ({ body, request }) => {
  const browserToken = await requestLink(body, request.ip, request.cookie(BROWSER_COOKIE));
  return withBrowserCookie({ message: "Check your email for a magic link to sign in." }, browserToken);
});
