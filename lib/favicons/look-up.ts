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
  const page = new URL("/", origin);
  const limits: DownloadLimits = { network, signal: AbortSignal.timeout(TIME_LIMIT_MS) };
  let hasAnswered = false;
  const attempt = async (url: URL): Promise<Downloaded | null> => {
    if (limits.signal.aborted) return null;
    try {
      const downloaded = await download(url, limits);
      hasAnswered = true;
      return downloaded;
    } catch (error) {
      hasAnswered ||= error instanceof RefusedError;
      return null;
    }
  };

  const answer = await attempt(page);
  for (const url of findIcons(answer?.bytes.toString("utf8") ?? "", answer?.url ?? page)) {
    const file = await attempt(url);
    const png = file?.isWhole ? await toIcon(file.bytes) : null;
    if (png) return { outcome: "found", png };
  }
  return { outcome: hasAnswered ? "none" : "unreachable" };
}
