import { AppError } from "@/lib/errors";
import { type RouteHandler, route } from "@/lib/http/route";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

/** Answers all methods of a path alike. */
export function everyMethod(handler: RouteHandler): Record<Method, RouteHandler> {
  return Object.fromEntries(METHODS.map((method) => [method, handler])) as Record<Method, RouteHandler>;
}

/** Answers 405, without Allow. */
export const refuseMethod: RouteHandler = route({ auth: "counted" }, () => {
  throw new AppError("method_not_allowed", "Method not allowed");
});

/**
 * All methods of a path, for its route file to export. Missing ones return 405 with Allow (RFC 9110, section 15.5.6)
 * and a JSON error, where Next would send an empty response. HEAD falls back to GET.
 */
export function calls(handlers: Partial<Record<Method, RouteHandler>>): Record<Method, RouteHandler> {
  const taken: typeof handlers = { ...(handlers.GET && { HEAD: handlers.GET }), ...handlers };
  const allow = METHODS.filter((method) => taken[method] || method === "OPTIONS").join(", ");
  const refuseWithAllow: RouteHandler = async (request, context) => {
    const response = await refuseMethod(request, context);
    response.headers.set("Allow", allow);
    return response;
  };
  const listMethods = route({ auth: "public" }, () => new Response(null, { status: 204, headers: { Allow: allow } }));
  return { ...everyMethod(refuseWithAllow), OPTIONS: listMethods, ...taken };
}
