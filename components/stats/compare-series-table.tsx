import { type ComparedSeries, hasBegun } from "@/components/stats/series";
import { formatCount } from "@/lib/format";

const cell = "px-3 py-1.5 text-right text-ink tabular-nums last:pr-4";

/** The numbers of the chart, newest first. */
export function CompareSeriesTable({ urls }: { urls: readonly ComparedSeries[] }) {
  const [first] = urls;
  if (!first) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it
    <section tabIndex={0} aria-label="Clicks over time" className="-outline-offset-2 max-h-96 overflow-auto">
      <table className="w-full text-base">
        <thead className="sticky top-0 bg-surface">
          <tr>
            <th scope="col" className="px-4 py-2 text-left font-medium text-muted text-xs sm:px-5">
              Time
            </th>
            {urls.map(({ id, shortCode }) => (
              <th
                key={id}
                scope="col"
                translate="no"
                className="px-3 py-2 text-right font-medium font-mono text-muted text-xs last:pr-4"
              >
                {shortCode}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.points
            .filter(hasBegun)
            .map(({ start, label }, index) => (
              <tr key={start} className="border-line border-t">
                <th scope="row" className="px-4 py-1.5 text-left font-normal text-ink sm:px-5">
                  {label}
                </th>
                {urls.map(({ id, points }) => (
                  <td key={id} className={cell}>
                    {formatCount(points[index]?.clicks ?? 0)}
                  </td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  );
}
