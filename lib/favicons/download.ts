import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { agentFor, type Network } from "@/lib/favicons/network";

export const MAX_BYTES = 256 * 1024;
export const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 16 * 1024;
/** Those of web servers; on others a request could reach what is no web server. Empty: the scheme's own. */
const WEB_PORTS = new Set(["", "80", "443", "8080", "8443"]);

/** Within which bounds something is asked for. */
export type Ask = {
  network: Network;
  /** Ends everything when the time is up. */
  signal: AbortSignal;
};

export type Downloaded = {
  /** After redirects. */
  url: URL;
  bytes: Buffer;
  /** Otherwise there was more than MAX_BYTES, and this is its beginning. */
  isWhole: boolean;
};

/** Something that is not asked, or not answered as it should be. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/**
 * Gets what a stranger's server has at an address, believing nothing of it: no cookies and no
 * credentials are sent, each redirect is checked as the first address is, and the answer is read up
 * to MAX_BYTES, packed and unpacked.
 *
 * @throws RefusedError for what may not be asked or is no success; Error as the network does
 */
export async function download(start: URL, ask: Ask): Promise<Downloaded> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    assertMayAsk(url, ask);
    const response = await get(url, ask);
    try {
      const target = redirectOf(response, url);
      if (!target) return { url, ...(await readBody(response)) };
      url = target;
    } finally {
      response.destroy();
    }
  }
  throw new RefusedError("too many redirects");
}

function assertMayAsk({ protocol, port, username, password }: URL, { network }: Ask): void {
  if (protocol !== "http:" && protocol !== "https:") throw new RefusedError(`the scheme ${protocol} is not asked`);
  if (username || password) throw new RefusedError("credentials are not sent");
  if (!WEB_PORTS.has(port) && !network.alsoAllowedPorts?.has(port)) {
    throw new RefusedError(`the port ${port} is not asked`);
  }
}

function get(url: URL, { network, signal }: Ask): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    const sent = request(url, {
      agent: agentFor(url, network),
      signal,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: {
        Accept: "text/html,image/*;q=0.9,*/*;q=0.1",
        "Accept-Encoding": "gzip",
        "User-Agent": "Mozilla/5.0 (compatible; HopFavicons/1.0)",
      },
    });
    sent.on("response", (response) => {
      // Whoever reads it hears of a fault; one that comes when nobody reads must not end the process.
      response.on("error", () => undefined);
      resolve(response);
    });
    sent.on("error", reject);
    // Nothing of a switched connection is read.
    sent.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(new RefusedError("the protocol was switched"));
    });
    sent.end();
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, base: URL): URL | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  const { location } = headers;
  if (statusCode < 300 || statusCode >= 400 || !location) throw new RefusedError(`the answer is ${statusCode}`);
  try {
    return new URL(location, base);
  } catch {
    throw new RefusedError("the redirect leads nowhere");
  }
}

async function readBody(response: IncomingMessage): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked(response)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) return { bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES), isWhole: false };
  }
  return { bytes: Buffer.concat(chunks), isWhole: true };
}

/** Unpacked piece by piece: a bomb is dropped as soon as it is larger than what is read. */
function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return response;
  if (encoding !== "gzip" && encoding !== "x-gzip") throw new RefusedError(`the encoding ${encoding} is not read`);
  let received = 0;
  response.on("data", (chunk: Buffer) => {
    received += chunk.length;
    // Packed bytes that unpack to nothing, without end.
    if (received > MAX_BYTES) response.destroy(new RefusedError("the packed answer is too large"));
  });
  return pipeline(response, createGunzip(), () => undefined);
}
