import { groupOptions, toGroupId } from "@/components/urls/group-options";

const groups = [{ id: "g1", name: "Sales", description: null, userLimit: 10 }];

test("the first option is 'none', which is sent as null", () => {
  expect(groupOptions(groups)).toEqual([
    { value: "none", label: "No group" },
    { value: "g1", label: "Sales" },
  ]);
  expect(toGroupId("none")).toBeNull();
  expect(toGroupId("g1")).toBe("g1");
});

test("a link's group is an option even if the user is not in it", () => {
  expect(groupOptions(groups, "g2").map(({ value }) => value)).toEqual(["none", "g2", "g1"]);
});
