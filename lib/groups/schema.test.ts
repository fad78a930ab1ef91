import {
  addMemberSchema,
  createGroupSchema,
  DESCRIPTION_NO_TEXT,
  DESCRIPTION_TOO_LONG,
  GROUP_NAME_REQUIRED,
  GROUP_NAME_TOO_LONG,
  MEMBER_INVALID,
  USER_LIMIT_NO_NUMBER,
  USER_LIMIT_NOT_WHOLE,
  USER_LIMIT_TOO_HIGH,
  USER_LIMIT_TOO_LOW,
  updateGroupSchema,
} from "@/lib/groups/schema";

test("description and limit have defaults, an emptied input too; text is trimmed", () => {
  const defaults = { name: "Ours", description: null, userLimit: 1000 };
  expect(createGroupSchema.parse({ name: " Ours " })).toEqual(defaults);
  expect(createGroupSchema.parse({ name: "Ours", description: "  ", userLimit: "" })).toEqual(defaults);
});

test("a change has no defaults, so that what is left out stays", () => {
  expect(updateGroupSchema.parse({})).toEqual({});
  expect(updateGroupSchema.parse({ description: "" })).toEqual({ description: null });
});

// Spec section 5.
test.each([
  ["name", ["", "  ", 1, null, []], GROUP_NAME_REQUIRED],
  ["name", ["a".repeat(101)], GROUP_NAME_TOO_LONG],
  ["description", [1, true, []], DESCRIPTION_NO_TEXT],
  ["description", ["a".repeat(1001)], DESCRIPTION_TOO_LONG],
  ["userLimit", ["5", null, true, Number.NaN, Number.POSITIVE_INFINITY], USER_LIMIT_NO_NUMBER],
  ["userLimit", [0, -1], USER_LIMIT_TOO_LOW],
  ["userLimit", [100_001, 1e300], USER_LIMIT_TOO_HIGH],
  ["userLimit", [1.5], USER_LIMIT_NOT_WHOLE],
])("%s refuses %j: %s", (field, values, message) => {
  for (const schema of [createGroupSchema, updateGroupSchema]) {
    for (const value of values) {
      const { error } = schema.safeParse({ name: "Ours", [field]: value });
      expect(error?.issues[0]).toMatchObject({ message, path: [field] });
    }
  }
});

test.each([1, 100_000])("a limit of %d is allowed", (userLimit) => {
  expect(createGroupSchema.parse({ name: "Ours", userLimit }).userLimit).toBe(userLimit);
});

test.each(["", "7", 7, null, undefined])("a member %j is refused", (userId) => {
  expect(addMemberSchema.safeParse({ userId }).error?.issues[0]?.message).toBe(MEMBER_INVALID);
});
