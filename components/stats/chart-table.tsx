import type { ReactNode } from "react";
import { hasBegun, type Point } from "@/components/stats/series";
import { markLabel } from "@/components/stats/stats-text";
import { EmptyValue } from "@/components/ui/text/empty-value";
import { formatCount } from "@/lib/format";
import type { UrlMark } from "@/lib/stats/types";

type Marks = ReadonlyMap<string, readonly UrlMark[]>;

/** The numbers of a chart. */
export function ChartTable({ points, marks }: { points: readonly Point[]; marks: Marks }) {
  const columns = [
    { id: "clicks", title: "Clicks", values: points.map(({ clicks }) => clicks) },
    { id: "visitors", title: "Visitors", values: points.map(({ visitors }) => visitors) },
    { id: "before", title: "Previous period", values: points.map(({ before }) => before) },
  ];
  const known = columns.filter(({ values }) => values.some((value) => value !== null));
  return <SeriesTable points={points} columns={known} marks={marks} />;
}

type SeriesTableProps = {
  points: readonly Point[];
  /** A value for each point; null if unknown. */
  columns: readonly { id: string; title: ReactNode; values: readonly (number | null)[] }[];
  marks?: Marks;
};

/** Numbers over time, newest first, in a frame that scrolls. */
export function SeriesTable(props: SeriesTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it
    <section tabIndex={0} aria-label="Clicks over time" className="-outline-offset-2 max-h-96 overflow-auto">
      <SeriesRows {...props} />
    </section>
  );
}

/** The table itself. */
export function SeriesRows({ points, columns, marks }: SeriesTableProps) {
  return (
    <table className="w-full text-base">
      <thead className="sticky top-0 bg-surface">
        <tr className="text-muted text-xs">
          <th scope="col" className="px-4 py-2 text-left font-medium sm:px-5">
            Time
          </th>
          {columns.map(({ id, title }) => (
            <th key={id} scope="col" className="px-3 py-2 text-right font-medium last:pr-4">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points
          .filter(hasBegun)
          .map(({ start, label }, index) => (
            <tr key={start} className="border-line border-t text-ink">
              <th scope="row" className="px-4 py-1.5 text-left font-normal sm:px-5">
                {label}
                {marks?.get(start)?.map((mark) => (
                  <span key={`${mark.id}-${mark.kind}`} className="ml-2 text-muted text-sm [overflow-wrap:anywhere]">
                    {markLabel(mark)}
                  </span>
                ))}
              </th>
              {columns.map(({ id, values }) => (
                <td key={id} className="px-3 py-1.5 text-right tabular-nums last:pr-4">
                  <Count value={values[index] ?? null} />
                </td>
              ))}
            </tr>
          ))
          .reverse()}
      </tbody>
    </table>
  );
}

function Count({ value }: { value: number | null }) {
  return value === null ? <EmptyValue label="unknown" /> : formatCount(value);
}
