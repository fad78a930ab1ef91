import { calls } from "@/lib/http/calls";
import { imageResponse } from "@/lib/http/image-response";
import { route } from "@/lib/http/route";
import { getFavicon } from "@/lib/urls/favicon";
import * as z from "@/lib/zod";

/** Long, because `faviconUrl` changes with the icon. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** A table requests an icon for every row scrolled into view, so each counts little against the user's limit. */
const COST = 0.1;

const params = z.object({ host: z.string() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "session", cost: COST, params }, async ({ actor, params, request }) =>
    imageResponse(await getFavicon(actor, params.host), {
      ifNoneMatch: request.header("if-none-match"),
      maxAgeSeconds: MAX_AGE_SECONDS,
    }),
  ),
});
