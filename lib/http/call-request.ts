import type { IncomingMessage } from "node:http";

/** The part of a request that routes use; satisfied by NextRequest and by `toCallRequest`. */
export type CallRequest = {
  method: string;
  headers: Pick<Headers, "get" | "has">;
  cookies: { get: (name: string) => { value: string } | undefined };
  nextUrl: URL;
  body: AsyncIterable<Uint8Array> | null;
  readonly bodyUsed: boolean;
  /** Aborted when the client disconnects; missing if the response is sent whole. */
  signal?: AbortSignal;
};

/** Adapts a Node request, for calls that take no cookies. */
export function toCallRequest(request: IncomingMessage): CallRequest {
  const { method = "GET", headers, url = "/" } = request;
  return {
    method,
    headers: {
      get: (name) => headers[name.toLowerCase()]?.toString() ?? null,
      has: (name) => headers[name.toLowerCase()] !== undefined,
    },
    cookies: { get: () => undefined },
    // Only path and query are used. The client's Host is not trusted.
    nextUrl: new URL(url, "http://localhost"),
    // Stopping early must not destroy the connection, which still carries the response.
    body: { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) },
    get bodyUsed() {
      return request.readableDidRead;
    },
  };
}
