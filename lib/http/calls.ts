import { AppError } from "@/lib/errors";
import { type RouteHandler, route } from "@/lib/http/route";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

const refuse = route({ auth: "public" }, () => {
  throw new AppError("method_not_allowed", "This path does not take this method");
});

/**
 * The methods of one path, all of which its route file exports: Next would answer those that are
 * missing with an empty 405, and this says what went wrong and what is allowed (RFC 9110, section
 * 15.5.6). HEAD is answered as GET unless it has a handler of its own.
 */
export function calls(handlers: Partial<Record<Method, RouteHandler>>): Record<Method, RouteHandler> {
  const taken: typeof handlers = { ...(handlers.GET && { HEAD: handlers.GET }), ...handlers };
  const allow = METHODS.filter((method) => taken[method] || method === "OPTIONS").join(", ");
  const refuseNamingOthers: RouteHandler = async (request, context) => {
    const response = await refuse(request, context);
    response.headers.set("Allow", allow);
    return response;
  };
  const nameMethods = route({ auth: "public" }, () => new Response(null, { status: 204, headers: { Allow: allow } }));
  return {
    GET: refuseNamingOthers,
    HEAD: refuseNamingOthers,
    POST: refuseNamingOthers,
    PUT: refuseNamingOthers,
    PATCH: refuseNamingOthers,
    DELETE: refuseNamingOthers,
    OPTIONS: nameMethods,
    ...taken,
  };
}
