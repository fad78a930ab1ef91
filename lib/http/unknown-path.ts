import { AppError, notFound } from "@/lib/errors";
import { everyMethod } from "@/lib/http/calls";
import { type RouteHandler, route } from "@/lib/http/route";
import { isPublicApi } from "@/lib/paths";

const answer: RouteHandler = async (request, context) => {
  const target = withoutTrailingSlash(request.nextUrl);
  const refuse = route({ auth: "counted" }, () => {
    throw target ? new AppError("moved", `This path has no trailing slash: use ${target}`) : notFound("Path");
  });
  const response = await refuse(request, context);
  if (response.status === 308 && target) response.headers.set("Location", target);
  return response;
};

/** All methods of paths that no route serves: 404, or 308 for a trailing slash in the public API. */
export const unknownPath = everyMethod(answer);

/** Path and query without the slash; null if there is none. Next redirects elsewhere, but with an empty response. */
function withoutTrailingSlash({ pathname, search }: URL): string | null {
  if (!isPublicApi(pathname) || !pathname.endsWith("/")) return null;
  // A regular expression would start again at every slash of a path full of them.
  let end = pathname.length;
  while (pathname[end - 1] === "/") end--;
  return pathname.slice(0, end) + search;
}
