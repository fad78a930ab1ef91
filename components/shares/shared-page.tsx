import { Logo } from "@/components/shell/logo";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { ChartPanel } from "@/components/stats/chart-panel";
import { ChartTable } from "@/components/stats/chart-table";
import { toPoints } from "@/components/stats/series";
import { StatFigures } from "@/components/stats/stat-figures";
import { StatsCards } from "@/components/stats/stats-cards";
import { formatDays, RANGE_LABELS, rangeLabel } from "@/components/stats/stats-text";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { PanelNote } from "@/components/ui/panel";
import { readableUrl, withoutScheme } from "@/components/urls/short-link-text";
import { STATUS_BADGE } from "@/components/urls/url-status";
import type { SharedStats } from "@/lib/shares/types";

type SharedPageProps = { stats: SharedStats; brand: string };

/** The statistics of a link, read-only, for anyone who has the page's address. The numbers need no JavaScript. */
export function SharedPage({ stats, brand }: SharedPageProps) {
  const { shortUrl, originalUrl, status, range, ranges, clicks, bots } = stats;
  const name = withoutScheme(shortUrl);
  const days = formatDays(stats);
  const shown = { ...stats, filters: [], filterableFrom: null };
  return (
    <main className="mx-auto grid max-w-[84rem] gap-6 px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="mb-3 flex items-center gap-2 font-semibold text-base text-muted">
            <Logo className="size-6" />
            {brand}
          </p>
          <h1
            translate="no"
            className="flex flex-wrap items-center gap-x-3 gap-y-1 font-mono font-semibold text-ink text-lg [overflow-wrap:anywhere] sm:text-xl"
          >
            {name}
            {status !== "active" && (
              <Badge variant={STATUS_BADGE[status]} className="font-sans">
                {status}
              </Badge>
            )}
          </h1>
          {originalUrl && <p className="mt-1 break-all text-base text-muted">{readableUrl(originalUrl)}</p>}
          <p className="mt-1 text-muted text-sm tabular-nums">
            Statistics, {rangeLabel(range).toLowerCase()}, {days}
          </p>
        </div>
        <div data-no-print className="max-sm:hidden">
          <ThemeSwitch />
        </div>
      </header>
      {ranges.length > 1 && <RangeLinks range={range} ranges={ranges} />}
      <div className="grid gap-4">
        <StatFigures stats={shown} isSum={false} />
        {clicks === 0 && bots === 0 ? (
          <Card aria-label="Statistics">
            <PanelNote>No clicks in this period</PanelNote>
          </Card>
        ) : (
          <>
            <ChartPanel
              stats={shown}
              marks={{ marks: [], omitted: 0 }}
              hours={false}
              onInterval={undefined}
              caption={{ title: name, lines: [`Clicks by ${stats.interval}: ${days}`], file: "clicks" }}
              csv={null}
            />
            <noscript>
              <Card aria-label="Clicks over time">
                <ChartTable points={toPoints(shown, Date.now())} marks={new Map()} />
              </Card>
            </noscript>
            <StatsCards stats={shown} filters={[]} onFilter={undefined} />
          </>
        )}
      </div>
      <footer className="text-muted text-sm">Read-only page, shared with you. Days are in {stats.timeZone}.</footer>
    </main>
  );
}

/** Links, which work without JavaScript. */
function RangeLinks({ range, ranges }: Pick<SharedStats, "range" | "ranges">) {
  return (
    <nav aria-label="Period" data-no-print>
      <ul className="grid grid-cols-2 gap-0.5 rounded-lg border border-line bg-canvas p-0.5 sm:inline-flex dark:bg-surface">
        {ranges.map((one) => (
          <li key={one}>
            <a
              href={`?range=${one}`}
              rel="nofollow"
              aria-current={one === range ? "page" : undefined}
              className={cn(
                "grid h-8 pointer-coarse:h-10 place-items-center whitespace-nowrap rounded-md px-3 font-medium text-muted text-sm transition-colors hover:text-ink",
                one === range && "bg-surface text-ink shadow-control dark:bg-pressed",
              )}
            >
              {RANGE_LABELS[one]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
