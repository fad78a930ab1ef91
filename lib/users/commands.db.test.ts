import { prisma } from "@/lib/db/prisma";
import { createUser as insertUser, unique } from "@/lib/db/testing/fixtures";
import { stopJobs } from "@/lib/jobs/queue";
import { createUser } from "@/lib/users/create";
import { deleteUser } from "@/lib/users/delete";
import { EMAIL_TAKEN } from "@/lib/users/email-taken";
import { RECENT_SIGN_IN_REQUIRED } from "@/lib/users/recent-sign-in";
import { createUserSchema, EMAIL_LOCKED, updateUserSchema } from "@/lib/users/schema";
import { setUserStatus } from "@/lib/users/set-status";
import type { Actor, UserStatus } from "@/lib/users/types";
import { USER_STATUSES } from "@/lib/users/types";
import { updateUser } from "@/lib/users/update";

afterAll(stopJobs);

const address = () => `${unique("new")}@example.com`;
const input = (fields: object = {}) =>
  createUserSchema.parse({ email: address(), firstName: "Ann", lastName: "Lee", ...fields });
const changes = (fields: object) => updateUserSchema.parse(fields);
const stored = (id: string) => prisma().user.findUniqueOrThrow({ where: { id } });
const entriesAbout = (id: string) => prisma().auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: "asc" } });

/** What a call came to: "done", or the code of its refusal. */
async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
}

/** What the six kinds of caller come to: S, G and O on an S, a G, an O, themselves and nobody (design section 7). */
const MATRIX = {
  "an S on an S": ["shortcode_admin", "shortcode_admin", "forbidden"],
  "an S on a G": ["shortcode_admin", "group_admin", "forbidden"],
  "an S on an O": ["shortcode_admin", "overall_admin", "forbidden"],
  "an S on themselves": ["shortcode_admin", "self", "forbidden"],
  "an S on nobody": ["shortcode_admin", "nobody", "forbidden"],
  "a G on an S": ["group_admin", "shortcode_admin", "done"],
  "a G on a G": ["group_admin", "group_admin", "forbidden"],
  "a G on an O": ["group_admin", "overall_admin", "forbidden"],
  "a G on themselves": ["group_admin", "self", "forbidden"],
  "a G on nobody": ["group_admin", "nobody", "not_found"],
  "an O on an S": ["overall_admin", "shortcode_admin", "done"],
  "an O on a G": ["overall_admin", "group_admin", "done"],
  "an O on an O": ["overall_admin", "overall_admin", "forbidden"],
  "an O on themselves": ["overall_admin", "self", "forbidden"],
  "an O on nobody": ["overall_admin", "nobody", "not_found"],
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

describe.each(Object.entries(MATRIX))("%s", (_name, [role, whom, expected]) => {
  test.each(CALLS)("%s", async (_call, call, done) => {
    const actor = await insertUser({ role });
    const target = whom === "self" ? actor : whom === "nobody" ? null : await insertUser({ role: whom });
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

test.each(["", "7", "not-an-id"])("there is no user of the id %j", async (id) => {
  const admin = await insertUser({ role: "overall_admin" });
  for (const [, call] of CALLS) expect(await outcome(call(admin, id))).toBe("not_found");
});

describe("creating", () => {
  test("gives the user as stored, active, and writes it to the audit log", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const fields = input({ email: `  ${address().toUpperCase()} `, role: "group_admin", urlLimit: 20 });
    const user = await createUser(admin, fields);
    expect(user).toEqual({
      ...fields,
      id: expect.any(String),
      email: fields.email.toLowerCase(),
      status: "active",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(await entriesAbout(user.id)).toMatchObject([
      { action: "user.create", actorId: admin.id, subjectType: "user", subjectLabel: user.email, after: fields },
    ]);
  });

  test("an address is given once, whatever its case, also to the deleted", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const { id, email } = await createUser(admin, input());
    const taken = { code: "conflict", message: EMAIL_TAKEN, field: "email" };
    await expect(createUser(admin, input({ email: email.toUpperCase() }))).rejects.toMatchObject(taken);
    await deleteUser(admin, id);
    await expect(createUser(admin, input({ email }))).rejects.toMatchObject(taken);
  });

  test("the same address twenty times at once makes one user, and one entry in the audit log", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const email = address();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(createUser(admin, input({ email })))));
    expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
    expect(outcomes.filter((code) => code === "conflict")).toHaveLength(19);
    expect(await prisma().auditEntry.count({ where: { subjectLabel: email } })).toBe(1);
  });
});

describe("the role", () => {
  test.each(["group_admin", "overall_admin"] as const)("a group_admin does not make a user %s", async (role) => {
    const target = await insertUser();
    const call = updateUser(await insertUser({ role: "group_admin" }), target.id, changes({ role, firstName: "X" }));
    expect(await outcome(call)).toBe("forbidden");
    expect(await stored(target.id)).toMatchObject({ role: "shortcode_admin", firstName: "Test" });
  });

  test("sent as it is, is no change of it", async () => {
    const target = await insertUser();
    const actor = await insertUser({ role: "group_admin" });
    const updated = await updateUser(actor, target.id, changes({ role: "shortcode_admin", firstName: "X" }));
    expect(updated.firstName).toBe("X");
  });

  test("is an overall_admin's to change, after which they may not change it back from overall_admin", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const target = await insertUser();
    expect((await updateUser(admin, target.id, changes({ role: "overall_admin" }))).role).toBe("overall_admin");
    expect(await outcome(updateUser(admin, target.id, changes({ role: "shortcode_admin" })))).toBe("forbidden");
  });
});

describe("the address", () => {
  test("is not a group_admin's to change: they could sign in as that user", async () => {
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

  test("is an overall_admin's to change for 15 minutes after their sign-in", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const target = await insertUser();
    const aged = (minutes: number) => ({
      ...admin,
      session: { id: target.id, signedInAt: Date.now() - minutes * 60_000 },
    });
    const email = address();
    const call = updateUser(aged(15), target.id, changes({ email, firstName: "X" }));
    await expect(call).rejects.toMatchObject({ code: "recent_sign_in_required", message: RECENT_SIGN_IN_REQUIRED });
    expect(await stored(target.id)).toMatchObject({ email: target.email, firstName: "Test" });
    expect((await updateUser(aged(15), target.id, changes({ firstName: "X" }))).firstName).toBe("X");
    expect((await updateUser(aged(14), target.id, changes({ email }))).email).toBe(email);
  });

  test("sent as it is, in any case, is no change of it", async () => {
    const target = await insertUser();
    const fields = changes({ email: ` ${target.email.toUpperCase()} `, firstName: "X" });
    const updated = await updateUser(await insertUser({ role: "group_admin" }), target.id, fields);
    expect(updated).toMatchObject({ firstName: "X", email: target.email });
  });
});

test("nobody is made an overall_admin later than 15 minutes after a sign-in: they could change everything else", async () => {
  const admin = await insertUser({ role: "overall_admin" });
  const target = await insertUser();
  const stale = { ...admin, session: { id: target.id, signedInAt: Date.now() - 15 * 60_000 } };
  const made = input({ role: "overall_admin" });
  expect(await outcome(createUser(stale, made))).toBe("recent_sign_in_required");
  expect(await outcome(updateUser(stale, target.id, changes({ role: "overall_admin" })))).toBe(
    "recent_sign_in_required",
  );
  expect(await prisma().user.count({ where: { email: made.email } })).toBe(0);
  expect(await stored(target.id)).toMatchObject({ role: "shortcode_admin" });
  expect(await outcome(createUser(stale, input({ role: "group_admin" })))).toBe("done");
  expect(await outcome(updateUser(stale, target.id, changes({ role: "group_admin" })))).toBe("done");
  expect(await outcome(createUser(admin, made))).toBe("done");
});

describe("changing", () => {
  test("leaves what is left out, and the audit log holds what was altered alone", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const target = await insertUser({ urlLimit: 5 });
    const { email } = target;
    await updateUser(admin, target.id, changes({ firstName: "Test", lastName: "Other", urlLimit: 5, email }));
    expect(await stored(target.id)).toMatchObject({ firstName: "Test", lastName: "Other", email, urlLimit: 5 });
    expect(await entriesAbout(target.id)).toMatchObject([
      { action: "user.update", before: { lastName: "User" }, after: { lastName: "Other" } },
    ]);
  });

  test("nothing is not written to the audit log", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const target = await insertUser();
    await updateUser(admin, target.id, {});
    await updateUser(admin, target.id, changes({ firstName: "Test" }));
    await setUserStatus(admin, target.id, "active");
    expect(await entriesAbout(target.id)).toEqual([]);
  });

  test("an address to one that another has is refused, whatever its case", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const [target, other] = [await insertUser(), await insertUser()];
    const call = updateUser(admin, target.id, changes({ email: other.email.toUpperCase() }));
    await expect(call).rejects.toMatchObject({ code: "conflict", message: EMAIL_TAKEN, field: "email" });
    expect(await stored(target.id)).toMatchObject({ email: target.email });
  });
});

describe("sessions and open sign-in links", () => {
  /** A user with a session and an open link, and a count of both. */
  async function signedIn(status: UserStatus = "active") {
    const user = await insertUser({ status });
    const expires = new Date(Date.now() + 60_000);
    await prisma().session.create({ data: { sessionToken: unique("session"), userId: user.id, expires } });
    await prisma().verificationToken.create({ data: { identifier: user.email, token: unique("token"), expires } });
    const count = async () =>
      (await prisma().session.count({ where: { userId: user.id } })) +
      (await prisma().verificationToken.count({ where: { identifier: user.email } }));
    expect(await count()).toBe(2);
    return { user, count };
  }

  test.each(USER_STATUSES.filter((status) => status !== "active"))("end when a user is %s", async (status) => {
    const { user, count } = await signedIn();
    await setUserStatus(await insertUser({ role: "overall_admin" }), user.id, status);
    expect(await count()).toBe(0);
  });

  test("end when the address changes, which is then to be verified again", async () => {
    const { user, count } = await signedIn();
    await prisma().user.update({ where: { id: user.id }, data: { emailVerified: new Date() } });
    const email = address();
    await updateUser(await insertUser({ role: "overall_admin" }), user.id, changes({ email }));
    expect(await count()).toBe(0);
    expect(await stored(user.id)).toMatchObject({ email, emailVerified: null });
  });

  test("stay when a name, a limit or a role changes", async () => {
    const { user, count } = await signedIn();
    const fields = changes({ firstName: "X", urlLimit: 9, role: "group_admin" });
    await updateUser(await insertUser({ role: "overall_admin" }), user.id, fields);
    expect(await count()).toBe(2);
  });
});

test("every status follows every other, and each way is written to the audit log", async () => {
  const admin = await insertUser({ role: "overall_admin" });
  const target = await insertUser({ status: "locked" });
  const walk = ["active", "paused", "locked", "deleted", "active", "deleted", "paused", "active", "locked"] as const;
  for (const status of walk) expect((await setUserStatus(admin, target.id, status)).status).toBe(status);
  const word = { active: "activate", paused: "pause", locked: "lock", deleted: "delete" };
  expect((await entriesAbout(target.id)).map(({ action }) => action)).toEqual(walk.map((to) => `user.${word[to]}`));
});

test("deleting twice is no error, and is written once; the row stays", async () => {
  const admin = await insertUser({ role: "overall_admin" });
  const target = await insertUser();
  for (let i = 0; i < 2; i++) {
    expect(await deleteUser(admin, target.id)).toEqual({ id: target.id, status: "deleted" });
  }
  expect(await stored(target.id)).toMatchObject({ status: "deleted" });
  expect(await entriesAbout(target.id)).toMatchObject([{ action: "user.delete", before: { status: "active" } }]);
});

describe("an active overall_admin always remains", () => {
  test("when two turn on each other at once", async () => {
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

  test("and nobody becomes one and is paused by a group_admin at the same moment", async () => {
    const admin = await insertUser({ role: "overall_admin" });
    const groupAdmin = await insertUser({ role: "group_admin" });
    for (let round = 0; round < 10; round++) {
      const { id } = await insertUser();
      const [, ...pauses] = await Promise.all([
        updateUser(admin, id, changes({ role: "overall_admin" })),
        ...Array.from({ length: 5 }, () => outcome(setUserStatus(groupAdmin, id, "paused"))),
      ]);
      // Paused while still a plain user, or not at all; never after.
      const entries = (await entriesAbout(id)).map(({ action }) => action);
      expect(entries).toHaveLength(pauses.includes("done") ? 2 : 1);
      expect((await stored(id)).role).toBe("overall_admin");
      expect(await outcome(setUserStatus(groupAdmin, id, "paused"))).toBe("forbidden");
    }
  });
});
