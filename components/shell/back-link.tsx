import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

type BackLinkProps = { href: string; children: ReactNode };

/** A link to the parent page, above the header. */
export function BackRow(props: BackLinkProps) {
  return (
    <div className="-mb-3 flex print:hidden">
      <BackLink {...props} />
    </div>
  );
}

/** The link alone, for a row with others. */
export function BackLink({ href, children }: BackLinkProps) {
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
