import { renderToStaticMarkup } from "react-dom/server";
import { CompareTable } from "@/components/stats/compare-table";
import type { ComparedUrl, Stats } from "@/lib/stats/types";

const url = (referrer: { name: string; clicks: number }[]): ComparedUrl => ({
  id: "01a1fc35-ee57-7452-bd1b-d61a028f9741",
  shortCode: "spring",
  shortUrl: "http://localhost/spring",
  originalUrl: "https://example.com/",
  status: "active",
  stats: { clicks: 100, visitors: 80, scans: 0, before: null, breakdowns: { referrer } } as Partial<Stats> as Stats,
});

const other = { name: "Other", clicks: 60 };

test.each([
  [
    "of named ones",
    [other, { name: "news.example", clicks: 30 }, { name: "Direct", clicks: 10 }],
    "news.example, 30.0%",
  ],
  ["of none but those summed up", [other], "Other, 60.0%"],
])("the top source %s is that of the link's own page", (_, referrer, top) => {
  const html = renderToStaticMarkup(<CompareTable urls={[url(referrer)]} range="30d" onRemove={() => undefined} />);
  expect(html).toContain(`>${top}<`);
});
