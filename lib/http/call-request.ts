import type { IncomingMessage } from "node:http";

/** What a route reads of a request. Next's has all of it, and so has that of `toCallRequest`. */
export type CallRequest = {
  method: string;
  headers: Pick<Headers, "get" | "has">;
  cookies: { get: (name: string) => { value: string } | undefined };
  nextUrl: URL;
  body: AsyncIterable<Uint8Array> | null;
  readonly bodyUsed: boolean;
};

/** A request as Node has read it, for a call that takes no cookies. */
export function toCallRequest(request: IncomingMessage): CallRequest {
  const { method = "GET", headers, url = "/" } = request;
  return {
    method,
    headers: {
      get: (name) => headers[name.toLowerCase()]?.toString() ?? null,
      has: (name) => headers[name.toLowerCase()] !== undefined,
    },
    cookies: { get: () => undefined },
    // Only path and query are read: no answer depends on the host that the caller names.
    nextUrl: new URL(url, "http://localhost"),
    // What is not read to its end must not take the connection along, on which the answer goes.
    body: { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) },
    get bodyUsed() {
      return request.readableDidRead;
    },
  };
}
