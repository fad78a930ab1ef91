import { setTimeout as sleep } from "node:timers/promises";

/** A person's browser: an empty user agent would count as a bot. */
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
const PAUSE_MS = 500;
const MAX_TRIES = 20;

/**
 * Visits a short URL without following it. Tries again while the database is too slow for the front, which then answers
 * 503 and counts nothing (promise B1).
 *
 * @param target a path of the installation that all specs share, or the address of another one
 */
export async function visit(target: string, headers: Record<string, string> = {}): Promise<Response> {
  const url = new URL(target, process.env.E2E_URL);
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, { redirect: "manual", headers: { "User-Agent": FIREFOX, ...headers } });
    await response.arrayBuffer();
    if (response.status !== 503 || tries === MAX_TRIES) return response;
    await sleep(PAUSE_MS);
  }
}
