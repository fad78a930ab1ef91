import { NO_GROUP } from "@/components/urls/group-options";
import { toUrlSearch } from "@/components/urls/list/url-address";
import {
  ALL,
  filterUrls,
  isFiltered,
  NO_CREATOR,
  NO_FILTERS,
  type UrlFilters,
} from "@/components/urls/list/url-filters";
import {
  fromSortValue,
  NEWEST_FIRST,
  nextSort,
  SORT_OPTIONS,
  sortUrls,
  toSortValue,
  type UrlSort,
} from "@/components/urls/list/url-sort";
import { toSearchWords } from "@/lib/search-text";
import { URL_SORTS } from "@/lib/urls/list-schema";
import type { ListedUrl } from "@/lib/urls/types";

function link(shortCode: string, originalUrl: string, more: Partial<ListedUrl> = {}): ListedUrl {
  return {
    id: shortCode,
    shortCode,
    shortUrl: `https://hop.example/${shortCode}`,
    originalUrl,
    status: "active",
    clickCount: 0,
    createdAt: "2026-01-01T00:00:00.000Z",
    createdById: "u",
    createdByName: "Anna-Lena Brandt",
    lastClickedOn: null,
    groupId: null,
    faviconUrl: null,
    qrCodeUrl: null,
    ...more,
  };
}

const LINKS = [
  link("Sale", "https://shop.example/spring", { id: "2", clickCount: 3, createdAt: "2026-01-02T00:00:00.000Z" }),
  link("docs2", "https://Docs.example/Guide", { id: "1", status: "paused", groupId: "g", clickCount: 12 }),
  link("docs10", "https://a.example/", {
    id: "3",
    createdById: null,
    createdByName: null,
    status: "deleted",
    clickCount: 3,
    createdAt: "2026-01-03T00:00:00.000Z",
  }),
];

const codes = (urls: readonly ListedUrl[]) => urls.map(({ shortCode }) => shortCode);

test.each<[Partial<UrlFilters>, string[]]>([
  // Deleted links are left out unless requested.
  [{}, ["Sale", "docs2"]],
  [{ status: ALL }, ["Sale", "docs2", "docs10"]],
  [{ status: "deleted" }, ["docs10"]],
  [{ creatorId: "u" }, ["Sale", "docs2"]],
  [{ creatorId: "v" }, []],
  [{ creatorId: NO_CREATOR, status: ALL }, ["docs10"]],
  [{ text: "  " }, ["Sale", "docs2"]],
  [{ text: "sale" }, ["Sale"]],
  [{ text: "GUIDE" }, ["docs2"]],
  [{ text: " spring " }, ["Sale"]],
  [{ text: "example" }, ["Sale", "docs2"]],
  [{ text: "https://hop.example/sale?r=qr" }, ["Sale"]],
  [{ text: "hop.example/sal" }, []],
  [{ text: "spring sale" }, ["Sale"]],
  [{ text: "sale guide" }, []],
  [{ text: "brandt docs" }, ["docs2"]],
  [{ text: "lena" }, ["Sale", "docs2"]],
  [{ text: "randt" }, []],
  [{ status: "paused" }, ["docs2"]],
  [{ status: "active", text: "docs" }, []],
  [{ groupId: "g" }, ["docs2"]],
  [{ groupId: NO_GROUP }, ["Sale"]],
  [{ groupId: "h" }, []],
])("%j matches %j", (filters, expected) => {
  const all = { ...NO_FILTERS, ...filters };
  expect(codes(filterUrls(LINKS, all, toSearchWords(all.text, "https://hop.example")))).toEqual(expected);
  expect(isFiltered(all)).toBe(Object.values(filters).some((value) => value.trim() !== ""));
});

test.each<[string, string[]]>([
  ["shortCode", ["docs2", "docs10", "Sale"]],
  ["-shortCode", ["Sale", "docs10", "docs2"]],
  ["originalUrl", ["docs10", "docs2", "Sale"]],
  // Ids sort by creation time: ties are newest first.
  ["clickCount", ["docs10", "Sale", "docs2"]],
  ["-clickCount", ["docs2", "docs10", "Sale"]],
  ["createdAt", ["docs2", "Sale", "docs10"]],
  ["-createdAt", ["docs10", "Sale", "docs2"]],
])("sorted by %s: %j", (value, expected) => {
  const sort = fromSortValue(value);
  expect(toSortValue(sort)).toBe(value);
  expect(codes(sortUrls(LINKS, sort))).toEqual(expected);
});

test("the server accepts every sort option", () => {
  expect(SORT_OPTIONS.map(({ value }) => value).sort()).toEqual([...URL_SORTS].sort());
});

test("an unknown sort order falls back to newest first", () => {
  expect(fromSortValue("colour")).toEqual(NEWEST_FIRST);
});

test("a heading sorts by its column, then reverses the order", () => {
  const byCode = nextSort(NEWEST_FIRST, "shortCode");
  expect(byCode).toEqual({ column: "shortCode", descending: false });
  expect(nextSort(byCode, "shortCode")).toEqual({ column: "shortCode", descending: true });
  expect(nextSort(byCode, "clickCount")).toEqual({ column: "clickCount", descending: true });
});

test.each<[Partial<UrlFilters>, UrlSort, string]>([
  [{}, NEWEST_FIRST, ""],
  [{ text: " a&b " }, NEWEST_FIRST, "q=a%26b"],
  [{ status: "paused", groupId: NO_GROUP }, NEWEST_FIRST, "status=paused&group=none"],
  [{ status: ALL, creatorId: "u" }, NEWEST_FIRST, "status=all&creator=u"],
  [{ groupId: "g" }, { column: "clickCount", descending: true }, "group=g&sort=-clickCount"],
])("%j sorted by %j becomes the query '%s'", (filters, sort, search) => {
  expect(toUrlSearch({ ...NO_FILTERS, ...filters }, sort)).toBe(search);
});
