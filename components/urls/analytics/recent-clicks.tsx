import { MousePointerClick } from "lucide-react";
import { countryLabel, deviceLabel } from "@/components/analytics/breakdown";
import { valueLabel } from "@/components/stats/stats-text";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { SkeletonRows } from "@/components/ui/table/data-table";
import { DataTableRows } from "@/components/ui/table/data-table-rows";
import type { TableLayout } from "@/components/ui/table/data-table-types";
import { NarrowLabel } from "@/components/ui/table/table";
import { EmptyValue } from "@/components/ui/text/empty-value";
import { LocalDateTime } from "@/components/ui/text/local-date";
import type { UrlClick } from "@/lib/analytics/types";
import { OTHER } from "@/lib/clicks/types";
import { cutText, formatDevice, formatTotal, type Total } from "@/lib/format";

/** Spec section 9. */
export const RECENT_CLICKS = 10;
const USER_AGENT_LENGTH = 60;

type RecentClicksProps = {
  clicks: readonly UrlClick[];
  all: Total;
  /** Whether raw user agents are shown as well (spec section 9). */
  hasUserAgents?: boolean;
  /** Shown if there are none. */
  empty?: { title: string; description: string };
};

const NO_CLICKS = { title: "No clicks yet", description: "Clicks on this link will appear here." };

/** The newest clicks. Referrers and user agents are untrusted and only rendered as text. */
export function RecentClicks({ clicks, all, hasUserAgents = true, empty = NO_CLICKS }: RecentClicksProps) {
  if (clicks.length === 0) {
    return (
      <div className="rounded-lg border border-line">
        <EmptyState icon={MousePointerClick} {...empty} />
      </div>
    );
  }
  const shown = clicks.slice(0, RECENT_CLICKS);
  return (
    <>
      <div className="overflow-hidden rounded-lg border border-line">
        <DataTableRows layout={layout} rows={shown} context={hasUserAgents} />
      </div>
      {all.total > shown.length && (
        <p className="text-muted text-sm tabular-nums">{`Showing ${shown.length} of ${formatTotal(all)} clicks`}</p>
      )}
    </>
  );
}

export function RecentClicksSkeleton() {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <SkeletonRows layout={layout} isSelectable={false} />
    </div>
  );
}

const cellClass = "text-muted text-sm @table:h-10";

const layout: TableLayout<UrlClick, boolean> = {
  label: "Recent Clicks",
  rowClass: "gap-y-1 py-2.5",
  skeletonRows: 4,
  columns: [
    {
      title: "Time",
      headClass: "first:pl-4 @table:w-42",
      className: cn(cellClass, "whitespace-nowrap text-ink tabular-nums @table:first:pl-4"),
      skeleton: "w-32",
      cell: ({ timestamp }) => <LocalDateTime iso={timestamp} />,
    },
    {
      title: "IP",
      // Room for an IPv6 address, which has up to 39 characters.
      headClass: "@table:w-48 @roomy:w-52 @wide:w-84",
      className: cn(cellClass, "break-all @table:py-1.5"),
      skeleton: "w-20",
      cell: (click) => (
        <>
          <NarrowLabel>IP</NarrowLabel>
          {click.ipAddress ? (
            <span translate="no" className="font-mono">
              {click.ipAddress}
            </span>
          ) : (
            <EmptyValue label="unknown" />
          )}
          <Place click={click} />
        </>
      ),
    },
    {
      title: "Referrer",
      headClass: "@table:w-34",
      className: cn(cellClass, "truncate"),
      skeleton: "w-24",
      cell: (click) => (
        <span title={click.referer ?? sourceOf(click)}>
          <NarrowLabel>Referrer</NarrowLabel>
          {sourceOf(click)}
        </span>
      ),
    },
    {
      title: "User Agent",
      headClass: "last:pr-4",
      className: cn(cellClass, "break-words @table:py-1.5 @table:last:pr-4"),
      skeleton: "w-full",
      cell: (click, hasUserAgents) => <Visitor click={click} hasUserAgent={hasUserAgents} />,
    },
  ],
};

/** City or country of the visitor, if known. */
function Place({ click: { city, country } }: { click: UrlClick }) {
  const place = city && city !== OTHER ? city : country && countryLabel(country);
  return place && <span className="block break-normal text-xs">{place}</span>;
}

/** Text for the source of a click; for a scan, includes the QR code's placement. */
function sourceOf({ referrerHost, accessMethod, placement }: UrlClick): string {
  const source = referrerHost ?? (accessMethod === "qr" ? "QR code" : "Direct");
  return placement ? `${source}, ${placement}` : source;
}

/** Browser, system, device and language as text; the user agent itself is in the tooltip. */
function Visitor({ click, hasUserAgent }: { click: UrlClick; hasUserAgent: boolean }) {
  const { userAgent, isBot, deviceType, language } = click;
  const isKnown = Boolean(click.browser || click.os);
  return (
    <span title={userAgent ?? undefined}>
      {isKnown && (
        <span className="text-ink">
          {formatDevice(click)}
          {deviceType && `, ${deviceLabel(deviceType)}`}
          {language && `, ${valueLabel({ by: "language", value: language })}`}
        </span>
      )}
      {!isKnown && !userAgent && <EmptyValue label="no user agent" />}
      {!isKnown && userAgent && !hasUserAgent && (isBot ? "" : "Unknown browser")}
      {isBot && (
        <span className="mr-1.5 whitespace-nowrap rounded-full border border-line px-1.5 text-2xs text-muted">Bot</span>
      )}
      {hasUserAgent && userAgent && (
        <span className={cn(isKnown && "block text-xs")}>{cutText(userAgent, USER_AGENT_LENGTH)}</span>
      )}
    </span>
  );
}
