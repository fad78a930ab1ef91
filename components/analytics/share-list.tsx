import { formatShare, type Share } from "@/components/analytics/breakdown";
import { LinkLabel } from "@/components/analytics/link-label";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/lib/format";

type ShareListProps = { shares: readonly Share[]; empty?: string };

export function ShareList({ shares, empty = "No data yet" }: ShareListProps) {
  if (shares.length === 0) return <p className="break-words px-5 py-8 text-center text-base text-muted">{empty}</p>;
  return (
    <ul className="grid grid-cols-1 gap-3.5 px-4 py-4 sm:px-5">
      {shares.map((share) => (
        <ShareRow key={share.key} share={share} />
      ))}
    </ul>
  );
}

function ShareRow({ share: { label, count, share, isOther, url, href } }: { share: Share }) {
  return (
    <li className="relative grid grid-cols-1 gap-1.5">
      <div className="flex items-baseline gap-3 text-base">
        {url ? (
          <LinkLabel url={url} href={href} />
        ) : (
          <span
            className={cn("min-w-0 flex-1 truncate", isOther ? "text-muted italic" : "text-ink")}
            title={label}
            suppressHydrationWarning
          >
            {label}
          </span>
        )}
        <span className="font-medium text-ink tabular-nums">{formatCount(count)}</span>
        <span className="w-13 text-right text-muted text-sm tabular-nums">{formatShare(share)}</span>
      </div>
      <Bar share={share} variant={isOther ? "muted" : "solid"} />
    </li>
  );
}

const FILLS = {
  solid: "bg-accent",
  /** For values that are not final yet. Between oklch colours, Firefox draws repeating gradients in srgb only. */
  dashed: "bg-[repeating-linear-gradient(90deg_in_srgb,var(--accent)_0_4px,transparent_4px_7px)]",
  muted: "bg-line-strong",
};

/** Hidden from assistive technology: the figures are next to it. */
export function Bar({ share, variant }: { share: number; variant: keyof typeof FILLS }) {
  return (
    <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-pressed">
      <div className={cn("h-full rounded-full", FILLS[variant])} style={{ width: `${(share * 100).toFixed(2)}%` }} />
    </div>
  );
}
