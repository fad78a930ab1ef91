import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { RankedCard } from "@/components/stats/ranked-card";

const ROWS = Array.from({ length: 11 }, (_, index) => ({ key: `k${index}`, text: `Row ${index}`, clicks: 20 - index }));

function expanded(props: Partial<ComponentProps<typeof RankedCard>>): string {
  return renderToStaticMarkup(
    <RankedCard title="Top" rows={ROWS} total={200} first={5} showsAll onShowsAll={() => undefined} {...props}>
      {({ text }) => text}
    </RankedCard>,
  );
}

test.each([true, false])("while it fetches all rows (%p), a card says so", (busy) => {
  const html = expanded({ isPartial: true, busy });
  expect(html.includes('aria-busy="true"')).toBe(busy);
  expect(html.includes('<p role="status" class="sr-only">Loading...</p>')).toBe(busy);
});

test("the search of one of several cards has no shortcut, which leads to the first of them", () => {
  const html = expanded({});
  expect(html).toContain('aria-label="Search Top"');
  expect(html).not.toMatch(/aria-keyshortcuts|<kbd/);
});

test.each([
  [{ showsAll: true }, "Show fewer"],
  [{ showsAll: false }, "View all 11"],
  [{ showsAll: false, isPartial: true }, "View all"],
])("the name of the button begins with what it shows, for voice control: %j", (props, text) => {
  expect(expanded(props)).toMatch(new RegExp(`aria-label="${text}: Top"[^>]*>(<span[^>]*>)?${text}<`));
});
