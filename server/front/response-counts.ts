import type { IncomingMessage, ServerResponse } from "node:http";
import { count, counted } from "@/lib/process-counts";
import { type Sample, sample } from "@/server/metrics/sample";

/** Pages and their files, calls of the dashboard, calls of the public API. */
const KINDS = ["page", "call", "api"] as const;
const CLASSES = [2, 3, 4, 5] as const;

/** Counts the response to a request other than a visit, unless its client leaves before it begins. */
export function countResponse({ url = "" }: IncomingMessage, response: ServerResponse): void {
  response.once("close", () => {
    const first = CLASSES.find((number) => number === Math.floor(response.statusCode / 100));
    if (response.headersSent && first) count(`responses:${kindOf(url)}:${first}xx`);
  });
}

/** Samples of a front process about its responses other than to visits. */
export function responseSamples(): Sample[] {
  return KINDS.flatMap((kind) =>
    CLASSES.map((first) =>
      sample("hop_responses_total", counted(`responses:${kind}:${first}xx`), { kind, status: `${first}xx` }),
    ),
  );
}

function kindOf(url: string): (typeof KINDS)[number] {
  if (!url.startsWith("/api/")) return "page";
  return url.startsWith("/api/v1/") ? "api" : "call";
}
