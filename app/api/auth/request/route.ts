import { requestLink } from "@/lib/auth/request-link";
import { magicLinkSchema } from "@/lib/auth/schema";
import { withCookies } from "@/lib/http/auth-response";
import { route } from "@/lib/http/route";

const ANSWER = { message: "Check your email for a magic link to sign in." };

export const POST = route({ auth: "public", body: magicLinkSchema }, async ({ body, request }) =>
  withCookies(ANSWER, await requestLink(body, request.ip, request.cookie)),
);
