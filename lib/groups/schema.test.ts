import {
  addMemberSchema,
  createGroupSchema,
  DESCRIPTION_NOT_A_STRING,
  DESCRIPTION_TOO_LONG,
  GROUP_NAME_REQUIRED,
  GROUP_NAME_TOO_LONG,
  MEMBER_INVALID,
  USER_LIMIT_NOT_A_NUMBER,
  USER_LIMIT_NOT_AN_INTEGER,
  USER_LIMIT_TOO_HIGH,
  USER_LIMIT_TOO_LOW,
  updateGroupSchema,
} from "@/lib/groups/schema";

test("description and limit default, including for empty inputs; text is trimmed", () => {
  const defaults = { name: "Ours", description: null, userLimit: 1000 };
  expect(createGroupSchema.parse({ name: " Ours " })).toEqual(defaults);
  expect(createGroupSchema.parse({ name: "Ours", description: "  ", userLimit: "" })).toEqual(defaults);
});

test("an update has no defaults, so omitted fields stay unchanged", () => {
  expect(updateGroupSchema.parse({})).toEqual({});
  expect(updateGroupSchema.parse({ description: "" })).toEqual({ description: null });
});

// Spec section 5.
test.each([
  ["name", ["", "  ", 1, null, []], GROUP_NAME_REQUIRED],
  ["name", ["a".repeat(101)], GROUP_NAME_TOO_LONG],
  ["description", [1, true, []], DESCRIPTION_NOT_A_STRING],
  ["description", ["a".repeat(1001)], DESCRIPTION_TOO_LONG],
  ["userLimit", ["5", null, true, Number.NaN, Number.POSITIVE_INFINITY], USER_LIMIT_NOT_A_NUMBER],
  ["userLimit", [0, -1], USER_LIMIT_TOO_LOW],
  ["userLimit", [100_001, 1e300], USER_LIMIT_TOO_HIGH],
  ["userLimit", [1.5], USER_LIMIT_NOT_AN_INTEGER],
])("%s rejects %j: %s", (field, values, message) => {
  for (const schema of [createGroupSchema, updateGroupSchema]) {
    for (const value of values) {
      const { error } = schema.safeParse({ name: "Ours", [field]: value });
      expect(error?.issues[0]).toMatchObject({ message, path: [field] });
    }
  }
});

test.each([1, 100_000])("accepts a limit of %d", (userLimit) => {
  expect(createGroupSchema.parse({ name: "Ours", userLimit }).userLimit).toBe(userLimit);
});

test.each(["", "7", 7, null, undefined])("rejects %j as a member", (userId) => {
  expect(addMemberSchema.safeParse({ userId }).error?.issues[0]?.message).toBe(MEMBER_INVALID);
});
