import { renderToStaticMarkup } from "react-dom/server";
import { DataTable } from "@/components/ui/table/data-table";
import type { TableLayout } from "@/components/ui/table/data-table-types";
import type { Total } from "@/lib/format";

const layout: TableLayout<{ id: string }> = {
  label: "Short URLs",
  columns: [{ title: "Code", skeleton: "w-4", cell: ({ id }) => id }],
  rowClass: "",
};

function rendered(matching: Total | undefined, hasMore: boolean): string {
  const more = { matching, hasMore, loadMore: () => undefined, isFetching: false };
  return renderToStaticMarkup(
    <DataTable
      layout={layout}
      rows={[{ id: "a" }, { id: "b" }]}
      context={undefined}
      more={more}
      footer="Showing 2 URLs"
    />,
  );
}

test.each([
  [{ total: 1_111 }, true, "1112", "Showing 2 URLs of 1,111"],
  [{ total: 10_000, hasMoreThanTotal: true }, true, "-1", "Showing 2 URLs of more than 10,000"],
  [undefined, true, "-1", "Showing 2 URLs"],
  [{ total: 2 }, false, "3", "Showing 2 URLs"],
])("screen readers hear how many rows there are, loaded or not: %j", (matching, hasMore, rowCount, status) => {
  const html = rendered(matching, hasMore);
  expect(html).toContain(`aria-rowcount="${rowCount}"`);
  const statuses = [...html.matchAll(/role="status"[^>]*>(.*?)<\/p>/g)].map(([, text]) =>
    text?.replace(/<[^>]+>/g, ""),
  );
  expect(statuses).toContain(status);
});
