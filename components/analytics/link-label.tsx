import Link from "next/link";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { withoutScheme } from "@/components/urls/short-link-text";
import { UrlAnalyticsDialog } from "@/components/urls/url-dialogs";
import { STATUS_BADGE } from "@/components/urls/url-status";
import type { TopUrl } from "@/lib/analytics/types";

/** Covers its row. */
const LABEL =
  "min-w-0 truncate rounded-sm font-medium font-mono text-ink text-sm after:absolute after:inset-0 hover:underline";

/** The short code of a link, which leads to its analytics from anywhere in its row. */
export function LinkLabel({ url, href }: { url: TopUrl; href: string | undefined }) {
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-2">
      {href ? (
        <Link translate="no" href={href} prefetch={false} title={withoutScheme(url.originalUrl)} className={LABEL}>
          {url.shortCode}
        </Link>
      ) : (
        <AnalyticsButton url={url} title={withoutScheme(url.originalUrl)} className={LABEL} />
      )}
      {url.status !== "active" && <Badge variant={STATUS_BADGE[url.status]}>{url.status}</Badge>}
    </span>
  );
}

type AnalyticsButtonProps = { url: TopUrl; title?: string; className: string };

/** The short code of a link, which opens its analytics. */
export function AnalyticsButton({ url, title, className }: AnalyticsButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        translate="no"
        aria-label={`Analytics for ${url.shortCode}`}
        aria-haspopup="dialog"
        title={title}
        {...UrlAnalyticsDialog.intent}
        onClick={() => setOpen(true)}
        className={className}
      >
        {url.shortCode}
      </button>
      <UrlAnalyticsDialog url={url} open={open} onOpenChange={setOpen} />
    </>
  );
}
