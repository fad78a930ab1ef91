import { isFiltered, NO_FILTERS, toAuditSearch } from "@/components/audit/audit-filters";

const NOW = Date.parse("2026-03-10T12:00:00Z");
const ACTOR_ID = "0190a0a0-0000-7000-8000-000000000000";

test("without filters, all entries are requested", () => {
  expect(isFiltered(NO_FILTERS)).toBe(false);
  expect(toAuditSearch(NO_FILTERS, NOW)).toBe("limit=100");
});

test("filters become query parameters", () => {
  const filters = { subjectType: "user", since: "7", actor: { id: ACTOR_ID, isKey: false } };
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
