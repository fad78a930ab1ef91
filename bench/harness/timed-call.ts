import { Agent, get } from "node:http";

const oneConnection = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Milliseconds from a GET request, over a connection that is kept, to the end of its response. The body is dropped as
 * it comes: keeping and decoding it would have this process collect garbage in the time that it measures.
 *
 * @param agent false for a connection of its own
 * @throws Error unless the status is 200
 */
export function timedCall(url: string, cookie: string, agent: Agent | false = oneConnection): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers: { cookie } }, (response) => {
      response.once("error", reject);
      response.once("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`${url} returned ${response.statusCode}`));
      });
      response.resume();
    });
    sent.once("error", reject);
  });
}
