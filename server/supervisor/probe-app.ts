import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** A page without a session, and a call. Together they load the code that every page and call needs. */
const PROBES = [
  { path: "/", status: 200 },
  { path: "/api/auth/user", status: 401 },
] as const;

/** The answer while the database is too slow or away, which says nothing about the build. */
const UNAVAILABLE = 503;
const RETRY_MS = 500;

/**
 * Sends requests to a new app before visitors do. Repeats one that gets a 503, until the app stops.
 *
 * @throws Error with the unexpected response
 */
export async function probeApp(socketPath: string, retryMs = RETRY_MS): Promise<void> {
  for (const { path, status } of PROBES) {
    let found = await statusOf(socketPath, path);
    while (found === UNAVAILABLE) {
      await sleep(retryMs);
      found = await statusOf(socketPath, path);
    }
    if (found !== status)
      throw new Error(`the new app returned ${found} for ${path} instead of ${status}; see the log`);
  }
}

function statusOf(socketPath: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, agent: false, headers: { Host: "localhost" } }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
      response.once("error", reject);
    });
    sent.once("error", (error) => reject(new Error(`the new app doesn't answer (${error.message})`)));
    sent.end();
  });
}
