import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { paths } from "@/lib/paths";
import { assertUnsubscribeToken, unsubscribe } from "@/lib/summaries/setting";
import * as z from "@/lib/zod";

const params = z.object({ token: z.string() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  /** For mail clients that open the address instead of posting to it. */
  GET: route({ auth: "public", params }, ({ params: { token } }) => {
    assertUnsubscribeToken(token);
    return new Response(null, { status: 303, headers: { Location: paths.unsubscribe(token) } });
  }),

  /** One-click, by a mail client: its body is a form (RFC 8058). */
  POST: route({ auth: "public", params, isBodyIgnored: true }, ({ params: { token } }) => unsubscribe(token)),
});
