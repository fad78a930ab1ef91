import { AppError } from "@/lib/errors";
import { canonicalUrl, OWN_HOST_FORBIDDEN } from "@/lib/urls/schema";

/**
 * Returns a validated destination in its stored form.
 *
 * @param field name of the input in the caller's API
 * @throws AppError invalid if it points to the short domain, which could cause a redirect loop
 */
export function storedDestination(originalUrl: string, baseUrl: string, field = "originalUrl"): string {
  const destination = canonicalUrl(originalUrl);
  if (hostOf(destination) === hostOf(baseUrl)) {
    throw new AppError("invalid", OWN_HOST_FORBIDDEN, field);
  }
  return destination;
}

/**
 * Returns the host without port and trailing dot (RFC 1034, section 3.1). Other ports of the host may be this
 * installation too, in front of or behind its proxy.
 */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, "");
}
