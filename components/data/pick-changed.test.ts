import { pickChanged } from "@/components/data/pick-changed";

test("only the values that a form's user has changed are left, also empty ones", () => {
  const values = { name: "Ann", role: "group_admin", groupId: null, urlLimit: 5 };
  expect(pickChanged(values, { name: true, groupId: true, role: false })).toEqual({ name: "Ann", groupId: null });
  expect(pickChanged(values, {})).toEqual({});
});
