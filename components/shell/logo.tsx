import { cn } from "@/components/ui/cn";

/** The mark: an "h" whose arch is a hop, from a stem to the point where it lands. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn("size-8 shrink-0", className)}>
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <g className="fill-none stroke-on-accent" strokeWidth="3" strokeLinecap="round">
        <path d="M10.5 7.5v17" />
        <path d="M10.5 18c0-7 11-7 11-.5" />
      </g>
      <circle cx="21.5" cy="24" r="2" className="fill-on-accent" />
    </svg>
  );
}
