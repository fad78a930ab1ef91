import { type Downloaded, type DownloadLimits, download, RefusedError } from "@/lib/favicons/download";
import { findIcons } from "@/lib/favicons/find-icons";
import { INTERNET, type Network } from "@/lib/favicons/network";
import { toIcon } from "@/lib/favicons/to-icon";

/** Shared by all requests to one site. */
export const TIME_LIMIT_MS = 3_000;

export type LookedUp = { outcome: "found"; png: Buffer } | { outcome: "none" } | { outcome: "unreachable" };

/**
 * Finds the icon of a site as a browser does: in its page, then at /favicon.ico. Never throws, whatever the site does.
 *
 * @param network replaced by tests only; the product only ever contacts the internet
 */
export async function lookUpIcon(origin: string, network: Network = INTERNET): Promise<LookedUp> {
  const timeout = AbortSignal.timeout(TIME_LIMIT_MS);
  let hasAnswered = false;
  const attempt = async (url: URL, limits: Limits = { signal: timeout }): Promise<Downloaded | null> => {
    if (limits.signal.aborted) return null;
    try {
      const downloaded = await download(url, { network, ...limits });
      hasAnswered = true;
      return downloaded;
    } catch (error) {
      hasAnswered ||= error instanceof RefusedError;
      return null;
    }
  };

  let page = new URL("/", origin);
  const secure = secureUrlOf(page);
  let answer = await attempt(page, secure ? respondingInHalf(timeout) : undefined);
  if (secure && !hasAnswered) {
    answer = await attempt(secure);
    if (hasAnswered) page = secure;
  }
  for (const url of findIcons(answer?.bytes.toString("utf8") ?? "", answer?.url ?? page)) {
    const file = await attempt(url);
    const png = file?.isWhole ? await toIcon(file.bytes) : null;
    if (png) return { outcome: "found", png };
  }
  return { outcome: hasAnswered ? "none" : "unreachable" };
}

type Limits = Omit<DownloadLimits, "network">;

/** Ends half-way unless something has responded: a filtered port would otherwise use up the time. */
function respondingInHalf(timeout: AbortSignal): Limits {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), TIME_LIMIT_MS / 2).unref();
  return { signal: AbortSignal.any([timeout, silence.signal]), onResponse: () => clearTimeout(timer) };
}

/** Where a site may be that serves nothing at http's default port: a host is stored with the scheme of its first link. */
function secureUrlOf({ protocol, port, host }: URL): URL | null {
  return protocol === "http:" && port === "" ? new URL(`https://${host}/`) : null;
}
