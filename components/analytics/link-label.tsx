"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { withoutScheme } from "@/components/urls/short-link-text";
import { UrlAnalyticsDialog } from "@/components/urls/url-dialogs";
import { STATUS_BADGE } from "@/components/urls/url-status";
import type { TopUrl } from "@/lib/analytics/types";

/** The short code of a link, which opens its analytics from anywhere in its row. */
export function LinkLabel({ url }: { url: TopUrl }) {
  const [open, setOpen] = useState(false);
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-2">
      <button
        type="button"
        aria-label={`Analytics of ${url.shortCode}`}
        aria-haspopup="dialog"
        title={withoutScheme(url.originalUrl)}
        {...UrlAnalyticsDialog.intent}
        onClick={() => setOpen(true)}
        className="min-w-0 truncate rounded-sm font-medium font-mono text-ink text-sm after:absolute after:inset-0 hover:underline"
      >
        {url.shortCode}
      </button>
      {url.status !== "active" && <Badge variant={STATUS_BADGE[url.status]}>{url.status}</Badge>}
      <UrlAnalyticsDialog url={url} open={open} onOpenChange={setOpen} />
    </span>
  );
}
