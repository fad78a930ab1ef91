import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { searchPeople } from "@/lib/groups/people";
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

test("people are found by name and email, by those who may see them", async () => {
  const { actors, stranger } = await createActors();
  const { member, groupAdmin, overallAdmin } = actors;
  const find = async (viewer: typeof member, query: { q?: string; id?: string }) =>
    (await searchPeople(viewer, { limit: 20, ...query })).map(({ id }) => id);
  expect(await find(member, {})).toEqual([member.id, groupAdmin.id]);
  expect(await find(member, { q: `test ${groupAdmin.email.toUpperCase()}` })).toEqual([groupAdmin.id]);
  expect(await find(member, { q: "%" })).toEqual([]);
  expect(await find(member, { id: stranger.id })).toEqual([]);
  for (const viewer of [groupAdmin, overallAdmin]) {
    expect(await find(viewer, { id: stranger.id })).toEqual([stranger.id]);
    expect(await find(viewer, { q: stranger.email })).toEqual([stranger.id]);
  }
  expect(await searchPeople(member, { limit: 1 })).toEqual([{ id: member.id, name: "Test User", email: member.email }]);
});
