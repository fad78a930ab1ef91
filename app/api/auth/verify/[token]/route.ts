import { confirmLink, openLink, type Visitor } from "@/lib/auth/verify";
import { redirectAfterLink, withCookies } from "@/lib/http/auth-response";
import { calls } from "@/lib/http/calls";
import { type RequestInfo, route } from "@/lib/http/route";
import { isPrefetch } from "@/lib/prefetch";
import * as z from "@/lib/zod";

const params = z.object({ token: z.string() });

/** A prefetch must not sign the user in: it gets the confirmation button instead. */
const openerOf = (request: RequestInfo): Visitor => ({
  ...visitorOf(request),
  ...(isPrefetch(request.header) && { readCookie: () => undefined }),
});

const visitorOf = ({ ip, header, cookie }: RequestInfo): Visitor => ({
  ip,
  userAgent: header("user-agent"),
  readCookie: cookie,
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "public", params }, async ({ params: { token }, request }) =>
    redirectAfterLink(token, await openLink(token, openerOf(request))),
  ),

  POST: route({ auth: "public", params }, async ({ params: { token }, request }) =>
    withCookies({}, await confirmLink(token, visitorOf(request))),
  ),

  /** Handling HEAD like GET would let link checkers use up the link. */
  HEAD: route({ auth: "public" }, () => new Response(null, { status: 204 })),
});
