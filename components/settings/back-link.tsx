import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

/** A link to the parent page, above the header. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="touch-target inline-flex w-fit items-center gap-1.5 rounded-md text-muted text-sm hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
      {children}
    </Link>
  );
}
