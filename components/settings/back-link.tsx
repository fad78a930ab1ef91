import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { paths } from "@/lib/paths";

/** Stands above the page's header. */
export function BackLink() {
  return (
    <Link
      href={paths.dashboard}
      prefetch={false}
      className="-mb-3 inline-flex w-fit items-center gap-1.5 rounded-md text-muted text-sm hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
      Back to dashboard
    </Link>
  );
}
