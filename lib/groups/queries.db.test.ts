import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { listGroups, listMemberships } from "@/lib/groups/queries";

/** Two groups; the first has a member of each role. Design section 7, row GET groups, group-memberships. */
async function createActors() {
  const member = await createUser();
  const groupAdmin = await createUser({ role: "group_admin" });
  const stranger = await createUser();
  const overallAdmin = await createUser({ role: "overall_admin" });
  const first = await createGroup(member, groupAdmin);
  const second = await createGroup(stranger);
  return { actors: { member, groupAdmin, overallAdmin }, stranger, first, second };
}

test.each([
  ["a plain user sees their own groups and memberships", "member", "first", ["member"]],
  ["a group_admin sees their groups and the members", "groupAdmin", "first", ["member", "groupAdmin"]],
  ["an overall_admin sees all", "overallAdmin", "both", ["member", "groupAdmin", "stranger"]],
] as const)("%s", async (_name, role, groups, members) => {
  const { actors, stranger, first, second } = await createActors();
  const people = { ...actors, stranger };
  const created = new Set([first, second]);
  const seen = (await listGroups(actors[role])).map(({ id }) => id).filter((id) => created.has(id));
  expect(seen.sort()).toEqual((groups === "both" ? [first, second] : [first]).sort());
  const memberships = (await listMemberships(actors[role])).filter(({ groupId }) => created.has(groupId));
  expect(memberships.map(({ userId }) => userId).sort()).toEqual(members.map((name) => people[name].id).sort());
});
