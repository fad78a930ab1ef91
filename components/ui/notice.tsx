import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-line bg-danger-soft p-3 text-base">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div className="min-w-0">
        <p className="font-medium text-ink">{title}</p>
        <p className="text-muted dark:text-ink">{children}</p>
      </div>
    </div>
  );
}
