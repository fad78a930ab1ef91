import { apiKeyState, scopesText, suspensionText } from "@/components/api-keys/api-key-state";
import type { ApiKey } from "@/lib/api-keys/types";

const NOW = Date.parse("2027-01-15T12:00:00Z");
const [PAST, FUTURE] = ["2027-01-15T11:59:59Z", "2027-01-15T12:00:01Z"];
const key = { isActive: true, expiresAt: null, suspendedAt: null };

test.each([
  [{}, "active"],
  [{ expiresAt: FUTURE }, "active"],
  [{ expiresAt: PAST }, "expired"],
  [{ suspendedAt: PAST }, "suspended"],
  [{ suspendedAt: PAST, expiresAt: FUTURE }, "suspended"],
  [{ suspendedAt: PAST, expiresAt: PAST }, "expired"],
  [{ isActive: false, suspendedAt: PAST, expiresAt: PAST }, "revoked"],
])("a key with %p is %s", (fields, expected) => {
  expect(apiKeyState({ ...key, ...fields }, NOW)).toBe(expected);
});

const people = { createdBy: { firstName: "Ada", lastName: "King" }, adoptedBy: null };

test.each([
  [{}, null],
  [{ suspendedReason: "paused" }, "Ada King was paused"],
  [{ suspendedReason: "not_a_member" }, "Ada King is no longer in this group"],
  [{ suspendedReason: "demoted", adoptedBy: { firstName: "Bo", lastName: "" } }, "Bo is no longer an admin"],
  [{ suspendedReason: "deleted", createdBy: { firstName: "", lastName: "" } }, "The owner was deleted"],
])("a key with %p: %s", (fields, expected) => {
  expect(suspensionText({ ...people, suspendedReason: null, ...fields } as ApiKey)).toBe(expected);
});

test("scopes as text", () => {
  expect(scopesText(["create", "read"])).toBe("Create, read");
  expect(scopesText(["create", "read", "update", "delete"])).toBe("All scopes");
});
