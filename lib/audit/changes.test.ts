import { changedFields } from "@/lib/audit/changes";

const row = { name: "Ours", description: null, userLimit: 5 };

test("returns changed fields before and after, without unchanged or omitted ones", () => {
  expect(changedFields(row, { name: "Theirs", description: null })).toEqual({
    before: { name: "Ours" },
    after: { name: "Theirs" },
  });
  expect(changedFields(row, { name: undefined, description: "New", userLimit: 5 })).toEqual({
    before: { description: null },
    after: { description: "New" },
  });
});

test.each([{}, { name: "Ours" }, { name: undefined }, row])("%j changes nothing", (changes) => {
  expect(changedFields(row, changes)).toBeNull();
});
