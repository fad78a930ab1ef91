import { AppError } from "@/lib/errors";
import { canonicalUrl } from "@/lib/urls/schema";

export const OWN_HOST_REFUSED = "A short URL cannot lead to another short URL of this domain";

/**
 * A checked destination in the form in which it is stored.
 *
 * @param field what the caller calls it
 * @throws AppError invalid when it leads back to the short domain, where it could run in a circle
 */
export function storedDestination(originalUrl: string, baseUrl: string, field = "originalUrl"): string {
  const destination = canonicalUrl(originalUrl);
  if (hostOf(destination) === hostOf(baseUrl)) {
    throw new AppError("invalid", OWN_HOST_REFUSED, field);
  }
  return destination;
}

/**
 * Without the port: another port of this host may be this installation too, before or behind its
 * proxy. A host means the same with a dot at its end (RFC 1034, section 3.1).
 */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, "");
}
