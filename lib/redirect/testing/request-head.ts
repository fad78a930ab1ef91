import type { RequestHead } from "@/lib/redirect/visit";

/** A GET of /abc on a phone, unless `differences` says otherwise. */
export function requestHead(differences: Partial<RequestHead> = {}): RequestHead {
  return {
    method: "GET",
    target: "/abc",
    host: "hop.example",
    referer: undefined,
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    forwardedFor: undefined,
    isPrefetch: false,
    country: undefined,
    acceptLanguage: undefined,
    ...differences,
  };
}
