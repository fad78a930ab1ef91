import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { HopTrail } from "@/components/shell/hop-trail";
import { Logo } from "@/components/shell/logo";
import { cn } from "@/components/ui/cn";

type CenteredProps = {
  title: string;
  /** Below the title. */
  text?: ReactNode;
  /** Next to the logo, unless it is the title. */
  brand?: string;
  /** Instead of the logo. */
  icon?: LucideIcon;
  children?: ReactNode;
  className?: string;
};

/** A page with a single message outside the dashboard: notices, sign-in, errors. */
export function Centered({ title, text, brand, icon: Icon, children, className }: CenteredProps) {
  return (
    <main className="relative isolate flex min-h-dvh flex-col items-center overflow-x-clip px-4 pt-[max(4rem,18dvh)] pb-16">
      <HopTrail className="-z-10 pointer-events-none absolute inset-x-0 top-0" />
      <div className={cn("w-full max-w-96", className)}>
        <div className="mb-8 flex flex-col items-center text-center">
          <div className="mb-6 flex items-center gap-3">
            {Icon ? (
              <span className="grid size-12 place-items-center rounded-xl border border-line bg-surface text-muted">
                <Icon aria-hidden className="size-6" strokeWidth={1.75} />
              </span>
            ) : (
              <Logo className={brand ? "size-8" : "size-11"} />
            )}
            {brand && <span className="font-semibold text-lg tracking-[-0.015em]">{brand}</span>}
          </div>
          <h1 className="text-balance font-semibold text-2xl text-ink tracking-[-0.02em]">{title}</h1>
          {text && <div className="mt-2 text-balance text-base text-muted leading-6">{text}</div>}
        </div>
        {children}
      </div>
    </main>
  );
}
