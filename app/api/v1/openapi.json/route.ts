import { calls } from "@/lib/http/calls";
import { route } from "@/lib/http/route";
import { openApiDocument } from "@/lib/public-api/openapi";

/** It changes with the version and the base URL. */
const MAX_AGE_SECONDS = 300;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calls({
  GET: route({ auth: "public" }, async () => {
    const headers = { "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}` };
    return Response.json(await openApiDocument(), { headers });
  }),
});
