import { findLastGroup, rememberLastGroup } from "@/components/urls/create/last-group";

test("the next link is created in the group of the last one, unless the user has left it", () => {
  const groups = [{ id: "a" }, { id: "b" }];
  expect(findLastGroup(groups)).toBeUndefined();
  rememberLastGroup("b");
  expect(findLastGroup(groups)).toBe("b");
  expect(findLastGroup([{ id: "a" }])).toBeUndefined();
  rememberLastGroup(null);
  expect(findLastGroup(groups)).toBeUndefined();
});
