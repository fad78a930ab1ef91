import { NIL as NIL_UUID } from "uuid";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { findPeople, searchPeople } from "@/lib/groups/people";
import { countGroups, listGroups, listMembers, listMemberships, MAX_COUNTED_URLS } from "@/lib/groups/queries";
import { listMembershipsSchema } from "@/lib/groups/schema";
import { toSearchWords } from "@/lib/search-text";
import { listUsers } from "@/lib/users/queries";

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
  const memberships = (await listMemberships(actors[role], {})).items.filter(({ groupId }) => created.has(groupId));
  expect(memberships.map(({ userId }) => userId).sort()).toEqual(members.map((name) => people[name].id).sort());
});

test("memberships are listed in pages, of all groups, of a group and of a user", async () => {
  const { actors, stranger, first, second } = await createActors();
  const { member, groupAdmin, overallAdmin } = actors;
  const both = await createGroup(member, stranger);
  const list = async (actor: typeof member, query: object) => {
    const found: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listMemberships(actor, listMembershipsSchema.parse({ limit: "1", cursor, ...query }));
      found.push(...page.items.map(({ groupId, userId }) => `${groupId} ${userId}`));
      sizes.push(page.items.length, page.total);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return { found, sizes };
  };
  const named = (groupId: string, ...people: { id: string }[]) => people.map(({ id }) => `${groupId} ${id}`).sort();
  expect(await list(overallAdmin, { groupId: first })).toEqual({
    found: named(first, member, groupAdmin),
    sizes: [1, 2, 1, 2],
  });
  const ofStranger = [...named(second, stranger), ...named(both, stranger)];
  expect((await list(overallAdmin, { userId: stranger.id })).found).toEqual(ofStranger);
  expect((await list(overallAdmin, { userId: stranger.id, groupId: both })).found).toEqual(named(both, stranger));
  expect((await list(member, {})).found).toEqual([...named(first, member), ...named(both, member)]);
  expect((await list(groupAdmin, {})).found).toEqual(named(first, member, groupAdmin));
  expect((await list(groupAdmin, { groupId: second })).found).toEqual([]);
  expect((await list(member, { userId: stranger.id })).found).toEqual([]);
});

test.each(["x", `${NIL_UUID}`, `${NIL_UUID}~x`, `${NIL_UUID}~${NIL_UUID}~`])("a cursor %s is refused", (cursor) => {
  expect(listMembershipsSchema.safeParse({ cursor }).error?.issues[0]?.message).toBe("Invalid cursor");
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

test.each([
  ["İlker", ["İlker", "ilker"]],
  ["Γιώργος", ["Γιώργος", "ΓΙΏΡΓΟΣ", "γιώργοσ"]],
  ["ΓΙΏΡΓΟΣ", ["ΓΙΏΡΓΟΣ", "Γιώργος"]],
  ["Éva", ["éva", "ÉVA", "E\u0301va"]],
])("%s is found as %j, among users, creators and the creators of links", async (firstName, spellings) => {
  const admin = await createUser({ role: "overall_admin" });
  const { id, email } = await createUser();
  await prisma().user.update({ where: { id }, data: { firstName } });
  for (const spelling of spellings) {
    const q = `${spelling} ${email}`;
    expect([spelling, (await listUsers(admin, { q })).items.map((user) => user.id)]).toEqual([spelling, [id]]);
    expect((await searchPeople(admin, { q, limit: 20 })).map((person) => person.id)).toEqual([id]);
    expect((await findPeople(admin, toSearchWords(spelling, "https://hop.example")))[0]).toContain(id);
  }
});

test("groups and their counts are listed by name, in any case, and so are members", async () => {
  const member = await createUser();
  const names = ["alpha", "Ärger", "zebra", "Zeta"];
  for (const name of ["Zeta", "zebra", "Ärger", "alpha"]) {
    await prisma().group.update({ where: { id: await createGroup(member) }, data: { name } });
  }
  const groups = await listGroups(member);
  expect(groups.map(({ name }) => name)).toEqual(names);
  expect((await countGroups(member)).map(({ groupId }) => groupId)).toEqual(groups.map(({ id }) => id));

  const [ann, bob] = [await createUser(), await createUser()];
  await prisma().user.update({ where: { id: ann.id }, data: { firstName: "ann" } });
  await prisma().user.update({ where: { id: bob.id }, data: { firstName: "Bob" } });
  const { items } = await listMembers(ann, await createGroup(bob, ann), {});
  expect(items.map(({ id }) => id)).toEqual([ann.id, bob.id]);
});

test.each([
  ["a plain user counts their own groups", "member", ["first"]],
  ["a group_admin counts their groups", "groupAdmin", ["first"]],
  ["an overall_admin counts all", "overallAdmin", ["first", "second"]],
] as const)("%s", async (_name, role, expected) => {
  const { actors, first, second } = await createActors();
  const ids: Record<string, string> = { [first]: "first", [second]: "second" };
  const counted = await countGroups(actors[role]);
  expect(counted.flatMap(({ groupId }) => ids[groupId] ?? []).sort()).toEqual(expected);
});

test("counts the members of a group and its links that are not deleted, up to a thousand", async () => {
  const { actors, first, second } = await createActors();
  const insert = (groupId: string, statuses: ("active" | "paused" | "deleted")[]) =>
    prisma().shortUrl.createMany({
      data: statuses.map((status) => ({
        groupId,
        status,
        shortCode: unique("c"),
        originalUrl: "https://example.com/",
      })),
    });
  const countsOf = async (id: string) => (await countGroups(actors.overallAdmin)).find(({ groupId }) => groupId === id);
  await insert(first, ["active", "paused", "deleted"]);
  expect(await countsOf(first)).toEqual({ groupId: first, memberCount: 2, urlCount: 2, hasMoreUrls: false });
  await insert(
    second,
    Array.from({ length: MAX_COUNTED_URLS }, () => "active"),
  );
  expect(await countsOf(second)).toMatchObject({ urlCount: MAX_COUNTED_URLS, hasMoreUrls: false });
  await insert(second, ["paused"]);
  expect(await countsOf(second)).toMatchObject({ urlCount: MAX_COUNTED_URLS, hasMoreUrls: true });
});
