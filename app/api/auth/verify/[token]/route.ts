import { z } from "zod";
import { confirmLink, openLink } from "@/lib/auth/verify";
import { redirectAfterLink, withCookies } from "@/lib/http/auth-response";
import { calls } from "@/lib/http/calls";
import { type RequestInfo, route } from "@/lib/http/route";

const params = z.object({ token: z.string() });

/** A browser that fetches ahead of its user has not been asked to sign in: it gets the button. */
const isPrefetch = ({ header }: RequestInfo) => header("sec-purpose")?.includes("prefetch") ?? false;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "public", params }, async ({ params: { token }, request }) =>
    redirectAfterLink(token, await openLink(token, isPrefetch(request) ? () => undefined : request.cookie)),
  ),

  POST: route({ auth: "public", params }, async ({ params: { token } }) => withCookies({}, await confirmLink(token))),

  /** Answered as GET, a link checker would spend the link. */
  HEAD: route({ auth: "public" }, () => new Response(null, { status: 204 })),
});
