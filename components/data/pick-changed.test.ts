import { pickChanged } from "@/components/data/pick-changed";

test("keeps only changed values, including null", () => {
  const values = { name: "Ann", role: "group_admin", groupId: null, urlLimit: 5 };
  expect(pickChanged(values, { name: true, groupId: true, role: false })).toEqual({ name: "Ann", groupId: null });
  expect(pickChanged(values, {})).toEqual({});
});
