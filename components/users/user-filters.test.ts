import {
  filterUsers,
  isFiltered,
  NO_FILTERS,
  toAskedSearch,
  toUserSearch,
  type UserFilters,
} from "@/components/users/user-filters";
import type { User } from "@/lib/users/types";

const ann = user({ firstName: "Ann", lastName: "Lee", email: "ann@north.example" });
const bob = user({ firstName: "Bob", lastName: "Annan", email: "bob@south.example", role: "group_admin" });
const eve = user({ firstName: "Eve", lastName: "Stone", email: "eve@south.example", status: "locked" });

test.each<[string, Partial<UserFilters>, User[]]>([
  ["no filter", {}, [ann, bob, eve]],
  ["part of a name, in any case", { text: "ANN" }, [ann, bob]],
  ["first and last name", { text: " ann  lee " }, [ann]],
  ["part of the address", { text: "south" }, [bob, eve]],
  ["a role", { role: "group_admin" }, [bob]],
  ["a status", { status: "locked" }, [eve]],
  ["all at once", { text: "south", role: "shortcode_admin", status: "locked" }, [eve]],
  ["what nobody is", { text: "bob", status: "locked" }, []],
])("by %s", (_, filters, expected) => {
  expect(filterUsers([ann, bob, eve], { ...NO_FILTERS, ...filters })).toEqual(expected);
});

test.each([
  ["İlker", ["İlker", "ilker"]],
  ["Γιώργος", ["Γιώργος", "ΓΙΏΡΓΟΣ", "γιώργοσ"]],
  ["Éva", ["éva", "ÉVA", "E\u0301va"]],
])("%s is found as %j, as on the server", (firstName, spellings) => {
  const person = user({ firstName });
  for (const text of spellings) expect(filterUsers([ann, person], { ...NO_FILTERS, text })).toEqual([person]);
});

test.each<[Partial<UserFilters>, string]>([
  [{}, ""],
  [{ text: "   " }, ""],
  [{ text: " ann lee " }, "q=ann+lee"],
  [{ role: "group_admin", status: "paused", groupId: "7" }, "role=group_admin&status=paused&groupId=7"],
])("%j becomes the query %j", (filters, search) => {
  expect(toUserSearch({ ...NO_FILTERS, ...filters })).toBe(search);
  expect(isFiltered({ ...NO_FILTERS, ...filters })).toBe(search !== "");
});

test.each<[Partial<UserFilters>, boolean, string]>([
  [{ text: "ann" }, false, ""],
  [{ text: "ann" }, true, "q=ann"],
  [{ text: "ann", groupId: "7" }, false, "q=ann&groupId=7"],
])("the server is queried for %j when there are more users (%j): %j", (filters, hasMore, search) => {
  expect(toAskedSearch({ ...NO_FILTERS, ...filters }, hasMore)).toBe(search);
});

function user(fields: Partial<User>): User {
  return {
    id: String(fields.email),
    firstName: "",
    lastName: "",
    email: "",
    role: "shortcode_admin",
    status: "active",
    urlLimit: 1,
    createdAt: "2026-11-21T00:00:00.000Z",
    ...fields,
  };
}
