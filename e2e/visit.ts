import { untilServed } from "@/e2e/until-served";

/** A person's browser: an empty user agent would count as a bot. */
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";

/**
 * Visits a short URL without following it.
 *
 * @param target a path of the installation that all specs share, or the address of another one
 */
export function visit(target: string, headers: Record<string, string> = {}): Promise<Response> {
  const url = new URL(target, process.env.E2E_URL);
  return untilServed(
    async () => {
      const response = await fetch(url, { redirect: "manual", headers: { "User-Agent": FIREFOX, ...headers } });
      await response.arrayBuffer();
      return response;
    },
    ({ status }) => status,
  );
}
