import { USER_STATUS_CHANGED } from "@/components/users/user-labels";

// The interface cannot lock users, so no browser test covers the last text (spec section 4).
test.each([
  ["active", "User activated successfully"],
  ["paused", "User paused successfully"],
  ["deleted", "User deleted successfully"],
  ["locked", "User locked successfully"],
] as const)("a user who is now %s: %s", (status, text) => {
  expect(USER_STATUS_CHANGED[status]).toBe(text);
});
