import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser as insertUser, signedInAgo, unique } from "@/lib/db/testing/fixtures";
import { createUser } from "@/lib/groups/create-user";
import { groupIdsOf } from "@/lib/groups/queries";
import { stopJobs } from "@/lib/jobs/queue";
import { NAME_CHARSET } from "@/lib/name";
import { RECENT_SIGN_IN_REQUIRED } from "@/lib/recent-sign-in";
import { deleteUser } from "@/lib/users/delete";
import { EMAIL_TAKEN } from "@/lib/users/insert";
import { createUserSchema, EMAIL_LOCKED, updateUserSchema } from "@/lib/users/schema";
import { setUserStatus, USER_CHANGED_SINCE } from "@/lib/users/set-status";
import { USER_STATUSES } from "@/lib/users/types";
import { updateUser } from "@/lib/users/update";

afterAll(stopJobs);

const address = () => `${unique("new")}@example.com`;
const input = (fields: object = {}) =>
  createUserSchema.parse({ email: address(), firstName: "Ann", lastName: "Lee", ...fields });
const changes = (fields: object) => updateUserSchema.parse(fields);
const stored = (id: string) => prisma().user.findUniqueOrThrow({ where: { id } });
const entriesAbout = (id: string) => prisma().auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: "asc" } });

/** "done", or the error code if the call was refused. */
async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
}

/** What S, G and O may do to an S, a G, an O, themselves and an unknown user (design section 7). */
const MATRIX = {
  "an S on an S": ["shortcode_admin", "shortcode_admin", "forbidden"],
  "an S on a G": ["shortcode_admin", "group_admin", "forbidden"],
  "an S on an O": ["shortcode_admin", "overall_admin", "forbidden"],
  "an S on themselves": ["shortcode_admin", "self", "forbidden"],
  "an S on an unknown user": ["shortcode_admin", "unknown", "forbidden"],
  "a G on an S": ["group_admin", "shortcode_admin", "done"],
  "a G on a G": ["group_admin", "group_admin", "forbidden"],
  "a G on an O": ["group_admin", "overall_admin", "forbidden"],
  "a G on themselves": ["group_admin", "self", "forbidden"],
  "a G on an unknown user": ["group_admin", "unknown", "not_found"],
  "an O on an S": ["overall_admin", "shortcode_admin", "done"],
  "an O on a G": ["overall_admin", "group_admin", "done"],
  "an O on an O": ["overall_admin", "overall_admin", "forbidden"],
  "an O on themselves": ["overall_admin", "self", "forbidden"],
  "an O on an unknown user": ["overall_admin", "unknown", "not_found"],
} as const;

const CALLS: [name: string, call: (actor: Actor, id: string) => Promise<unknown>, done: object][] = [
  [
    "PUT users/{id}",
    (actor, id) => updateUser(actor, id, changes({ firstName: "Changed", urlLimit: 7 })),
    { firstName: "Changed", urlLimit: 7 },
  ],
  ["PUT users/{id}/status", (actor, id) => setUserStatus(actor, id, "paused"), { status: "paused" }],
  ["DELETE users/{id}", (actor, id) => deleteUser(actor, id), { status: "deleted" }],
];

describe.each(Object.entries(MATRIX))("%s", (_name, [role, targetRole, expected]) => {
  test.each(CALLS)("%s", async (_call, call, done) => {
    const actor = await insertUser({ role });
    const target =
      targetRole === "self" ? actor : targetRole === "unknown" ? null : await insertUser({ role: targetRole });
    const before = target && (await stored(target.id));
    expect(await outcome(call(actor, target?.id ?? "0190a0a0-0000-7000-8000-000000000000"))).toBe(expected);
    if (!target || !before) return;
    const after = await stored(target.id);
    expect(after).toEqual(expected === "done" ? { ...before, ...done, updatedAt: after.updatedAt } : before);
    expect(await entriesAbout(target.id)).toHaveLength(expected === "done" ? 1 : 0);
  });
});

test.each([
  ["shortcode_admin", "forbidden"],
  ["group_admin", "forbidden"],
  ["overall_admin", "done"],
] as const)("POST users as %s: %s", async (role, expected) => {
  const fields = input();
  expect(await outcome(createUser(await insertUser({ role }), fields))).toBe(expected);
  expect(await prisma().user.count({ where: { email: fields.email } })).toBe(expected === "done" ? 1 : 0);
});

test.each(["", "7", "not-an-id"])("id %j is not found", async (id) => {
  const admin = await insertUser({ role: "overall_admin" });
  for (const [, call] of CALLS) expect(await outcome(call(admin, id))).toBe("not_found");
});

describe("creating", () => {
  test("returns the stored, active user and audits it", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const fields = input({ email: `  ${address().toUpperCase()} `, role: "group_admin", urlLimit: 20 });
    const user = await createUser(admin, fields);
    const { groupIds: _, sendInvitation: __, ...stored } = fields;
    expect(user).toEqual({
      ...stored,
      id: expect.any(String),
      email: fields.email.toLowerCase(),
      status: "active",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(await entriesAbout(user.id)).toMatchObject([
      { action: "user.create", actorId: admin.id, subjectType: "user", subjectLabel: user.email, after: stored },
    ]);
  });

  test("adds the user to groups, each recorded with the group", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const groupIds = [await createGroup(), await createGroup()];
    const user = await createUser(admin, input({ groupIds: [...groupIds, ...groupIds] }));
    expect(await groupIdsOf(user.id)).toEqual(new Set(groupIds));
    for (const groupId of groupIds) {
      expect(await entriesAbout(groupId)).toMatchObject([
        { action: "group.add_member", actorId: admin.id, after: { userId: user.id, email: user.email } },
      ]);
    }
  });

  test("creates nobody if a group is full or unknown", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const open = await createGroup();
    const { id: full, name } = await prisma().group.create({ data: { name: unique("Full"), userLimit: 1 } });
    await createUser(admin, input({ groupIds: [full] }));
    const email = address();
    await expect(createUser(admin, input({ email, groupIds: [open, full] }))).rejects.toMatchObject({
      code: "conflict",
      message: `The group ${name} is full (maximum 1 member)`,
      field: "groupIds",
    });
    const unknown = "0190a0a0-0000-7000-8000-000000000000";
    expect(await outcome(createUser(admin, input({ email, groupIds: [open, unknown] })))).toBe("not_found");
    expect(await prisma().user.count({ where: { email } })).toBe(0);
    expect(await prisma().groupMembership.count({ where: { groupId: { in: [open, full] } } })).toBe(1);
  });

  test("ten concurrent requests never exceed a group's limit", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const { id } = await prisma().group.create({ data: { name: unique("Small"), userLimit: 3 } });
    const groupIds = [id, await createGroup()];
    const calls = Array.from({ length: 10 }, () => outcome(createUser(admin, input({ groupIds }))));
    expect((await Promise.all(calls)).filter((code) => code === "done")).toHaveLength(3);
    expect(await prisma().groupMembership.count({ where: { groupId: id } })).toBe(3);
  });

  test("rejects an address in use, in any case, even by a deleted user", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const { id, email } = await createUser(admin, input());
    const taken = { code: "conflict", message: EMAIL_TAKEN, field: "email" };
    await expect(createUser(admin, input({ email: email.toUpperCase() }))).rejects.toMatchObject(taken);
    await deleteUser(admin, id);
    await expect(createUser(admin, input({ email }))).rejects.toMatchObject(taken);
  });

  test("twenty concurrent requests for one address create one user and one audit entry", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const email = address();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(createUser(admin, input({ email })))));
    expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
    expect(outcomes.filter((code) => code === "conflict")).toHaveLength(19);
    expect(await prisma().auditEntry.count({ where: { subjectLabel: email } })).toBe(1);
  });
});

describe("the role", () => {
  test.each(["group_admin", "overall_admin"] as const)("a group_admin cannot make a user %s", async (role) => {
    const target = await insertUser();
    const call = updateUser(await insertUser({ role: "group_admin" }), target.id, changes({ role, firstName: "X" }));
    expect(await outcome(call)).toBe("forbidden");
    expect(await stored(target.id)).toMatchObject({ role: "shortcode_admin", firstName: "Test" });
  });

  test("may be sent unchanged by a group_admin", async () => {
    const target = await insertUser();
    const actor = await insertUser({ role: "group_admin" });
    const updated = await updateUser(actor, target.id, changes({ role: "shortcode_admin", firstName: "X" }));
    expect(updated.firstName).toBe("X");
  });

  test("can be changed by an overall_admin, but not away from overall_admin", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const target = await insertUser();
    expect((await updateUser(admin, target.id, changes({ role: "overall_admin" }))).role).toBe("overall_admin");
    expect(await outcome(updateUser(admin, target.id, changes({ role: "shortcode_admin" })))).toBe("forbidden");
  });
});

describe("the address", () => {
  test("cannot be changed by a group_admin, who could then sign in as that user", async () => {
    const target = await insertUser();
    const call = updateUser(
      await insertUser({ role: "group_admin" }),
      target.id,
      changes({ email: address(), firstName: "X" }),
    );
    await expect(call).rejects.toMatchObject({ code: "forbidden", message: EMAIL_LOCKED });
    expect(await stored(target.id)).toMatchObject({ email: target.email, firstName: "Test" });
    expect(await entriesAbout(target.id)).toEqual([]);
  });

  test("can be changed by an overall_admin within 15 minutes of signing in", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const target = await insertUser();
    const aged = (minutes: number) => signedInAgo(admin, minutes);
    const email = address();
    // The latter by a clock that was ahead.
    for (const minutes of [15, -16]) {
      const call = updateUser(aged(minutes), target.id, changes({ email, firstName: "X" }));
      await expect(call).rejects.toMatchObject({ code: "recent_sign_in_required", message: RECENT_SIGN_IN_REQUIRED });
    }
    expect(await stored(target.id)).toMatchObject({ email: target.email, firstName: "Test" });
    expect((await updateUser(aged(15), target.id, changes({ firstName: "X" }))).firstName).toBe("X");
    expect((await updateUser(aged(14), target.id, changes({ email }))).email).toBe(email);
  });

  test("may be sent unchanged, in any case, by a group_admin", async () => {
    const target = await insertUser();
    const fields = changes({ email: ` ${target.email.toUpperCase()} `, firstName: "X" });
    const updated = await updateUser(await insertUser({ role: "group_admin" }), target.id, fields);
    expect(updated).toMatchObject({ firstName: "X", email: target.email });
  });
});

test("making someone an overall_admin requires a sign-in less than 15 minutes ago", async () => {
  const admin = await insertUser({ role: "overall_admin" });
  const target = await insertUser();
  const stale = signedInAgo(admin, 15);
  const newAdmin = input({ role: "overall_admin" });
  expect(await outcome(createUser(stale, newAdmin))).toBe("recent_sign_in_required");
  expect(await outcome(updateUser(stale, target.id, changes({ role: "overall_admin" })))).toBe(
    "recent_sign_in_required",
  );
  expect(await prisma().user.count({ where: { email: newAdmin.email } })).toBe(0);
  expect(await stored(target.id)).toMatchObject({ role: "shortcode_admin" });
  expect(await outcome(createUser(stale, input({ role: "group_admin" })))).toBe("done");
  expect(await outcome(updateUser(stale, target.id, changes({ role: "group_admin" })))).toBe("done");
  expect(await outcome(createUser(admin, newAdmin))).toBe("done");
});

describe("changing", () => {
  test("keeps omitted fields and audits only changed ones", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const target = await insertUser({ urlLimit: 5 });
    const { email } = target;
    await updateUser(admin, target.id, changes({ firstName: "Test", lastName: "Other", urlLimit: 5, email }));
    expect(await stored(target.id)).toMatchObject({ firstName: "Test", lastName: "Other", email, urlLimit: 5 });
    expect(await entriesAbout(target.id)).toMatchObject([
      { action: "user.update", before: { lastName: "User" }, after: { lastName: "Other" } },
    ]);
  });

  test("is not audited if nothing changes", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const target = await insertUser();
    await updateUser(admin, target.id, {});
    await updateUser(admin, target.id, changes({ firstName: "Test" }));
    await setUserStatus(admin, target.id, "active");
    expect(await entriesAbout(target.id)).toEqual([]);
  });

  test("rejects another user's address, in any case", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const [target, other] = [await insertUser(), await insertUser()];
    const call = updateUser(admin, target.id, changes({ email: other.email.toUpperCase() }));
    await expect(call).rejects.toMatchObject({ code: "conflict", message: EMAIL_TAKEN, field: "email" });
    expect(await stored(target.id)).toMatchObject({ email: target.email });
  });
});

test.each(["firstName", "lastName"])(
  "an older %s with invisible characters stays while other fields are changed",
  async (field) => {
    const admin = await insertUser({ role: "overall_admin" });
    const { id } = await insertUser();
    const name = "Le\u200be\u0301  2";
    await prisma().user.update({ where: { id }, data: { [field]: name } });
    expect(await updateUser(admin, id, changes({ [field]: name, urlLimit: 7 }))).toMatchObject({
      [field]: name,
      urlLimit: 7,
    });
    for (const changed of ["Lee\u200b", "Lee\r\nBcc: eve@evil.example", "Lee\u2028", "Lee\u202egnp.exe"]) {
      await expect(updateUser(admin, id, changes({ [field]: `${changed}!` }))).rejects.toMatchObject({
        code: "invalid",
        message: NAME_CHARSET,
        field,
      });
    }
  },
);

describe("sessions and open sign-in links", () => {
  /** A user with a session and an open sign-in link, and a function that counts both. */
  async function signedIn() {
    const user = await insertUser();
    const expires = new Date(Date.now() + 60_000);
    await prisma().verificationToken.create({ data: { identifier: user.email, token: unique("token"), expires } });
    const count = async () =>
      (await prisma().session.count({ where: { userId: user.id } })) +
      (await prisma().verificationToken.count({ where: { identifier: user.email } }));
    expect(await count()).toBe(2);
    return { user, count };
  }

  test.each(USER_STATUSES.filter((status) => status !== "active"))(
    "are removed when the user becomes %s",
    async (status) => {
      const { user, count } = await signedIn();
      await setUserStatus(await insertUser({ role: "overall_admin" }), user.id, status);
      expect(await count()).toBe(0);
    },
  );

  test("are removed when the address changes, which must then be verified again", async () => {
    const { user, count } = await signedIn();
    await prisma().user.update({ where: { id: user.id }, data: { emailVerified: new Date() } });
    const email = address();
    await updateUser(await insertUser({ role: "overall_admin" }), user.id, changes({ email }));
    expect(await count()).toBe(0);
    expect(await stored(user.id)).toMatchObject({ email, emailVerified: null });
  });

  test("survive a change of name, limit or role", async () => {
    const { user, count } = await signedIn();
    const fields = changes({ firstName: "X", urlLimit: 9, role: "group_admin" });
    await updateUser(await insertUser({ role: "overall_admin" }), user.id, fields);
    expect(await count()).toBe(2);
  });
});

test("every status can change to every other, and each change is audited", async () => {
  const admin = await insertUser({ role: "overall_admin" });
  const target = await insertUser({ status: "locked" });
  const transitions = [
    "active",
    "paused",
    "locked",
    "deleted",
    "active",
    "deleted",
    "paused",
    "active",
    "locked",
  ] as const;
  for (const status of transitions) expect((await setUserStatus(admin, target.id, status)).status).toBe(status);
  const verbs = { active: "activate", paused: "pause", locked: "lock", deleted: "delete" };
  expect((await entriesAbout(target.id)).map(({ action }) => action)).toEqual(
    transitions.map((to) => `user.${verbs[to]}`),
  );
});

test("a status replaces only the one that its sender saw", async () => {
  const admin = await insertUser({ role: "group_admin" });
  const target = await insertUser({ status: "locked" });
  await expect(setUserStatus(admin, target.id, "paused", "active")).rejects.toMatchObject({
    code: "conflict",
    message: USER_CHANGED_SINCE,
  });
  expect(await stored(target.id)).toMatchObject({ status: "locked" });
  expect((await setUserStatus(admin, target.id, "locked", "active")).status).toBe("locked");
  expect((await setUserStatus(admin, target.id, "active", "locked")).status).toBe("active");
});

test("deleting twice succeeds, is audited once and keeps the row", async () => {
  const admin = await insertUser({ role: "overall_admin" });
  const target = await insertUser();
  for (let i = 0; i < 2; i++) {
    expect(await deleteUser(admin, target.id)).toEqual({ id: target.id, status: "deleted" });
  }
  expect(await stored(target.id)).toMatchObject({ status: "deleted" });
  expect(await entriesAbout(target.id)).toMatchObject([{ action: "user.delete", before: { status: "active" } }]);
});

describe("at least one active overall_admin remains", () => {
  test("when two delete each other concurrently", async () => {
    const [one, two] = [await insertUser({ role: "overall_admin" }), await insertUser({ role: "overall_admin" })];
    const attacks = [one, two].flatMap((actor) =>
      [one, two].flatMap(({ id }) => [
        outcome(setUserStatus(actor, id, "paused")),
        outcome(updateUser(actor, id, changes({ role: "shortcode_admin" }))),
        outcome(deleteUser(actor, id)),
      ]),
    );
    expect(new Set(await Promise.all(attacks))).toEqual(new Set(["forbidden"]));
  });

  test("and a group_admin cannot pause a user who is being promoted to one", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const groupAdmin = await insertUser({ role: "group_admin" });
    for (let round = 0; round < 10; round++) {
      const { id } = await insertUser();
      const [, ...pauses] = await Promise.all([
        updateUser(admin, id, changes({ role: "overall_admin" })),
        ...Array.from({ length: 5 }, () => outcome(setUserStatus(groupAdmin, id, "paused"))),
      ]);
      // The pause may come before the promotion, but never after it.
      const entries = (await entriesAbout(id)).map(({ action }) => action);
      expect(entries).toHaveLength(pauses.includes("done") ? 2 : 1);
      expect((await stored(id)).role).toBe("overall_admin");
      expect(await outcome(setUserStatus(groupAdmin, id, "paused"))).toBe("forbidden");
    }
  });
});
