import { analyticsAddress } from "@/components/analytics/analytics-address";
import { apiKeyAddress, groupOrFirst } from "@/components/api-keys/api-key-address";
import { NO_FILTERS as ALL_ENTRIES, auditAddress } from "@/components/audit/audit-filters";
import {
  type AddressFormat,
  differsInTypedOnly,
  readPageSearch,
  toAddress,
  withState,
} from "@/components/data/address";
import { urlAddress } from "@/components/urls/list/url-address";
import { NO_FILTERS as ALL_URLS, withKnownCreator, withKnownGroup } from "@/components/urls/list/url-filters";
import { NEWEST_FIRST } from "@/components/urls/list/url-sort";
import { NO_FILTERS as ALL_USERS, userAddress } from "@/components/users/user-filters";
import { searchQuerySchema } from "@/lib/search/schema";
import { SEARCH_MAX_LENGTH } from "@/lib/search-text";

const ID = "0190a0a0-0000-7000-8000-000000000000";
const read = <T>(format: Pick<AddressFormat<T>, "read">, search: string): T => format.read(new URLSearchParams(search));

const allUrls = { filters: ALL_URLS, sort: NEWEST_FIRST };

test.each([
  ["q=spring&status=paused", { ...allUrls, filters: { ...ALL_URLS, text: "spring", status: "paused" } }],
  [
    `group=${ID}&sort=-clickCount`,
    { filters: { ...ALL_URLS, groupId: ID }, sort: { column: "clickCount", descending: true } },
  ],
  [
    "group=none&sort=createdAt",
    { filters: { ...ALL_URLS, groupId: "none" }, sort: { column: "createdAt", descending: false } },
  ],
  [`status=all&creator=${ID}`, { ...allUrls, filters: { ...ALL_URLS, status: "all", creatorId: ID } }],
  ["status=deleted&creator=none", { ...allUrls, filters: { ...ALL_URLS, status: "deleted", creatorId: "none" } }],
  ["", allUrls],
])("links: %s", (search, state) => {
  expect(read(urlAddress, search)).toEqual(state);
  expect(read(urlAddress, toAddress(urlAddress, read(urlAddress, search)))).toEqual(state);
  expect(toAddress(urlAddress, read(urlAddress, search))).toBe(search);
});

test.each([
  "status=gone&group=7&creator=me&sort=colour",
  "status=__proto__&sort=&group=",
  "q=a%00b",
  "q=%20%20",
  "page=7",
])("links: ignores %s", (search) => {
  expect(read(urlAddress, search)).toEqual(allUrls);
});

test("a search text that is too long is cut", () => {
  const longest = `${"a".repeat(SEARCH_MAX_LENGTH - 1)}b`;
  expect(read(urlAddress, `q=${longest}c`).filters.text).toBe(longest);
  expect(read(userAddress, `q=${longest}c`).text).toBe(longest);
  // Of two UTF-16 units, between which React would find half a character.
  const emoji = "😀".repeat(SEARCH_MAX_LENGTH);
  expect(read(urlAddress, `q=${emoji}😀`).filters.text).toBe(emoji);
  expect(searchQuerySchema.parse({ q: emoji })).toEqual({ q: emoji });
});

test.each([
  ["", ALL_USERS],
  [
    `q=ann&role=group_admin&status=locked&group=${ID}`,
    { text: "ann", role: "group_admin", status: "locked", groupId: ID },
  ],
])("users: %s", (search, filters) => {
  expect(read(userAddress, search)).toEqual(filters);
  expect(toAddress(userAddress, read(userAddress, search))).toBe(search);
});

test.each([
  ["", ALL_ENTRIES],
  [
    `type=user&since=7&actor=${ID}`,
    { ...ALL_ENTRIES, subjectType: "user", since: "7", actor: { id: ID, isKey: false } },
  ],
  [`key=${ID}`, { ...ALL_ENTRIES, actor: { id: ID, isKey: true } }],
])("the audit log: %s", (search, filters) => {
  expect(read(auditAddress, search)).toEqual(filters);
  expect(toAddress(auditAddress, read(auditAddress, search))).toBe(search);
});

test.each([
  ["", { period: "week", tab: "overview" }],
  ["period=month&tab=detailed", { period: "month", tab: "detailed" }],
])("analytics: %s", (search, view) => {
  expect(read(analyticsAddress, search)).toEqual(view);
  expect(toAddress(analyticsAddress, read(analyticsAddress, search))).toBe(search);
});

test.each([
  [userAddress, "role=king&status=1&group=x", ALL_USERS],
  [auditAddress, "type=things&since=2&actor=me&key=1", ALL_ENTRIES],
  [analyticsAddress, "period=century&tab=all", { period: "week", tab: "overview" }],
  [apiKeyAddress, "group=first", null],
])("ignores unknown and invalid values %#", (format, search, expected) => {
  expect(read<unknown>(format, search)).toEqual(expected);
});

test("a group that the user doesn't see is ignored", () => {
  const groups = [{ id: "g" }, { id: "h" }];
  for (const [groupId, expected] of [
    ["g", "g"],
    [ID, "all"],
    ["all", "all"],
  ] as const) {
    expect(withKnownGroup({ ...ALL_URLS, groupId }, groups).groupId).toBe(expected);
    expect(withKnownGroup({ ...ALL_USERS, groupId }, groups).groupId).toBe(expected);
  }
  expect(withKnownGroup({ ...ALL_URLS, groupId: "none" }, groups).groupId).toBe("none");
  expect(withKnownGroup({ ...ALL_URLS, groupId: ID }, undefined).groupId).toBe(ID);
  expect(groupOrFirst(groups, "h")).toEqual({ id: "h" });
  expect(groupOrFirst(groups, ID)).toEqual({ id: "g" });
  expect(groupOrFirst([], null)).toBeUndefined();
});

test("an owner whom the user may not see is ignored", () => {
  const ofOwner = { ...ALL_URLS, creatorId: ID };
  expect(withKnownCreator(ofOwner, [])).toEqual(ALL_URLS);
  expect(withKnownCreator(ofOwner, [{ id: ID }])).toBe(ofOwner);
  expect(withKnownCreator(ofOwner, undefined)).toBe(ofOwner);
  expect(withKnownCreator({ ...ALL_URLS, creatorId: "none" }, []).creatorId).toBe("none");
});

test("other parameters are left alone", () => {
  const state = { ...allUrls, filters: { ...ALL_URLS, text: "a&b" } };
  expect(withState("error=link&q=old&status=paused", urlAddress, state)).toBe("error=link&q=a%26b");
  expect(withState("q=old", urlAddress, allUrls)).toBe("");
});

test("if a parameter is repeated, the first value counts", () => {
  const search = { status: ["paused", "active"], q: undefined };
  expect(readPageSearch(urlAddress, search)).toEqual({ ...allUrls, filters: { ...ALL_URLS, status: "paused" } });
});

test.each([
  [{ text: "a" }, { text: "ab" }, true],
  [{ text: "a" }, {}, true],
  [{ text: "a" }, { text: "a", status: "paused" }, false],
  [{ text: "a", status: "paused" }, {}, false],
] as const)("from %j to %j is only typing: %s", (before, after, expected) => {
  const state = (filters: object) => ({ ...allUrls, filters: { ...ALL_URLS, ...filters } });
  expect(differsInTypedOnly(urlAddress, state(before), state(after))).toBe(expected);
});
