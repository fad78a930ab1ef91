import { BreakdownCard } from "@/components/stats/breakdown-card";
import { CountriesPanel } from "@/components/stats/countries-panel";
import { HourCard } from "@/components/stats/hour-card";
import type { OnFilter } from "@/components/stats/ranked-values";
import type { StatFilter, Stats } from "@/lib/stats/types";

/** In the order of the cards. Countries have a map, hours a chart. */
const CARDS = ["referrer", "device", "access", "os", "browser", "language", "city", "placement", "weekday"] as const;

/** Of the card of hours, by how many cards the last of three columns' rows has: it takes the places that are left. */
const HOUR_CARD_CLASSES = ["sm:col-span-2 xl:col-span-3", "xl:col-span-2", ""];

type StatsCardsProps = { stats: Stats; filters: readonly StatFilter[]; onFilter: OnFilter };

/** The clicks of a period by each dimension that is known. */
export function StatsCards({ stats, filters, onFilter }: StatsCardsProps) {
  const { breakdowns, clicks: total } = stats;
  const shown = CARDS.filter((by) => breakdowns[by]);
  const shared = { total, filters, onFilter };
  return (
    <>
      {breakdowns.country && <CountriesPanel {...shared} values={breakdowns.country} />}
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 print:grid-cols-3">
        {shown.map((by) => {
          const values = breakdowns[by];
          return values && <BreakdownCard key={by} {...shared} by={by} values={values} />;
        })}
        {breakdowns.hour && (
          <HourCard
            values={breakdowns.hour}
            filters={filters}
            onFilter={onFilter}
            timeZone={stats.timeZone}
            className={HOUR_CARD_CLASSES[shown.length % 3]}
          />
        )}
      </div>
    </>
  );
}
