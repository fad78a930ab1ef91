import http from "node:http";
import https from "node:https";
import { DOMAIN } from "./proxy-processes.mjs";

const TIMEOUT_MS = 30_000;
/** Another address than the proxies', which are trusted. */
export const CLIENT = "127.0.0.5";

/**
 * A request to a loopback port, with the Host of the domain. Accepts any certificate.
 *
 * @param {number} port
 * @param {string} path
 * @param {{ isPlain?: boolean, from?: string, method?: string, headers?: object, body?: string | Buffer, agent?: object }} options
 * @returns {Promise<{ status: number, headers: object, text: string }>}
 */
export async function ask(port, path, options = {}) {
  const response = await open(port, path, options);
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

/** The same, without waiting for the body. @returns {Promise<http.IncomingMessage>} */
export function open(port, path, { isPlain = false, from = CLIENT, method = "GET", headers = {}, body, agent } = {}) {
  const options = {
    host: "127.0.0.1",
    port,
    path,
    method,
    agent,
    localAddress: from,
    servername: DOMAIN,
    rejectUnauthorized: false,
    headers: { Host: DOMAIN, ...headers, ...(body && { "Content-Length": Buffer.byteLength(body) }) },
  };
  return new Promise((resolve, reject) => {
    const request = (isPlain ? http : https).request(options, resolve).once("error", reject);
    request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error(`no answer within ${TIMEOUT_MS / 1_000} s`)));
    request.end(body);
  });
}
