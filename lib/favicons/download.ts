import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { agentFor, type Network } from "@/lib/favicons/network";
import { parseUrl } from "@/lib/parse-url";

export const MAX_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 16 * 1024;
/** Ports of web servers; elsewhere a request could reach another kind of server. Empty: the scheme's default. */
const WEB_PORTS = new Set(["", "80", "443", "8080", "8443"]);

/** The limits of a download. */
export type DownloadLimits = {
  network: Network;
  /** Aborts everything at the timeout. */
  signal: AbortSignal;
  /** Called when a server responds. */
  onResponse?: () => void;
};

export type Downloaded = {
  /** Final URL, after redirects. */
  url: URL;
  bytes: Buffer;
  /** False if the response exceeded MAX_BYTES and was cut off. */
  isWhole: boolean;
};

/** A URL that is not requested, or a response that is not used. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/**
 * Downloads from an untrusted server. No cookies or credentials are sent, every redirect is checked like the first
 * URL, and at most MAX_BYTES are read, compressed and decompressed.
 *
 * @throws RefusedError for a URL that is not allowed or an unsuccessful response; Error for network failures
 */
export async function download(start: URL, limits: DownloadLimits): Promise<Downloaded> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    assertAllowedUrl(url, limits);
    const response = await get(url, limits);
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

function assertAllowedUrl({ protocol, port, username, password }: URL, { network }: DownloadLimits): void {
  if (protocol !== "http:" && protocol !== "https:") throw new RefusedError(`scheme ${protocol} is not allowed`);
  if (username || password) throw new RefusedError("credentials are not allowed");
  if (!WEB_PORTS.has(port) && !network.alsoAllowedPorts?.has(port)) {
    throw new RefusedError(`port ${port} is not allowed`);
  }
}

function get(url: URL, { network, signal, onResponse }: DownloadLimits): Promise<IncomingMessage> {
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
      // Readers get errors themselves; without a reader, an error must not crash the process.
      response.on("error", () => undefined);
      onResponse?.();
      resolve(response);
    });
    sent.on("error", reject);
    // An upgraded connection is never read.
    sent.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(new RefusedError("the protocol was upgraded"));
    });
    sent.end();
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, base: URL): URL | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  const { location } = headers;
  if (statusCode < 300 || statusCode >= 400 || !location) throw new RefusedError(`status ${statusCode}`);
  const target = parseUrl(location, base);
  if (!target) throw new RefusedError("the redirect is not a URL");
  return target;
}

async function readBody(response: IncomingMessage): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decompressed(response)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) return { bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES), isWhole: false };
  }
  return { bytes: Buffer.concat(chunks), isWhole: true };
}

/** Decompresses chunk by chunk, so that a bomb is dropped as soon as it exceeds the limit. */
function decompressed(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return response;
  if (encoding !== "gzip" && encoding !== "x-gzip") throw new RefusedError(`encoding ${encoding} is not supported`);
  let received = 0;
  response.on("data", (chunk: Buffer) => {
    received += chunk.length;
    // Endless compressed bytes may decompress to nothing.
    if (received > MAX_BYTES) response.destroy(new RefusedError("the compressed response is too large"));
  });
  return pipeline(response, createGunzip(), () => undefined);
}
