import { VERBS } from "@/components/audit/activity-text";
import {
  ACTION_OPTIONS,
  ACTIONS,
  auditAddress,
  isFiltered,
  NO_FILTERS,
  RANGE,
  SINCE_OPTIONS,
  SUBJECT_OPTIONS,
  toAuditSearch,
} from "@/components/audit/audit-filters";
import { toAddress } from "@/components/data/address";
import { listAuditSchema } from "@/lib/audit/list-schema";
import { BULK_URLS, SUBJECT_TYPES } from "@/lib/audit/types";

const NOW = Date.parse("2026-03-10T12:00:00Z");
const ACTOR_ID = "0190a0a0-0000-7000-8000-000000000000";

test("without filters, all entries are requested", () => {
  expect(isFiltered(NO_FILTERS)).toBe(false);
  expect(toAuditSearch(NO_FILTERS, NOW)).toBe("limit=100");
});

test("filters become query parameters", () => {
  const filters = { ...NO_FILTERS, subjectType: "user", since: "7", actor: { id: ACTOR_ID, isKey: false } };
  expect(isFiltered(filters)).toBe(true);
  expect(Object.fromEntries(new URLSearchParams(toAuditSearch(filters, NOW)))).toEqual({
    limit: "100",
    subjectType: "user",
    actorId: ACTOR_ID,
    from: "2026-03-03T12:00:00.000Z",
  });
  const byKey = { ...NO_FILTERS, actor: { id: ACTOR_ID, isKey: true } };
  expect(toAuditSearch(byKey, NOW)).toBe(`limit=100&apiKeyId=${ACTOR_ID}`);
});

test.each([
  [
    { text: " spring ", action: "deleted" },
    { q: "spring", action: "delete,remove,erase" },
  ],
  [{ since: "yesterday" }, { day: "yesterday" }],
  [
    { since: RANGE, from: "2026-03-01", to: "2026-03-09" },
    { fromDay: "2026-03-01", toDay: "2026-03-09" },
  ],
  [{ since: RANGE, to: "2026-03-09" }, { toDay: "2026-03-09" }],
])("%j is requested as %j", (changed, expected) => {
  const { limit, ...query } = Object.fromEntries(
    new URLSearchParams(toAuditSearch({ ...NO_FILTERS, ...changed }, NOW)),
  );
  expect(query).toEqual(expected);
});

test.each([
  ["q=spring&type=user&action=created&since=yesterday", "q=spring&type=user&action=created&since=yesterday"],
  ["since=range&from=2026-03-01&to=2026-03-09", "since=range&from=2026-03-01&to=2026-03-09"],
  ["since=range&from=2026-02-30&to=tomorrow", "since=range"],
  ["from=2026-03-01&since=7", "since=7"],
  ["action=eaten&since=9&type=x", ""],
])("the address %s is read as %s", (search, expected) => {
  expect(toAddress(auditAddress, auditAddress.read(new URLSearchParams(search)))).toBe(expected);
});

test("every verb belongs to exactly one kind of action", () => {
  expect(ACTIONS.flatMap(({ verbs }) => verbs.split(",")).sort()).toEqual(Object.keys(VERBS).sort());
});

test("every type of subject can be filtered by", () => {
  const types = SUBJECT_OPTIONS.map(({ value }) => value);
  // Bulk changes are found with the single changes of their type.
  expect(types.sort()).toEqual(["all", ...SUBJECT_TYPES.filter((type) => type !== BULK_URLS)].sort());
});

test("the server accepts every filter option", () => {
  for (const { value: subjectType } of SUBJECT_OPTIONS) {
    for (const { value: since } of SINCE_OPTIONS) {
      for (const { value: action } of ACTION_OPTIONS) {
        const range = { since, from: "2026-03-01", to: "2026-03-31" };
        const search = toAuditSearch({ ...NO_FILTERS, subjectType, action, ...range }, NOW);
        expect(listAuditSchema.safeParse(Object.fromEntries(new URLSearchParams(search))).error).toBeUndefined();
      }
    }
  }
});
