import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { createUser, createGroup as insertGroup, unique } from "@/lib/db/testing/fixtures";
import { addMember, USER_DELETED } from "@/lib/groups/add-member";
import { createGroup, MAX_GROUPS_PER_DAY, TOO_MANY_GROUPS } from "@/lib/groups/create";
import { listGroups, listMembers } from "@/lib/groups/queries";
import { removeMember } from "@/lib/groups/remove-member";
import { createGroupSchema, DESCRIPTION_CHARSET, listMembersSchema, updateGroupSchema } from "@/lib/groups/schema";
import { updateGroup } from "@/lib/groups/update";
import { NAME_CHARSET } from "@/lib/name";
import { createUrl } from "@/lib/urls/create";
import { getUrlOrThrow } from "@/lib/urls/queries";
import { createUrlSchema } from "@/lib/urls/schema";

const input = (fields: object = {}) => createGroupSchema.parse({ name: unique("Group"), ...fields });
const changes = (fields: object) => updateGroupSchema.parse(fields);
const members = async (groupId: string) => {
  const rows = await prisma().groupMembership.findMany({ where: { groupId }, select: { userId: true } });
  return rows.map(({ userId }) => userId).sort();
};
const list = (actor: Actor, groupId: string, query: object = {}) =>
  listMembers(actor, groupId, listMembersSchema.parse(query));
const entriesAbout = (id: string) => prisma().auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: "asc" } });

/** "done", or the error code if the call was refused. */
async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
}

/** A group with one user of each role, another group likewise, an overall_admin, a member and a non-member. */
async function createActors() {
  const actors = {
    "an S of the group": await createUser(),
    "an S elsewhere": await createUser(),
    "a G of the group": await createUser({ role: "group_admin" }),
    "a G elsewhere": await createUser({ role: "group_admin" }),
    "an O": await createUser({ role: "overall_admin" }),
  };
  const member = await createUser();
  const groupId = await insertGroup(actors["an S of the group"], actors["a G of the group"], member);
  await insertGroup(actors["an S elsewhere"], actors["a G elsewhere"]);
  return { actors, member, newcomer: await createUser(), groupId };
}

type Scenario = Awaited<ReturnType<typeof createActors>>;
type Caller = keyof Scenario["actors"];

/** Design section 7. */
const MATRIX: Record<Caller, { change: string; read: string; create: string }> = {
  "an S of the group": { change: "forbidden", read: "done", create: "forbidden" },
  "an S elsewhere": { change: "forbidden", read: "not_found", create: "forbidden" },
  "a G of the group": { change: "done", read: "done", create: "done" },
  "a G elsewhere": { change: "not_found", read: "not_found", create: "done" },
  "an O": { change: "done", read: "done", create: "done" },
};

const CALLS: [
  name: string,
  right: "change" | "read" | "create",
  call: (actor: Actor, scenario: Scenario) => Promise<unknown>,
][] = [
  ["POST groups", "create", (actor) => createGroup(actor, input())],
  ["PUT groups/{id}", "change", (actor, { groupId }) => updateGroup(actor, groupId, changes({ name: "New name" }))],
  ["GET groups/{id}/members", "read", (actor, { groupId }) => list(actor, groupId)],
  ["POST groups/{id}/members", "change", (actor, { groupId, newcomer }) => addMember(actor, groupId, newcomer.id)],
  [
    "DELETE groups/{id}/members/{userId}",
    "change",
    (actor, { groupId, member }) => removeMember(actor, groupId, member.id),
  ],
];

describe.each(Object.keys(MATRIX) as Caller[])("%s", (caller) => {
  test.each(CALLS)("%s", async (_name, right, call) => {
    const scenario = await createActors();
    const read = async () => [
      await prisma().group.findUnique({ where: { id: scenario.groupId } }),
      await members(scenario.groupId),
      await entriesAbout(scenario.groupId),
    ];
    const before = await read();
    const expected = MATRIX[caller][right];
    expect(await outcome(call(scenario.actors[caller], scenario))).toBe(expected);
    const isChange = right === "change" && expected === "done";
    if (isChange) expect(await read()).not.toEqual(before);
    else expect(await read()).toEqual(before);
  });
});

test.each(["", "7", "not-an-id", "0190a0a0-0000-7000-8000-000000000000"])(
  "id %j is not found, as group or user",
  async (id) => {
    const admin = await createUser({ role: "overall_admin" });
    const groupId = await insertGroup();
    const outcomes = await Promise.all(
      [
        updateGroup(admin, id, changes({ name: "x" })),
        list(admin, id),
        addMember(admin, id, admin.id),
        removeMember(admin, id, admin.id),
        removeMember(admin, groupId, id),
      ].map(outcome),
    );
    expect(new Set(outcomes)).toEqual(new Set(["not_found"]));
  },
);

test("an unknown user cannot be added", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const call = addMember(admin, await insertGroup(), "0190a0a0-0000-7000-8000-000000000000");
  await expect(call).rejects.toMatchObject({ code: "not_found", message: "User not found" });
});

describe("creating and changing", () => {
  test.each(["group_admin", "overall_admin"] as const)("a %s who creates a group joins it", async (role) => {
    const actor = await createUser({ role });
    const group = await createGroup(actor, input({ name: "  Ours ", description: "" }));
    expect(group).toEqual({ id: expect.any(String), name: "Ours", description: null, userLimit: 1000 });
    expect(await members(group.id)).toEqual([actor.id]);
    expect(await listGroups(actor)).toContainEqual(group);
    expect(await entriesAbout(group.id)).toMatchObject([
      { action: "group.create", actorId: actor.id, subjectType: "group", subjectLabel: "Ours" },
    ]);
  });

  test("updating keeps omitted fields and audits only changed ones", async () => {
    const actor = await createUser({ role: "group_admin" });
    const group = await createGroup(actor, input({ description: "For spring", userLimit: 5 }));
    expect(await updateGroup(actor, group.id, changes({ name: group.name, userLimit: 6 }))).toEqual({
      ...group,
      userLimit: 6,
    });
    expect(await updateGroup(actor, group.id, {})).toEqual({ ...group, userLimit: 6 });
    expect((await updateGroup(actor, group.id, changes({ description: null }))).description).toBeNull();
    expect((await entriesAbout(group.id)).slice(1)).toMatchObject([
      { action: "group.update", before: { userLimit: 5 }, after: { userLimit: 6 } },
      { action: "group.update", before: { description: "For spring" }, after: { description: null } },
    ]);
  });
});

test("an older name with invisible characters stays while other fields are changed", async () => {
  const actor = await createUser({ role: "group_admin" });
  const { id } = await createGroup(actor, input());
  const name = "Sa\u200ble\u0301s  team";
  await prisma().group.update({ where: { id }, data: { name } });
  expect(await updateGroup(actor, id, changes({ name, description: "", userLimit: 7 }))).toMatchObject({
    name,
    userLimit: 7,
  });
  await expect(updateGroup(actor, id, changes({ name: "Sa\u200bles 2" }))).rejects.toMatchObject({
    code: "invalid",
    message: NAME_CHARSET,
    field: "name",
  });
});

test("an older description with control characters stays while other fields are changed", async () => {
  const actor = await createUser({ role: "group_admin" });
  const { id } = await createGroup(actor, input());
  const description = "For\u202egnirps";
  await prisma().group.update({ where: { id }, data: { description } });
  expect(await updateGroup(actor, id, changes({ description, userLimit: 7 }))).toMatchObject({
    description,
    userLimit: 7,
  });
  await expect(updateGroup(actor, id, changes({ description: `${description}!` }))).rejects.toMatchObject({
    code: "invalid",
    message: DESCRIPTION_CHARSET,
    field: "description",
  });
});

describe("adding and removing", () => {
  test("returns and audits the member; repeating is a no-op", async () => {
    const { actors, newcomer, groupId } = await createActors();
    const actor = actors["a G of the group"];
    for (let i = 0; i < 2; i++) {
      expect(await addMember(actor, groupId, newcomer.id)).toEqual({
        id: newcomer.id,
        firstName: "Test",
        lastName: "User",
        email: newcomer.email,
        role: "shortcode_admin",
        status: "active",
      });
    }
    for (let i = 0; i < 2; i++) {
      expect(await removeMember(actor, groupId, newcomer.id)).toEqual({ userId: newcomer.id, groupId });
    }
    const identity = { userId: newcomer.id, email: newcomer.email };
    expect(await entriesAbout(groupId)).toMatchObject([
      { action: "group.add_member", actorId: actor.id, after: identity },
      { action: "group.remove_member", actorId: actor.id, before: identity },
    ]);
  });

  test.each([
    ["active", "done"],
    ["paused", "done"],
    ["locked", "done"],
    ["deleted", "conflict"],
  ] as const)("adding a user who is %s: %s", async (status, expected) => {
    const user = await createUser({ status });
    const admin = await createUser({ role: "overall_admin" });
    const call = addMember(admin, await insertGroup(), user.id);
    if (expected === "done") expect((await call).status).toBe(status);
    else await expect(call).rejects.toMatchObject({ code: expected, message: USER_DELETED, field: "userId" });
  });

  test("a user who leaves a group keeps their links, which stay in the group", async () => {
    const { actors, member, groupId } = await createActors();
    const url = await createUrl(member, createUrlSchema.parse({ originalUrl: "https://example.com/", groupId }));
    await removeMember(actors["an O"], groupId, member.id);
    expect((await getUrlOrThrow(member, url.id)).url).toMatchObject({ createdById: member.id, groupId });
    expect((await getUrlOrThrow(actors["an S of the group"], url.id)).url.groupId).toBe(groupId);
  });

  test("a group_admin may leave and then no longer manages the group", async () => {
    const { actors, member, groupId } = await createActors();
    const actor = actors["a G of the group"];
    await removeMember(actor, groupId, actor.id);
    expect(await outcome(removeMember(actor, groupId, member.id))).toBe("not_found");
  });
});

describe("the user limit", () => {
  async function createLimitedGroup(userLimit: number) {
    const admin = await createUser({ role: "overall_admin" });
    const { id } = await createGroup(admin, input({ userLimit }));
    return { admin, groupId: id };
  }

  test("rejects a member over the limit, naming the limit; re-adding a member is allowed", async () => {
    const { admin, groupId } = await createLimitedGroup(2);
    const [one, two] = [await createUser(), await createUser()];
    await addMember(admin, groupId, one.id);
    await expect(addMember(admin, groupId, two.id)).rejects.toMatchObject({
      code: "conflict",
      message: "This group is full (maximum 2 members)",
    });
    await addMember(admin, groupId, one.id);
    await removeMember(admin, groupId, one.id);
    await addMember(admin, groupId, two.id);
    expect(await members(groupId)).toEqual([admin.id, two.id].sort());
  });

  test("admits three of twenty concurrent additions", async () => {
    const { admin, groupId } = await createLimitedGroup(4);
    const users = await Promise.all(Array.from({ length: 20 }, () => createUser()));
    const outcomes = await Promise.all(users.map(({ id }) => outcome(addMember(admin, groupId, id))));
    expect(outcomes.filter((code) => code === "done")).toHaveLength(3);
    expect(outcomes.filter((code) => code === "conflict")).toHaveLength(17);
    expect(await members(groupId)).toHaveLength(4);
  });

  test("counts a user once who is added twenty times concurrently", async () => {
    const { admin, groupId } = await createLimitedGroup(2);
    const { id } = await createUser();
    const additions = Array.from({ length: 20 }, () => outcome(addMember(admin, groupId, id)));
    expect(new Set(await Promise.all(additions))).toEqual(new Set(["done"]));
    expect((await entriesAbout(groupId)).filter(({ action }) => action === "group.add_member")).toHaveLength(1);
  });

  test("cannot be set below the current number of members", async () => {
    const { admin, groupId } = await createLimitedGroup(1000);
    for (const _ of "ab") await addMember(admin, groupId, (await createUser()).id);
    await expect(updateGroup(admin, groupId, changes({ userLimit: 2 }))).rejects.toMatchObject({
      code: "conflict",
      message: "User limit cannot be below the group's 3 current members",
      field: "userLimit",
    });
    expect((await updateGroup(admin, groupId, changes({ userLimit: 3 }))).userLimit).toBe(3);
  });

  test("can be raised, and other fields changed, while the group exceeds it", async () => {
    const { admin, groupId } = await createLimitedGroup(1);
    await prisma().groupMembership.create({ data: { groupId, userId: (await createUser()).id } });
    expect((await updateGroup(admin, groupId, changes({ name: "New", userLimit: 1 }))).name).toBe("New");
  });

  test("holds while it is lowered and members are added concurrently", async () => {
    for (let round = 0; round < 5; round++) {
      const { admin, groupId } = await createLimitedGroup(10);
      const users = await Promise.all(Array.from({ length: 6 }, () => createUser()));
      await Promise.all([
        ...users.map(({ id }) => outcome(addMember(admin, groupId, id))),
        outcome(updateGroup(admin, groupId, changes({ userLimit: 3 }))),
      ]);
      const { userLimit } = await prisma().group.findUniqueOrThrow({ where: { id: groupId } });
      expect((await members(groupId)).length).toBeLessThanOrEqual(userLimit);
    }
  });

  test("does not block concurrent link creation in the group", async () => {
    const { admin, groupId } = await createLimitedGroup(1000);
    const users = await Promise.all(Array.from({ length: 5 }, () => createUser()));
    for (const { id } of users) await addMember(admin, groupId, id);
    const url = createUrlSchema.parse({ originalUrl: "https://example.com/", groupId });
    const calls = users.flatMap((user) => [
      createUrl(user, url),
      addMember(admin, groupId, user.id),
      createUrl(user, url),
      updateGroup(admin, groupId, changes({ name: unique("Name") })),
    ]);
    await Promise.all(calls);
    expect(await prisma().shortUrl.count({ where: { groupId } })).toBe(10);
  });
});

describe("the members of a group", () => {
  test("are listed by name, paged and searchable by name or address, without private fields", async () => {
    const admin = await createUser({ role: "overall_admin" });
    const people = await Promise.all(
      ["Cid", "Ann", "Bob"].map((firstName) =>
        prisma().user.create({ data: { firstName, lastName: "Lee", email: `${unique("member")}@example.com` } }),
      ),
    );
    const [cid, ann, bob] = people;
    const groupId = await insertGroup(...people.map(({ id }) => ({ id, role: "shortcode_admin", label: "" }) as const));
    const first = await list(admin, groupId, { limit: 2 });
    expect([first.items.map(({ id }) => id), first.total]).toEqual([[ann?.id, bob?.id], 3]);
    const second = await list(admin, groupId, { limit: 2, cursor: first.nextCursor });
    expect([second.items.map(({ id }) => id), second.nextCursor]).toEqual([[cid?.id], null]);
    const found = await list(admin, groupId, { q: `bob ${bob?.email.toUpperCase()}` });
    expect(found.items).toEqual([
      {
        id: bob?.id,
        firstName: "Bob",
        lastName: "Lee",
        email: bob?.email,
        role: "shortcode_admin",
        status: "active",
      },
    ]);
  });

  test("do not tell by a cursor where a user sorts whose name the actor may not see", async () => {
    const [member, colleague, stranger] = [await createUser(), await createUser(), await createUser()];
    const groupId = await insertGroup(member);
    await insertGroup(member, colleague);
    await expect(list(member, groupId, { cursor: stranger.id })).rejects.toMatchObject({
      code: "invalid",
      field: "cursor",
    });
    for (const cursor of [member.id, colleague.id]) expect(await list(member, groupId, { cursor })).toBeDefined();
    const groupAdmin = await createUser({ role: "group_admin" });
    expect(await list(groupAdmin, await insertGroup(groupAdmin), { cursor: stranger.id })).toBeDefined();
  });
});

test("a group_admin creates 100 groups a day; overall_admins and other group_admins are not affected", async () => {
  const actor = await createUser({ role: "group_admin" });
  for (let created = 0; created < MAX_GROUPS_PER_DAY; created++) await createGroup(actor, input());
  await expect(createGroup(actor, input())).rejects.toMatchObject({
    code: "rate_limited",
    message: TOO_MANY_GROUPS,
    retryAfterSeconds: expect.any(Number),
  });
  expect(await listGroups(actor)).toHaveLength(MAX_GROUPS_PER_DAY);
  await createGroup(await createUser({ role: "group_admin" }), input());
  const admin = await createUser({ role: "overall_admin" });
  for (let created = 0; created <= MAX_GROUPS_PER_DAY; created++) await createGroup(admin, input());
});
