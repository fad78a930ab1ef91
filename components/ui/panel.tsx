import { type ReactNode, useId } from "react";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";

type PanelProps = {
  title: string;
  children: ReactNode;
  /** Next to the title. */
  action?: ReactNode;
  footer?: ReactNode;
  busy?: boolean;
  className?: string;
};

/** A titled card. */
export function Panel({ title, children, action, footer, busy, className }: PanelProps) {
  const id = useId();
  return (
    <Card
      aria-labelledby={id}
      aria-busy={busy || undefined}
      data-keep-together
      className={cn("flex min-w-0 flex-col", className)}
    >
      <div className="flex items-baseline justify-between gap-2 border-line border-b px-4 py-3 sm:gap-4 sm:px-5">
        <h2 id={id} className="font-semibold text-base text-ink">
          {title}
        </h2>
        {action}
      </div>
      <div className="flex-1">{children}</div>
      {footer && <div className="border-line border-t px-4 py-2 text-muted text-xs sm:px-5">{footer}</div>}
    </Card>
  );
}

const ROWS = ["a", "b", "c", "d", "e"];

/** A placeholder with the height of five rows. A page has several, so it is not announced. */
export function PanelSkeleton({ title }: { title: string }) {
  return (
    <Panel title={title} busy>
      <p className="sr-only">Loading...</p>
      {ROWS.map((row) => (
        <div
          key={row}
          className="flex h-14 items-center gap-4 border-line border-t px-4 first-of-type:border-t-0 sm:px-5"
        >
          <Skeleton className="flex-1" />
          <Skeleton className="w-14" />
        </div>
      ))}
    </Panel>
  );
}

/** Shown instead of rows. */
export function PanelNote({ children }: { children: ReactNode }) {
  return <p className="grid min-h-70 place-items-center px-5 text-center text-base text-muted">{children}</p>;
}
