import { Info } from "lucide-react";
import { SumStats } from "@/components/stats/sum-stats";

/** For those who may not see the whole installation: why, and the clicks on their own links. */
export function OwnStats() {
  return (
    <>
      <p role="note" className="flex items-start gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-base">
        <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" strokeWidth={1.75} />
        <span className="min-w-0">
          <span className="text-ink">You need admin permissions to view analytics.</span>{" "}
          <span className="text-muted">
            Only overall admins can see the analytics of all links. Below are the links you created.
          </span>
        </span>
      </p>
      <SumStats scope={{ kind: "own" }} name="My links" />
    </>
  );
}
