import { request } from "node:http";

/** A page without a session, and a call. Together they load the code that every page and call needs. */
const PROBES = [
  { path: "/", status: 200 },
  { path: "/api/auth/user", status: 401 },
] as const;

/**
 * Sends requests to a new app before visitors do.
 *
 * @throws Error with the unexpected response
 */
export async function probeApp(socketPath: string): Promise<void> {
  for (const { path, status } of PROBES) {
    const found = await statusOf(socketPath, path);
    if (found !== status)
      throw new Error(`the new app answers ${path} with ${found} instead of ${status}; see the log`);
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
