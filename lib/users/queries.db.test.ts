import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { statementsDuring } from "@/lib/db/testing/statements";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";
import { listUsersSchema, USER_SORTS } from "@/lib/users/list-schema";
import { listUsers } from "@/lib/users/queries";

const list = (actor: Actor, query: object = {}) => listUsers(actor, listUsersSchema.parse(query));

let admin: Actor;
beforeAll(async () => {
  admin = await createUser({ role: "overall_admin" });
});

/** Creates users in this order, with a unique word in their addresses that searches can isolate them by. */
async function createNamed(...names: [firstName: string, lastName: string][]) {
  const word = unique("word");
  const ids: string[] = [];
  for (const [index, [firstName, lastName]] of names.entries()) {
    // Addresses sort differently from names and creation times.
    const email = `${(index * 3) % 7}.${word}@example.com`;
    ids.push((await prisma().user.create({ data: { firstName, lastName, email } })).id);
  }
  return { word, ids };
}

test.each([
  ["shortcode_admin", "forbidden"],
  ["group_admin", "done"],
  ["overall_admin", "done"],
] as const)("GET users as %s: %s", async (role, expected) => {
  const call = list(await createUser({ role }), { limit: 1 });
  if (expected === "done") expect((await call).items).toHaveLength(1);
  else await expect(call).rejects.toMatchObject({ code: expected });
});

test("an item has exactly the fields of the table; deleted users are listed", async () => {
  const { id, email } = await createUser({ role: "group_admin", status: "deleted", urlLimit: 7 });
  expect((await list(admin, { q: email })).items).toEqual([
    {
      id,
      firstName: "Test",
      lastName: "User",
      email,
      role: "group_admin",
      status: "deleted",
      urlLimit: 7,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      groups: [],
      groupCount: 0,
      activeUrlCount: 0,
      hasSignedIn: false,
    },
  ]);
});

test("use is what counts against the limit: active links that the user created", async () => {
  const user = await createUser({ urlLimit: 2 });
  const url = createUrlSchema.parse({ originalUrl: "https://example.com/" });
  const paused = await createUrl(user, url);
  const active = await createUrl(user, url);
  const used = async () => (await list(admin, { q: user.email })).items[0]?.activeUrlCount;
  expect(await used()).toBe(2);
  await expect(createUrl(user, url)).rejects.toMatchObject({ code: "url_limit_reached" });
  await updateUrl(user, paused.id, { status: "paused" });
  expect(await used()).toBe(1);
  await deleteUrl(user, active.id);
  expect(await used()).toBe(0);
});

test("groups are listed by name; a group_admin sees only those they are in", async () => {
  const [groupAdmin, member, loner] = [
    await createUser({ role: "group_admin" }),
    await createUser(),
    await createUser(),
  ];
  const [shared, other] = [await createGroup(groupAdmin, member), await createGroup(member)];
  await prisma().group.update({ where: { id: shared }, data: { name: "Sales" } });
  await prisma().group.update({ where: { id: other }, data: { name: "Marketing" } });
  const groupsOf = async (actor: Actor, { email }: { email: string }) =>
    (await list(actor, { q: email })).items[0]?.groups;
  const sales = { id: shared, name: "Sales" };
  expect(await groupsOf(admin, member)).toEqual([{ id: other, name: "Marketing" }, sales]);
  expect(await groupsOf(groupAdmin, member)).toEqual([sales]);
  expect(await groupsOf(groupAdmin, loner)).toEqual([]);
});

test("with a groupLimit, only the first groups are sent, and their number in any case", async () => {
  const groupAdmin = await createUser({ role: "group_admin" });
  const member = await createUser();
  const names = ["Sales", "Finance", "Marketing"];
  for (const name of names) {
    const id = await createGroup(member, ...(name === "Sales" ? [] : [groupAdmin]));
    await prisma().group.update({ where: { id }, data: { name } });
  }
  const groupsOf = async (actor: Actor, query: object) => {
    const user = (await list(actor, { q: member.email, ...query })).items[0];
    return [user?.groups.map(({ name }) => name), user?.groupCount];
  };
  expect(await groupsOf(admin, {})).toEqual([["Finance", "Marketing", "Sales"], 3]);
  expect(await groupsOf(admin, { groupLimit: 2 })).toEqual([["Finance", "Marketing"], 3]);
  expect(await groupsOf(groupAdmin, { groupLimit: 1 })).toEqual([["Finance"], 2]);
});

test("a page of users takes as many statements as one user", async () => {
  const { word } = await createNamed(["Ann", "Lee"], ["Bob", "Lee"], ["Cid", "Lee"]);
  const count = async (query: object) => (await statementsDuring(() => list(admin, query))).length;
  expect(await count({ q: word })).toBe(await count({ q: word, limit: 1 }));
});

test("every search word must occur in a name or the address, case-insensitively and literally", async () => {
  const { word, ids } = await createNamed(["Ann", "Lee"], ["Anna", "Lee-100%"], ["Bob", "Ann_Lee"]);
  const [ann, anna, bob] = ids;
  for (const [q, found] of [
    ["", [bob, anna, ann]],
    ["ANN lee", [bob, anna, ann]],
    ["lee   anna", [anna]],
    ["n_l", [bob]],
    ["100%", [anna]],
    ["a%e", []],
    ["bob anna", []],
    ["\\", []],
  ] as const) {
    const { items, total } = await list(admin, { q: `${q} ${word}` });
    expect([q, items.map(({ id }) => id), total]).toEqual([q, found, found.length]);
  }
});

test("filters by status, role and group", async () => {
  const member = await createUser({ role: "group_admin", status: "locked" });
  const groupId = await createGroup(member, await createUser({ role: "group_admin" }), await createUser());
  const find = async (query: object) => (await list(admin, { groupId, ...query })).total;
  expect(await find({})).toBe(3);
  expect(await find({ role: "group_admin" })).toBe(2);
  expect(await find({ status: "locked" })).toBe(1);
  expect(await find({ status: "not-deleted" })).toBe(3);
  expect(await find({ role: "shortcode_admin", status: "locked" })).toBe(0);
});

test("not-deleted leaves out deleted users only", async () => {
  const { word, ids } = await createNamed(["Ann", "Lee"], ["Bob", "Lee"], ["Cid", "Lee"]);
  const [ann, bob, cid] = ids;
  await prisma().user.update({ where: { id: bob }, data: { status: "deleted" } });
  await prisma().user.update({ where: { id: ann }, data: { status: "paused" } });
  expect((await list(admin, { q: word, status: "not-deleted" })).items.map(({ id }) => id)).toEqual([cid, ann]);
});

test("a group_admin can filter by their own groups only; other groups match nobody", async () => {
  const groupAdmin = await createUser({ role: "group_admin" });
  const [member, stranger] = [await createUser(), await createUser()];
  const own = await createGroup(groupAdmin, member);
  const foreign = await createGroup(stranger, member);
  const find = async (actor: Actor, query: object) => {
    const { items, total } = await list(actor, query);
    return { ids: items.map(({ id }) => id).sort(), total };
  };
  expect(await find(groupAdmin, { groupId: own })).toEqual({ ids: [groupAdmin.id, member.id].sort(), total: 2 });
  for (const query of [{}, { q: stranger.email }, { q: member.email, status: "active" }]) {
    expect(await find(groupAdmin, { ...query, groupId: foreign })).toEqual({ ids: [], total: 0 });
  }
  expect(await find(admin, { groupId: foreign })).toEqual({ ids: [stranger.id, member.id].sort(), total: 2 });
});

test.each(USER_SORTS)("paging by %s returns every user once, in order", async (sort) => {
  const { word, ids } = await createNamed(
    ["B", "B"],
    ["a", "C"],
    ["b", "A"],
    ["A", "c"],
    ["C", "A"],
    ["b", "b"],
    ["A", "B"],
  );
  const [bb, ac, ba, ac2, ca, bb2, ab] = ids;
  const ascending = {
    createdAt: ids,
    name: [ab, ac, ac2, ba, bb, bb2, ca],
    // index * 3 % 7
    email: [bb, bb2, ac2, ac, ab, ca, ba],
  }[sort.replace("-", "") as "createdAt" | "name" | "email"];
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(admin, { q: word, sort, limit: 2, ...(cursor && { cursor }) });
    expect(page.total).toBe(7);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(sort.startsWith("-") ? ascending.toReversed() : ascending);
});

test("paging continues after a cursor that no longer matches the filter", async () => {
  const { word, ids } = await createNamed(["A", "A"], ["B", "B"], ["C", "C"], ["D", "D"]);
  const first = await list(admin, { q: word, status: "active", sort: "name", limit: 2 });
  await prisma().user.update({ where: { id: ids[1] ?? "" }, data: { status: "paused" } });
  const second = await list(admin, { q: word, status: "active", sort: "name", cursor: first.nextCursor });
  expect(second.items.map(({ id }) => id)).toEqual(ids.slice(2));
});

test("rejects an unknown cursor", async () => {
  await expect(list(admin, { cursor: "0190a0a0-0000-7000-8000-000000000000" })).rejects.toMatchObject({
    code: "invalid",
    field: "cursor",
  });
});

test.each([
  { limit: "0" },
  { limit: "1001" },
  { cursor: "x" },
  { status: "Active" },
  { role: "admin" },
  { groupId: "none" },
  { sort: "urlLimit" },
  { sort: "--name" },
  { q: "a".repeat(201) },
])("rejects %j", (query) => {
  expect(listUsersSchema.safeParse(query).success).toBe(false);
});
