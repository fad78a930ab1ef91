import { formatShare, type Share } from "@/components/analytics/breakdown";
import { cn } from "@/components/ui/cn";
import { Panel } from "@/components/ui/panel";
import { formatCount } from "@/lib/format";

/** Differ in lightness, for users who do not see colours. */
const FILLS = ["bg-accent", "bg-accent/45", "bg-line-strong/60"];

/** The parts of a whole: one bar with a legend. */
export function SplitCard({ title, shares }: { title: string; shares: readonly Share[] }) {
  const isEmpty = shares.every(({ count }) => count === 0);
  return (
    <Panel title={title}>
      <div className="grid gap-4 px-4 py-4 sm:px-5">
        <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-pressed">
          {!isEmpty &&
            shares.map(({ key, share }, i) => (
              <div key={key} className={FILLS[i]} style={{ width: `${(share * 100).toFixed(2)}%` }} />
            ))}
        </div>
        <ul className="grid gap-2">
          {shares.map(({ key, label, count, share }, i) => (
            <li key={key} className="flex items-center gap-2.5 text-base">
              <span aria-hidden className={cn("size-2.5 rounded-[3px]", FILLS[i])} />
              <span className="min-w-0 flex-1 truncate text-ink">{label}</span>
              <span className="font-medium text-ink tabular-nums">{formatCount(count)}</span>
              <span className="w-13 text-right text-muted text-sm tabular-nums">{formatShare(share)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
