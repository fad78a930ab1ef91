"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatShare, linkShares, type Share } from "@/components/analytics/breakdown";
import { toAddress } from "@/components/data/address";
import { type StatsView, statsAddress } from "@/components/stats/stats-address";
import { statsTopUrlsQuery } from "@/components/stats/stats-queries";
import { Badge } from "@/components/ui/badge";
import { ListFailed, toListFailure } from "@/components/ui/list-faces";
import { Panel, PanelNote, PanelSkeleton } from "@/components/ui/panel";
import { withoutScheme } from "@/components/urls/short-link-text";
import { STATUS_BADGE } from "@/components/urls/url-status";
import { formatCount } from "@/lib/format";
import { paths } from "@/lib/paths";

const TITLE = "Top Links";

/** The most clicked links; each leads to its own analytics, for the same period. */
export function TopLinksCard({ path, view }: { path: string; view: StatsView }) {
  const top = useQuery(statsTopUrlsQuery(path, view.range));
  if (top.isPending) return <PanelSkeleton title={TITLE} />;
  const failure = toListFailure("The top links could not be loaded", top);
  const search = toAddress(statsAddress, { range: view.range, interval: null, filters: [] });
  const shares = top.data && linkShares(top.data);
  const max = Math.max(1, ...(shares ?? []).map(({ count }) => count));
  return (
    <Panel title={TITLE}>
      {shares?.length === 0 && <PanelNote>No clicks in this period</PanelNote>}
      {!shares && failure && <ListFailed {...failure} />}
      <ol className="grid grid-cols-1 gap-0.5 p-2 empty:hidden">
        {shares?.map((share) => (
          <li key={share.key}>
            <TopLink share={share} width={share.count / max} search={search} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function TopLink({ share: { url, count, share }, width, search }: { share: Share; width: number; search: string }) {
  if (!url) return null;
  return (
    <Link
      href={`${paths.url(url.id)}${search && `?${search}`}`}
      prefetch={false}
      title={withoutScheme(url.originalUrl)}
      className="relative -outline-offset-2 flex h-8 pointer-coarse:h-10 items-center gap-3 rounded-md px-2 text-base hover:bg-hover sm:px-3"
    >
      <span
        aria-hidden
        className="absolute inset-y-0.5 left-0 rounded-md bg-accent-soft"
        style={{ width: `${(width * 100).toFixed(2)}%` }}
      />
      <span className="relative max-w-[50%] shrink-0 truncate font-medium font-mono text-ink text-sm">
        {url.shortCode}
      </span>
      {url.status !== "active" && (
        <Badge className="relative" variant={STATUS_BADGE[url.status]}>
          {url.status}
        </Badge>
      )}
      <span className="relative min-w-0 flex-1 truncate text-muted text-sm">{withoutScheme(url.originalUrl)}</span>
      <span className="relative font-medium text-ink tabular-nums">{formatCount(count)}</span>
      <span className="relative w-12 text-right text-muted text-sm tabular-nums">{formatShare(share)}</span>
    </Link>
  );
}
