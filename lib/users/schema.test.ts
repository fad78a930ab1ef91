import { NAME_CHARSET } from "@/lib/name";
import {
  createUserSchema,
  FIRST_NAME_REQUIRED,
  FIRST_NAME_TOO_LONG,
  GROUPS_INVALID,
  LAST_NAME_REQUIRED,
  LAST_NAME_TOO_LONG,
  MAX_GROUPS,
  ROLE_INVALID,
  SEND_INVITATION_INVALID,
  TOO_MANY_GROUPS,
  URL_LIMIT_NOT_A_NUMBER,
  URL_LIMIT_NOT_AN_INTEGER,
  URL_LIMIT_TOO_HIGH,
  URL_LIMIT_TOO_LOW,
  USER_EMAIL_INVALID,
  USER_STATUS_INVALID,
  updateUserSchema,
  userStatusSchema,
} from "@/lib/users/schema";

const GROUP_ID = "0190a0a0-0000-7000-8000-000000000000";
const complete = { email: "ann@example.com", firstName: "Ann", lastName: "Lee", role: "group_admin", urlLimit: 5 };

test("role and limit default, including for an empty limit; text is trimmed and the address lowercased", () => {
  const { role: _, urlLimit: __, ...required } = complete;
  const defaults = { ...required, role: "shortcode_admin", urlLimit: 1, groupIds: [], sendInvitation: false };
  expect(createUserSchema.parse(required)).toEqual(defaults);
  expect(createUserSchema.parse({ ...required, urlLimit: "" })).toEqual(defaults);
  expect(createUserSchema.parse({ ...required, email: " ANN@Example.com ", firstName: " Ann\t" })).toEqual(defaults);
});

test("a group counts once, in whatever case its id is", () => {
  expect(createUserSchema.parse({ ...complete, groupIds: [GROUP_ID, GROUP_ID.toUpperCase()] })).toMatchObject({
    groupIds: [GROUP_ID],
  });
});

test("an update has no defaults, so omitted fields stay unchanged", () => {
  expect(updateUserSchema.parse({})).toEqual({});
  expect(updateUserSchema.parse({ status: "deleted", id: "x" })).toEqual({});
});

// Spec section 5.
test.each([
  ["email", ["", "ann", "ann@example", "a b@example.com", 1, null], USER_EMAIL_INVALID],
  ["email", [`${"a".repeat(250)}@example.com`], USER_EMAIL_INVALID],
  ["email", ["a@example.com,b@evil.example", "a@example.com\r\nBcc: b@evil.example"], USER_EMAIL_INVALID],
  ["email", ["<a@example.com>", "A <a@example.com>", '"a,b"@example.com', "a＠example.com"], USER_EMAIL_INVALID],
  ["firstName", ["", "   ", 1, null, []], FIRST_NAME_REQUIRED],
  ["firstName", ["a".repeat(101)], FIRST_NAME_TOO_LONG],
  ["lastName", ["", "   ", 1, null, []], LAST_NAME_REQUIRED],
  ["lastName", ["a".repeat(101)], LAST_NAME_TOO_LONG],
  ["role", ["", "admin", "OVERALL_ADMIN", 1, null, ["group_admin"]], ROLE_INVALID],
  ["urlLimit", ["5", "many", null, true, [], Number.NaN, Number.POSITIVE_INFINITY], URL_LIMIT_NOT_A_NUMBER],
  ["urlLimit", [0, -1, -1e300], URL_LIMIT_TOO_LOW],
  ["urlLimit", [101, 100.5, 1e300], URL_LIMIT_TOO_HIGH],
  ["urlLimit", [1.5], URL_LIMIT_NOT_AN_INTEGER],
])("%s rejects %j: %s", (field, values, message) => {
  for (const schema of [createUserSchema, updateUserSchema]) {
    for (const value of values) {
      const { error } = schema.safeParse({ ...complete, [field]: value });
      expect(error?.issues[0]).toMatchObject({ message, path: [field] });
    }
  }
});

test.each([
  ["firstName", ["Ann\r\nBcc: eve@evil.example", "Ann\u0007", "Ann\u2028Lee"], NAME_CHARSET],
  ["lastName", ["Lee\u202egnp.exe", "\u2066Lee"], NAME_CHARSET],
  ["groupIds", ["", "7", [1], ["7"], {}, null], GROUPS_INVALID],
  ["groupIds", [Array.from({ length: MAX_GROUPS + 1 }, () => GROUP_ID)], TOO_MANY_GROUPS],
  ["sendInvitation", ["true", 1, null, []], SEND_INVITATION_INVALID],
])("creating: %s rejects %j", (field, values, message) => {
  for (const value of values) {
    const { error } = createUserSchema.safeParse({ ...complete, [field]: value });
    expect(error?.issues[0]).toMatchObject({ message, path: expect.arrayContaining([field]) });
  }
});

test("repeated groups count once", () => {
  expect(createUserSchema.parse({ ...complete, groupIds: [GROUP_ID, GROUP_ID] }).groupIds).toEqual([GROUP_ID]);
});

test.each([1, 100])("accepts a limit of %d", (urlLimit) => {
  expect(createUserSchema.parse({ ...complete, urlLimit }).urlLimit).toBe(urlLimit);
});

test("accepts the four statuses only", () => {
  for (const status of ["active", "paused", "deleted", "locked"])
    expect(userStatusSchema.parse({ status }).status).toBe(status);
  for (const status of ["", "Active", "gone", null, 1, undefined])
    expect(userStatusSchema.safeParse({ status }).error?.issues[0]?.message).toBe(USER_STATUS_INVALID);
});
