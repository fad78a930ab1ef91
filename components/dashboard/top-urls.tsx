"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { topUrlsQuery } from "@/components/dashboard/dashboard-queries";
import { Panel, PanelNote, PanelSkeleton } from "@/components/ui/panel";
import { ListFailed, toListFailure } from "@/components/ui/table/list-states";
import { destinationText } from "@/components/urls/short-link-text";
import { UrlAnalyticsDialog } from "@/components/urls/url-dialogs";
import type { TopUrl } from "@/lib/analytics/types";
import { formatCount } from "@/lib/format";

const TITLE = "Top Performing URLs";

/** The links with the most clicks since the first one. */
export function TopUrls() {
  const top = useQuery(topUrlsQuery);
  const failure = toListFailure("The top URLs could not be loaded", top);
  if (top.isPending) return <PanelSkeleton title={TITLE} />;
  return (
    <Panel title={TITLE} action={<span className="text-muted text-sm">All time</span>}>
      {failure && !top.data && <ListFailed {...failure} />}
      {top.data?.length === 0 && <PanelNote>No URL data available</PanelNote>}
      {top.data && top.data.length > 0 && (
        <ol>
          {top.data.map((url) => (
            <Row key={url.id} url={url} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** Opens the link's analytics. */
function Row({ url }: { url: TopUrl }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="relative flex min-h-14 items-center gap-4 border-line border-t px-4 py-1.5 first:border-t-0 has-[button:hover]:bg-hover sm:px-5">
      <div className="min-w-0 flex-1">
        {/* Covers the row. */}
        <button
          type="button"
          translate="no"
          aria-label={`Analytics for ${url.shortCode}`}
          aria-haspopup="dialog"
          {...UrlAnalyticsDialog.intent}
          onClick={() => setOpen(true)}
          className="block max-w-full truncate rounded-sm font-medium font-mono text-ink text-sm after:absolute after:inset-0"
        >
          {url.shortCode}
        </button>
        <UrlAnalyticsDialog url={url} open={open} onOpenChange={setOpen} />
        <p className="truncate text-muted text-sm" title={url.originalUrl}>
          {destinationText(url.originalUrl)}
        </p>
      </div>
      <p className="shrink-0 font-medium text-base text-ink tabular-nums">
        {formatCount(url.clickCount)}{" "}
        <span className="font-normal text-muted text-sm">{url.clickCount === 1 ? "click" : "clicks"}</span>
      </p>
    </li>
  );
}
