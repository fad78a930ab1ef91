import { counted } from "@/lib/process-counts";
import { type Sample, sample } from "@/server/metrics/sample";

/** Mail samples of the worker, and of the app, which sends test emails. */
export function mailSamples(): Sample[] {
  return (["sent", "failed"] as const).map((result) =>
    sample("hop_mails_total", counted(`mails-${result}`), { result }),
  );
}
