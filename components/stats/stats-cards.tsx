import type { OnFilter } from "@/components/stats/breakdown-card";
import { BreakdownCard } from "@/components/stats/breakdown-card";
import { CountriesPanel } from "@/components/stats/countries-panel";
import { HourCard } from "@/components/stats/hour-card";
import { canToggle } from "@/components/stats/stats-address";
import { cn } from "@/components/ui/cn";
import type { StatDimension, StatFilter, Stats } from "@/lib/stats/types";

/** In the order of the cards. Countries have a map, hours a chart. */
const CARDS = ["referrer", "device", "access", "os", "browser", "language", "city", "placement", "weekday"] as const;

/** The card of hours fills the columns left in the last row of cards, or takes a row of its own. */
function hourCardClass(cards: number): string {
  const ofTwo = cards % 2 === 0 && "sm:max-xl:col-span-2";
  const ofThree = ["xl:col-span-3 print:col-span-3", "xl:col-span-2 print:col-span-2", "print:col-span-1"][cards % 3];
  return cn(ofTwo, ofThree);
}

type StatsCardsProps = { stats: Stats; filters: readonly StatFilter[]; onFilter: OnFilter };

/** The clicks of a period by each available dimension. Values that can't be used as filters are not buttons. */
export function StatsCards({ stats, filters, onFilter }: StatsCardsProps) {
  const { breakdowns, clicks, scans } = stats;
  const shown = CARDS.filter((by) => breakdowns[by]);
  const shared = (by: StatDimension) => ({
    total: by === "placement" ? scans : clicks,
    filters,
    onFilter: canToggle(filters, by) ? onFilter : undefined,
  });
  return (
    <>
      {breakdowns.country && <CountriesPanel {...shared("country")} values={breakdowns.country} />}
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 print:grid-cols-3">
        {shown.map((by) => {
          const values = breakdowns[by];
          return values && <BreakdownCard key={by} {...shared(by)} by={by} values={values} />;
        })}
        {breakdowns.hour && (
          <HourCard
            {...shared("hour")}
            values={breakdowns.hour}
            timeZone={stats.timeZone}
            className={hourCardClass(shown.length)}
          />
        )}
      </div>
    </>
  );
}
