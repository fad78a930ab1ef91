import { initialOf, USER_STATUS_CHANGED } from "@/components/users/user-labels";

// The interface cannot lock users, so no browser test covers the last text (spec section 4).
test.each([
  ["active", "User activated successfully"],
  ["paused", "User paused successfully"],
  ["deleted", "User deleted successfully"],
  ["locked", "User locked successfully"],
] as const)("a user who is now %s: %s", (status, text) => {
  expect(USER_STATUS_CHANGED[status]).toBe(text);
});

test.each([
  ["Ann Lee", "A"],
  ["", ""],
  ["e\u0301lan", "e\u0301"],
  ["🇩🇪 Team", "🇩🇪"],
  ["🇩🇪🇫🇷", "🇩🇪"],
  ["👨\u200d👩\u200d👧 Family", "👨\u200d👩\u200d👧"],
  ["👩🏽\u200d💻Ann", "👩🏽\u200d💻"],
  ["❤\ufe0f Team", "❤\ufe0f"],
  ["1\ufe0f\u20e3 Team", "1\ufe0f\u20e3"],
  ["किरण", "कि"],
])("the initial of %s is %s", (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
