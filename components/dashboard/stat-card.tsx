import type { LucideIcon } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { EmptyValue } from "@/components/ui/empty-value";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "@/lib/format";

const cardClasses = "grid min-w-0 content-start gap-1 rounded-xl border border-line bg-surface p-4 sm:p-5";

type StatCardProps = {
  label: string;
  icon: LucideIcon;
  value: number;
  change: string | null;
  compared: { last: number; before: number };
  /** What is compared, such as "created". */
  verb?: string;
};

export function StatCard({ label, icon: Icon, value, change, compared: { last, before }, verb }: StatCardProps) {
  return (
    <dl data-keep-together className={cardClasses}>
      <dt className="flex items-center justify-between gap-2 font-medium text-muted text-sm">
        <span className="truncate">{label}</span>
        <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      </dt>
      <dd className="truncate font-semibold text-2xl text-ink tabular-nums tracking-[-0.02em]">{formatCount(value)}</dd>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-muted text-xs tabular-nums">
        <Change text={change} />
        <span className="min-w-0">
          {`${[formatCount(last), verb].filter(Boolean).join(" ")} in 30 days, ${formatCount(before)} in the 30 before`}
        </span>
      </dd>
    </dl>
  );
}

function Change({ text }: { text: string | null }) {
  if (text === null) {
    return (
      <span className="font-medium" title="No earlier data to compare">
        <EmptyValue label="No earlier data to compare" />
      </span>
    );
  }
  return (
    <span className={cn("font-medium", text.startsWith("+") ? "text-accent-text" : "text-ink")}>
      {text.replace("-", "−")}
    </span>
  );
}

const CARDS = ["a", "b", "c", "d"];

export function StatCardsSkeleton() {
  return (
    <section aria-label="Statistics" aria-busy className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {CARDS.map((card) => (
        <div key={card} className={cardClasses}>
          <div className="flex h-5 items-center">
            <Skeleton className="w-20" />
          </div>
          <div className="flex h-8 items-center">
            <Skeleton className="h-6 w-16" />
          </div>
          <div className="flex h-4 items-center">
            <Skeleton className="h-3 w-56 max-w-full" />
          </div>
        </div>
      ))}
    </section>
  );
}
