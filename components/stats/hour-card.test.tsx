import { renderToStaticMarkup } from "react-dom/server";
import { HourCard } from "@/components/stats/hour-card";
import { StatsCards } from "@/components/stats/stats-cards";
import { type Stats, UNKNOWN } from "@/lib/stats/types";

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ name: String(hour).padStart(2, "0"), clicks: hour }));

const render = (values: typeof HOURS) =>
  renderToStaticMarkup(<HourCard values={values} filters={[]} onFilter={() => undefined} timeZone="Europe/Vienna" />);

test("clicks at unknown hours get no column", () => {
  const html = render([...HOURS, { name: UNKNOWN, clicks: 1_000 }]);
  expect(html.match(/<button/g)).toHaveLength(24);
  expect(html).toContain("height:100.00%");
  expect(html).toContain("Time zone: Europe/Vienna. 1,000 clicks at unknown hours.");
  expect(html).not.toContain(`${UNKNOWN}:00`);
  expect(render(HOURS)).not.toContain("unknown");
});

/** Two columns of cards, and three. */
test.each([
  [6, ["sm:max-xl:col-span-2", "xl:col-span-3"]],
  [7, ["xl:col-span-2"]],
  [8, ["sm:max-xl:col-span-2"]],
])("after %i cards, hours take the rest of the row", (count, spans) => {
  const cards = (["referrer", "device", "access", "os", "browser", "weekday", "language", "city"] as const).slice(
    0,
    count,
  );
  const breakdowns = { ...Object.fromEntries(cards.map((by) => [by, []])), hour: HOURS };
  const stats = { clicks: 0, timeZone: "UTC", breakdowns } as Stats;
  const html = renderToStaticMarkup(<StatsCards stats={stats} filters={[]} onFilter={undefined} />);
  expect(html.match(/(?<=[ "])(?:sm|xl)[\w:-]*:col-span-\d/g) ?? []).toEqual(spans);
});
