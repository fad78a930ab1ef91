import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Tabs } from "radix-ui";
import { type ReactNode, useEffect, useState } from "react";
import { ApiError } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { Badge } from "@/components/ui/badge";
import { Dialog, DialogBody } from "@/components/ui/dialog/dialog";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { InlineSwitch } from "@/components/ui/form/switch-field";
import { Skeleton } from "@/components/ui/skeleton";
import { ListFailed, toListFailure } from "@/components/ui/table/list-states";
import { Tab } from "@/components/ui/tabs";
import { LocalDate } from "@/components/ui/text/local-date";
import {
  ANALYTICS_TABS,
  type AnalysedLink,
  type AnalyticsTab,
  type AnalyticsView,
} from "@/components/urls/analytics/analysed-link";
import { RECENT_CLICKS, RecentClicks, RecentClicksSkeleton } from "@/components/urls/analytics/recent-clicks";
import { UrlHistory } from "@/components/urls/analytics/url-history";
import { readableUrl, withoutScheme } from "@/components/urls/short-link-text";
import { urlClicksQuery, urlQuery, urlTotalsQuery } from "@/components/urls/url-queries";
import { STATUS_BADGE } from "@/components/urls/url-status";
import { formatCount } from "@/lib/format";
import { paths } from "@/lib/paths";
import type { ListedUrl, ShortUrl } from "@/lib/urls/types";

/** The properties of a link that the dialog shows before it fetches. */
type AnalysedUrl = Pick<ShortUrl, "id" | "shortUrl" | "originalUrl" | "status" | "createdAt">;

type UrlAnalyticsDialogProps = DialogState & {
  url: AnalysedUrl;
  /** Initial tab. */
  tab?: AnalyticsTab;
  /** Its state, if that is kept elsewhere. */
  kept?: { view: AnalyticsView; onView: (view: AnalyticsView) => void };
};

/** A link's click totals, recent clicks and changes. */
export function UrlAnalyticsDialog({ url, tab = "analytics", kept, ...state }: UrlAnalyticsDialogProps) {
  return (
    <Dialog
      {...state}
      title="URL Analytics"
      description={
        <a
          href={url.shortUrl}
          target="_blank"
          rel="noreferrer"
          translate="no"
          className="rounded-sm break-all font-mono text-sm hover:underline"
        >
          {withoutScheme(url.shortUrl)}
        </a>
      }
      className="sm:max-w-3xl"
    >
      <Content url={url} tab={tab} kept={kept} onFollow={() => state.onOpenChange(false)} />
    </Dialog>
  );
}

type UrlAnalyticsDialogByIdProps = DialogState & {
  /** Null if it is closed. */
  link: AnalysedLink | null;
  onLink: (link: AnalysedLink) => void;
  /** The loaded links; any other is fetched. */
  urls: readonly ListedUrl[];
};

/** The analytics dialog of a link given by its id; nothing for a link that isn't visible to the user. */
export function UrlAnalyticsDialogById({ link, onLink, urls, ...state }: UrlAnalyticsDialogByIdProps) {
  // Still shown while the dialog closes.
  const [last, setLast] = useState(link);
  if (link && link !== last) setLast(link);
  const listed = urls.find(({ id }) => id === last?.id);
  const fetched = useQuery({ ...urlQuery(last?.id ?? ""), enabled: state.open && !listed });
  const failure = fetched.isLoadingError ? fetched.error : null;
  useEffect(() => {
    if (failure && !isNotFound(failure)) toastError(failure, "Failed to fetch analytics");
  }, [failure]);
  const url = listed ?? fetched.data;
  if (!last || !url) return null;
  const onView = (view: AnalyticsView) => onLink({ ...last, ...view });
  return <UrlAnalyticsDialog {...state} url={url} kept={{ view: last, onView }} />;
}

function isNotFound(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}

type ContentProps = Required<Pick<UrlAnalyticsDialogProps, "url" | "tab">> &
  Pick<UrlAnalyticsDialogProps, "kept"> & { onFollow: () => void };

/** Its state is reset each time the dialog opens, unless it is kept elsewhere. */
function Content({ url, tab, kept, onFollow }: ContentProps) {
  const [own, setOwn] = useState<AnalyticsView>({ tab, showsBots: false });
  const { view, onView } = kept ?? { view: own, onView: setOwn };
  const onTab = (value: string) => {
    const chosen = ANALYTICS_TABS.find((one) => one === value);
    if (chosen) onView({ ...view, tab: chosen });
  };
  return (
    <Tabs.Root value={view.tab} onValueChange={onTab} className="flex min-h-0 flex-1 flex-col">
      <div className="flex justify-between gap-3 border-line border-b px-5">
        <Tabs.List aria-label="About this link" className="flex gap-5">
          <Tab value="analytics">Analytics</Tab>
          <Tab value="history">History</Tab>
        </Tabs.List>
        <PageLink urlId={url.id} onFollow={onFollow} />
      </div>
      <Tabs.Content value="analytics" className="-outline-offset-2 flex min-h-0 flex-1 flex-col">
        <UrlAnalytics url={url} showsBots={view.showsBots} onBots={(showsBots) => onView({ ...view, showsBots })} />
      </Tabs.Content>
      <Tabs.Content value="history" className="-outline-offset-2 flex min-h-0 flex-1 flex-col">
        <DialogBody className="@container">
          <UrlHistory urlId={url.id} />
        </DialogBody>
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** A link to the link's page; not shown on that page itself. */
function PageLink({ urlId, onFollow }: { urlId: string; onFollow: () => void }) {
  const href = paths.url(urlId);
  if (usePathname() === href) return null;
  return (
    <Link
      href={href}
      prefetch={false}
      onClick={onFollow}
      className="touch-target inline-flex items-center gap-1.5 self-center rounded-sm font-medium text-accent-text text-base hover:underline"
    >
      Open analytics page
      <ArrowRight aria-hidden className="size-4" strokeWidth={1.75} />
    </Link>
  );
}

type UrlAnalyticsProps = { url: AnalysedUrl; showsBots: boolean; onBots: (showsBots: boolean) => void };

/** Fetches when the dialog opens. */
function UrlAnalytics({ url, showsBots, onBots }: UrlAnalyticsProps) {
  const totals = useQuery(urlTotalsQuery(url.id));
  const clicks = useQuery({
    ...urlClicksQuery(url.id, { limit: RECENT_CLICKS, bots: showsBots ? "include" : "exclude" }),
    placeholderData: keepPreviousData,
  });
  const failure = toListFailure("Failed to fetch analytics", totals, clicks);
  if (failure) {
    return (
      <DialogBody>
        <ListFailed {...failure} />
      </DialogBody>
    );
  }
  return (
    // Otherwise clipped content, such as the frames below, would collapse in a low dialog.
    <DialogBody className="@container gap-5">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4">
        <Figure term="Total clicks">{totals.data && formatCount(totals.data.clicks)}</Figure>
        <Figure term="Unique visitors" note="Counted once per day">
          {totals.data && formatCount(totals.data.visitors)}
        </Figure>
        <Figure term="Created">
          <LocalDate iso={url.createdAt} />
        </Figure>
        <Figure term="Status">
          <Badge variant={STATUS_BADGE[url.status]}>{url.status}</Badge>
        </Figure>
        <div className="col-span-full bg-raised px-4 py-3">
          <dt className="text-muted text-xs">Destination</dt>
          <dd className="mt-1 break-all text-base text-ink">{readableUrl(url.originalUrl)}</dd>
        </div>
      </dl>
      <section aria-labelledby="recent-clicks" className="grid min-w-0 gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 id="recent-clicks" className="font-medium text-base text-ink">
            Recent Clicks
          </h3>
          <InlineSwitch label="Show bots" checked={showsBots} onCheckedChange={onBots} />
        </div>
        {clicks.data ? <RecentClicks clicks={clicks.data.items} all={clicks.data} /> : <RecentClicksSkeleton />}
      </section>
    </DialogBody>
  );
}

function Figure({ term, note, children }: { term: string; note?: string; children: ReactNode }) {
  return (
    <div className="bg-raised px-4 py-3">
      <dt className="text-muted text-xs">{term}</dt>
      <dd className="mt-1 flex h-7 items-center font-semibold text-ink text-lg tabular-nums">
        {children ?? <Skeleton className="h-5 w-14" />}
      </dd>
      {note && <dd className="text-muted text-xs">{note}</dd>}
    </div>
  );
}
