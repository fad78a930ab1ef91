import {
  createApiKeySchema,
  EXPIRY_INVALID,
  EXPIRY_PAST,
  EXPIRY_TOO_LATE,
  NAME_REQUIRED,
  NAME_TOO_LONG,
  RATE_LIMIT_TOO_LARGE,
  RATE_LIMIT_TOO_SMALL,
  SCOPES_EMPTY,
  SCOPES_INVALID,
} from "@/lib/api-keys/schema";

const problem = (input: object) => {
  const result = createApiKeySchema.safeParse({ name: "Shop", ...input });
  return result.success ? undefined : result.error.issues[0]?.message;
};

test.each([
  ["a number", 250, 250],
  ["a number as text", "250", 250],
  ["a number as text, with spaces", " 250 ", 250],
  ["a fraction", 99.9, 99],
  ["the smallest", 1, 1],
  ["the largest", 100_000, 100_000],
  ["omitted", undefined, 100],
  ["null", null, 100],
  ["empty text", "", 100],
  ["spaces", "  ", 100],
  ["a word", "many", 100],
  ["a number with a word", "100 per hour", 100],
  ["true", true, 100],
  ["a list", [5], 100],
  ["an object", { limit: 5 }, 100],
])("a rate limit that is %s", (_name, rateLimit, expected) => {
  expect(createApiKeySchema.parse({ name: "Shop", rateLimit }).rateLimit).toBe(expected);
});

test.each([
  [0, RATE_LIMIT_TOO_SMALL],
  [0.5, RATE_LIMIT_TOO_SMALL],
  [-5, RATE_LIMIT_TOO_SMALL],
  ["-5", RATE_LIMIT_TOO_SMALL],
  [100_001, RATE_LIMIT_TOO_LARGE],
  [1e308 * 10, expect.any(String)],
  ["Infinity", expect.any(String)],
])("rejects a rate limit of %p", (rateLimit, message) => {
  expect(problem({ rateLimit })).toEqual(message);
});

test.each([
  ["omitted", undefined, NAME_REQUIRED],
  ["null", null, NAME_REQUIRED],
  ["a number", 5, NAME_REQUIRED],
  ["empty", "", NAME_REQUIRED],
  ["spaces", "   ", NAME_REQUIRED],
  ["over 100 characters", "a".repeat(101), NAME_TOO_LONG],
])("rejects a name that is %s", (_about, name, message) => {
  expect(problem({ name })).toBe(message);
});

test("a name is trimmed", () => {
  expect(createApiKeySchema.parse({ name: "  Shop  " }).name).toBe("Shop");
});

test.each([
  ["no date", "tomorrow", EXPIRY_INVALID],
  ["a number", 1_900_000_000, EXPIRY_INVALID],
  ["empty", "", EXPIRY_INVALID],
  ["without a time zone", "2999-01-01T00:00:00", EXPIRY_INVALID],
  ["not a calendar date", "2999-02-30T00:00:00Z", EXPIRY_INVALID],
  ["in the year 10000 in UTC", "9999-12-31T23:59:59-12:00", EXPIRY_TOO_LATE],
  ["in the year 10000, as a browser writes it", "+010000-01-01T04:59:59.999Z", EXPIRY_TOO_LATE],
  ["in a year that a date field of a browser allows", "275760-09-12", EXPIRY_TOO_LATE],
  ["in the year 0", "0000-01-01T00:00:00Z", EXPIRY_PAST],
  ["past", "2001-01-01T00:00:00Z", EXPIRY_PAST],
  ["one second ago", new Date(Date.now() - 1_000).toISOString(), EXPIRY_PAST],
])("rejects an expiry that is %s", (_about, expiresAt, message) => {
  expect(problem({ expiresAt })).toBe(message);
});

test.each([
  undefined,
  null,
  "2999-01-01T00:00:00Z",
  "2999-01-01T00:00:00+02:00",
  "2999-01-01T00:00:00.123Z",
  "9999-12-31T23:59:59.999Z",
])("accepts an expiry of %p", (expiresAt) => {
  expect(problem({ expiresAt })).toBeUndefined();
});

test.each([
  ["omitted", undefined, ["create", "read"]],
  ["all", ["delete", "update", "read", "create"], ["create", "read", "update", "delete"]],
  ["named twice", ["read", "read"], ["read"]],
])("accepts scopes that are %s", (_about, scopes, expected) => {
  expect(createApiKeySchema.parse({ name: "Shop", scopes }).scopes).toEqual(expected);
});

test.each([
  ["none", [], SCOPES_EMPTY],
  ["unknown", ["read", "admin"], SCOPES_INVALID],
  ["no list", "read", SCOPES_INVALID],
  ["null", null, SCOPES_INVALID],
  ["no text", [1, null, {}], SCOPES_INVALID],
])("rejects scopes that are %s", (_about, scopes, message) => {
  expect(problem({ scopes })).toBe(message);
});
