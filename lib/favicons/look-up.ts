import { type Ask, type Downloaded, download, RefusedError } from "@/lib/favicons/download";
import { findIcons } from "@/lib/favicons/find-icons";
import { INTERNET, type Network } from "@/lib/favicons/network";
import { toIcon } from "@/lib/favicons/to-icon";

/** For all that is asked of one site. */
export const TIME_LIMIT_MS = 3_000;

export type LookedUp = { outcome: "found"; png: Buffer } | { outcome: "none" } | { outcome: "unreachable" };

/**
 * Looks for the icon of a site as a browser does: in its page, then at /favicon.ico. Never throws:
 * what a site does is no fault of ours.
 *
 * @param network for tests; the program itself only ever asks the internet
 */
export async function lookUpIcon(origin: string, network: Network = INTERNET): Promise<LookedUp> {
  const page = new URL("/", origin);
  const ask: Ask = { network, signal: AbortSignal.timeout(TIME_LIMIT_MS) };
  let hasAnswered = false;
  const attempt = async (url: URL): Promise<Downloaded | null> => {
    if (ask.signal.aborted) return null;
    try {
      const downloaded = await download(url, ask);
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
