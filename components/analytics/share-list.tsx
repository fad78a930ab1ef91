import { formatShare, type Share } from "@/components/analytics/breakdown";
import { formatCount } from "@/lib/format";

export function ShareList({ shares }: { shares: readonly Share[] }) {
  if (shares.length === 0) return <p className="px-5 py-8 text-center text-base text-muted">No data yet</p>;
  return (
    <ul className="grid grid-cols-1 gap-3.5 px-4 py-4 sm:px-5">
      {shares.map(({ key, label, count, share }) => (
        <li key={key} className="grid grid-cols-1 gap-1.5">
          <div className="flex items-baseline gap-3 text-base">
            <span className="min-w-0 flex-1 truncate text-ink" title={label} suppressHydrationWarning>
              {label}
            </span>
            <span className="font-medium text-ink tabular-nums">{formatCount(count)}</span>
            <span className="w-13 text-right text-muted text-sm tabular-nums">{formatShare(share)}</span>
          </div>
          <Bar share={share} />
        </li>
      ))}
    </ul>
  );
}

/** Hidden from assistive technology: the figures are next to it. */
export function Bar({ share }: { share: number }) {
  return (
    <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-pressed">
      <div className="h-full rounded-full bg-accent" style={{ width: `${(share * 100).toFixed(2)}%` }} />
    </div>
  );
}
