import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { AllTopLinks, TOP_LINKS, TOP_LINKS_FAILED } from "@/components/analytics/all-top-links";
import { formatShare, linkShares, type Share, withOther } from "@/components/analytics/breakdown";
import { toAddress } from "@/components/data/address";
import { OtherRow, RowBar } from "@/components/stats/ranked-values";
import { type StatsView, statsAddress } from "@/components/stats/stats-address";
import { statsTopUrlsQuery } from "@/components/stats/stats-queries";
import { rangeLabel } from "@/components/stats/stats-text";
import { Badge } from "@/components/ui/badge";
import { ListFailed, toListFailure } from "@/components/ui/list-faces";
import { Panel, PanelNote, PanelSkeleton } from "@/components/ui/panel";
import { destinationText } from "@/components/urls/short-link-text";
import { STATUS_BADGE } from "@/components/urls/url-status";
import type { TopUrl } from "@/lib/analytics/types";
import { formatCount } from "@/lib/format";
import { paths } from "@/lib/paths";
import { TOP_URLS_MAX } from "@/lib/stats/types";

/** The most clicked links; each leads to its own analytics, for the same period. */
export function TopLinksCard({ path, view: { range } }: { path: string; view: StatsView }) {
  const top = useQuery(statsTopUrlsQuery(path, range));
  if (top.isPending) return <PanelSkeleton title={TOP_LINKS} />;
  const failure = toListFailure(TOP_LINKS_FAILED, top);
  const search = toAddress(statsAddress, { range, interval: null, filters: [] });
  const toHref = ({ id }: TopUrl) => `${paths.url(id)}${search && `?${search}`}`;
  const shares = top.data && withOther(linkShares(top.data, toHref), top.data.totalClicks);
  const max = Math.max(1, ...(top.data?.urls ?? []).map(({ clickCount }) => clickCount));
  const hasMore = shares?.some(({ isOther }) => isOther) && (
    <AllTopLinks
      period={rangeLabel(range)}
      total={top.data?.totalClicks ?? 0}
      query={statsTopUrlsQuery(path, range, TOP_URLS_MAX)}
      toHref={toHref}
    />
  );
  return (
    <Panel title={TOP_LINKS} action={hasMore}>
      {shares?.length === 0 && <PanelNote>No clicks in this period</PanelNote>}
      {!shares && failure && <ListFailed {...failure} />}
      <ol className="grid grid-cols-1 gap-0.5 p-2 empty:hidden">
        {shares?.map((share) => (
          <li key={share.key}>
            <TopLink share={share} width={share.count / max} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function TopLink({ share: { url, href, count, share }, width }: { share: Share; width: number }) {
  if (!url || !href) return <OtherRow clicks={count} share={share} />;
  return (
    <Link
      href={href}
      prefetch={false}
      title={destinationText(url.originalUrl)}
      className="relative -outline-offset-2 flex h-8 pointer-coarse:h-10 items-center gap-3 rounded-md px-2 text-base hover:bg-hover sm:px-3"
    >
      <RowBar width={width} />
      <span translate="no" className="relative max-w-[50%] truncate font-medium font-mono text-ink text-sm">
        {url.shortCode}
      </span>
      {url.status !== "active" && (
        <Badge className="relative shrink-0" variant={STATUS_BADGE[url.status]}>
          {url.status}
        </Badge>
      )}
      <span className="relative min-w-0 flex-1 truncate text-muted text-sm">{destinationText(url.originalUrl)}</span>
      <span className="relative shrink-0 font-medium text-ink tabular-nums">{formatCount(count)}</span>
      <span className="relative w-12 shrink-0 text-right text-muted text-sm tabular-nums">{formatShare(share)}</span>
    </Link>
  );
}
