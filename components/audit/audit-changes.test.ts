import { auditChanges } from "@/components/audit/audit-changes";

const groups = new Map([["g1", "Design"]]);

test.each([
  ["nothing told", null, null, []],
  [
    "a new subject",
    null,
    { originalUrl: "https://a.example/", groupId: "g1", expiresAt: null },
    [
      { field: "Destination", after: "https://a.example/" },
      { field: "Group", after: "Design" },
    ],
  ],
  [
    "a changed subject",
    { urlLimit: 1, groupId: null },
    { urlLimit: 2500, groupId: "gone" },
    [
      { field: "URL limit", before: "1", after: "2,500" },
      { field: "Group", before: "none", after: "another group" },
    ],
  ],
  [
    "a removed subject",
    { rateLimit: 100, isActive: true },
    null,
    [
      { field: "Rate limit", before: "100" },
      { field: "Active", before: "yes" },
    ],
  ],
  ["a member, by email", null, { userId: "u1", email: "a@example.com" }, [{ field: "Email", after: "a@example.com" }]],
  [
    "a setting, without a field name",
    { value: null },
    { value: "smtp.example" },
    [{ field: "", before: "none", after: "smtp.example" }],
  ],
  [
    "a role as text",
    { role: "shortcode_admin" },
    { role: "group_admin" },
    [{ field: "Role", before: "shortcode admin", after: "group admin" }],
  ],
  [
    "a suspension",
    { suspended: false },
    { suspended: true, reason: "not_a_member" },
    [
      { field: "Suspended", before: "no", after: "yes" },
      { field: "Reason", after: "not a member" },
    ],
  ],
  [
    "a moment",
    null,
    { expiresAt: "2026-12-24T22:59:59.999Z" },
    [{ field: "Expires", after: { iso: "2026-12-24T22:59:59.999Z" } }],
  ],
  ["a list", null, { scopes: ["create", "read"] }, [{ field: "Scopes", after: "create, read" }]],
  ["what no form is known of", null, { thing: { a: 1 } }, [{ field: "Thing", after: '{"a":1}' }]],
])("%s", (_, before, after, expected) => {
  expect(auditChanges({ before, after }, groups)).toEqual(expected);
});
