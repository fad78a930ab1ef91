import { AppError } from "@/lib/errors";
import { canonicalUrl } from "@/lib/urls/schema";

export const OWN_HOST_REFUSED = "A short URL cannot lead to another short URL of this domain";

/**
 * A checked destination in the form in which it is stored.
 *
 * @throws AppError invalid when it leads back to the short domain, where it could run in a circle
 */
export function storedDestination(originalUrl: string, baseUrl: string): string {
  const destination = canonicalUrl(originalUrl);
  if (new URL(destination).host === new URL(baseUrl).host) {
    throw new AppError("invalid", OWN_HOST_REFUSED, "originalUrl");
  }
  return destination;
}
