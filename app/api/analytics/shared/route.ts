import { withCookies } from "@/lib/http/auth-response";
import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { unlockShareSchema } from "@/lib/shares/schema";
import { unlockShare } from "@/lib/shares/unlock";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  POST: route({ auth: "public", body: unlockShareSchema }, async ({ body, request }) =>
    withCookies({}, [await unlockShare(body, request.ip)]),
  ),
});
