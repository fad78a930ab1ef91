import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { paths } from "@/lib/paths";

/** Tells those who can change it that the base URL is still the server's own machine. */
export function LocalLinksNotice({ warning }: { warning: string }) {
  return (
    <div className="flex gap-3 rounded-lg border border-line bg-accent-soft p-3 text-base">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span>{warning}</span>{" "}
        <Link href={paths.settings} prefetch={false} className="rounded-sm underline underline-offset-3">
          Change the base URL in Settings
        </Link>
      </p>
    </div>
  );
}
