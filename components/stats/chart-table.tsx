import { hasBegun, type Point } from "@/components/stats/series";
import { markLabel } from "@/components/stats/stats-text";
import { EmptyValue } from "@/components/ui/empty-value";
import { formatCount } from "@/lib/format";
import type { UrlMark } from "@/lib/stats/types";

type ChartTableProps = {
  points: readonly Point[];
  marks: ReadonlyMap<string, readonly UrlMark[]>;
};

const head = "px-3 py-2 text-right font-medium text-muted text-xs first:pl-4 first:text-left last:pr-4 sm:first:pl-5";
const cell = "px-3 py-1.5 text-right tabular-nums first:pl-4 last:pr-4";

/** The numbers of a chart, newest first. */
export function ChartTable({ points, marks }: ChartTableProps) {
  const hasBefore = points.some(({ before }) => before !== null);
  const hasVisitors = points.some(({ visitors }) => visitors !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it
    <section tabIndex={0} aria-label="Clicks over time" className="-outline-offset-2 max-h-80 overflow-auto">
      <table className="w-full text-base">
        <thead className="sticky top-0 bg-surface">
          <tr>
            <th scope="col" className={head}>
              Time
            </th>
            <th scope="col" className={head}>
              Clicks
            </th>
            {hasVisitors && (
              <th scope="col" className={head}>
                Visitors
              </th>
            )}
            {hasBefore && (
              <th scope="col" className={head}>
                Period before
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {points
            .filter(hasBegun)
            .reverse()
            .map((point) => (
              <tr key={point.start} className="border-line border-t">
                <th scope="row" className="px-3 py-1.5 pl-4 text-left font-normal text-ink sm:pl-5">
                  {point.label}
                  {marks.get(point.start)?.map((mark) => (
                    <span key={`${mark.id}-${mark.kind}`} className="ml-2 text-muted text-sm [overflow-wrap:anywhere]">
                      {markLabel(mark)}
                    </span>
                  ))}
                </th>
                <td className={`${cell} text-ink`}>{formatCount(point.clicks)}</td>
                {hasVisitors && <Cell value={point.visitors} />}
                {hasBefore && <Cell value={point.before} />}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ value }: { value: number | null }) {
  return (
    <td className={`${cell} text-muted`}>{value === null ? <EmptyValue label="unknown" /> : formatCount(value)}</td>
  );
}
