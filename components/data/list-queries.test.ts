import { type ListPage, rowsOf } from "@/components/data/list-queries";

type Row = { id: string; clicks: number };

const page = (...items: Row[]): ListPage<Row> => ({ items, total: 3, hasMoreThanTotal: false, next: null });

test("a row that moved between two pages while they were fetched is shown once, as it was found last", () => {
  const pages = [
    page({ id: "a", clicks: 1 }, { id: "b", clicks: 1 }),
    page({ id: "b", clicks: 2 }, { id: "c", clicks: 0 }),
  ];
  expect(rowsOf(pages)).toEqual([
    { id: "a", clicks: 1 },
    { id: "b", clicks: 2 },
    { id: "c", clicks: 0 },
  ]);
});
