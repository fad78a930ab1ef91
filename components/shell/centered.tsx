import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Logo } from "@/components/shell/logo";

type CenteredProps = {
  title: string;
  /** Below the title. */
  text?: ReactNode;
  /** Next to the logo, unless it is the title. */
  brand?: string;
  /** Instead of the logo. */
  icon?: LucideIcon;
  /** "div" inside the dashboard, whose frame has the landmark and the height. */
  as?: "main" | "div";
  children?: ReactNode;
};

/** A page with a single message: notices, sign-in, errors. */
export function Centered({ title, text, brand, icon: Icon, as: Frame = "main", children }: CenteredProps) {
  return (
    <Frame className="relative isolate flex min-h-dvh flex-col items-center overflow-x-clip px-4 pt-[max(4rem,18dvh)] pb-16 short:pt-6 short:pb-6 in-[main]:min-h-0">
      <HopTrail />
      <div className="w-full max-w-96">
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
    </Frame>
  );
}

/** Decoration: the trail of something hopping across the page. */
function HopTrail() {
  return (
    <div aria-hidden="true" className="-z-10 pointer-events-none absolute inset-x-0 top-0">
      <svg
        viewBox="0 0 2880 320"
        aria-hidden="true"
        className="relative left-1/2 block h-80 w-[180rem] max-w-none -translate-x-1/2 fill-none stroke-accent opacity-30"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 9"
      >
        <path d="M-40 300C100-20 520-20 660 300M660 300C760 50 920 50 1020 300M1020 300C1070 130 1170 130 1220 300" />
        <path d="M1660 300C1710 130 1810 130 1860 300M1860 300C1960 50 2120 50 2220 300M2220 300C2360-20 2780-20 2920 300" />
      </svg>
    </div>
  );
}
