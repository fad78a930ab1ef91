import { z } from "zod";
import { confirmLink, openLink } from "@/lib/auth/verify";
import { redirectAfterLink, withCookies } from "@/lib/http/auth-response";
import { route } from "@/lib/http/route";

const params = z.object({ token: z.string() });

export const GET = route({ auth: "public", params }, async ({ params: { token }, request }) =>
  redirectAfterLink(token, await openLink(token, request.cookie)),
);

export const POST = route({ auth: "public", params }, async ({ params: { token } }) =>
  withCookies({}, await confirmLink(token)),
);

/** Without this, Next would answer HEAD by running GET, and a link checker would spend the link. */
export const HEAD = route({ auth: "public" }, () => new Response(null, { status: 204 }));
