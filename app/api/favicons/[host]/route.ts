import { z } from "zod";
import { getFavicon } from "@/lib/favicons/queries";
import { calls } from "@/lib/http/calls";
import { imageResponse } from "@/lib/http/image-response";
import { route } from "@/lib/http/route";

/** `faviconUrl` names another address when the icon is another. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** A table asks for the icon of every row that is scrolled into view, once in MAX_AGE_SECONDS. */
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
