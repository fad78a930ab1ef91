import { type LucideIcon, SearchX } from "lucide-react";
import type { ReactNode } from "react";

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  /** If empty, its line is kept free. */
  description: string;
  children?: ReactNode;
  /** Announced by screen readers when it appears. */
  role?: "alert" | "status";
};

/** Shown instead of rows: why there are none, and what to do about it. */
export function EmptyState({ icon: Icon, title, description, children, role }: EmptyStateProps) {
  return (
    <div role={role} className="wrap-anywhere flex flex-col items-center px-6 py-16 text-center">
      <span className="mb-4 grid size-11 place-items-center rounded-xl border border-line bg-canvas text-muted">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <p className="font-semibold text-ink text-lg tracking-[-0.01em]">{title}</p>
      <p className="mt-1 min-h-lh max-w-80 text-balance text-base text-muted">{description}</p>
      {children && <div className="mt-5">{children}</div>}
    </div>
  );
}

/** Shown instead of rows if none match the filters. */
export function NoMatch(props: { title: string; description: string; children?: ReactNode }) {
  return <EmptyState {...props} role="status" icon={SearchX} />;
}
