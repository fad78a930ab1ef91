import type { Actor, Role } from "@/lib/actor";
import { adoptApiKey, NOT_SUSPENDED } from "@/lib/api-keys/adopt";
import { authenticateApiKey } from "@/lib/api-keys/authenticate";
import { createApiKey } from "@/lib/api-keys/create";
import { countSuspendedKeysOf, listApiKeys } from "@/lib/api-keys/queries";
import { revokeApiKey } from "@/lib/api-keys/revoke";
import { createApiKeySchema } from "@/lib/api-keys/schema";
import { KEY_SUSPENDED } from "@/lib/api-keys/usable";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { createGroup, createMember, createUser } from "@/lib/db/testing/fixtures";
import type { AppError } from "@/lib/errors";
import { addMember } from "@/lib/groups/add-member";
import { removeMember } from "@/lib/groups/remove-member";
import { updateUserSchema } from "@/lib/users/schema";
import { setUserStatus } from "@/lib/users/set-status";
import { updateUser } from "@/lib/users/update";

/** "ok", or the error code if the call was refused. */
async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "ok",
    (error: AppError) => error.code,
  );
}

/** A group with two admins and a key created by the first. */
async function createScenario(role: Role = "group_admin") {
  const overall = await createUser({ role: "overall_admin" });
  const creator = await createUser({ role });
  const groupId = await createGroup(creator);
  const colleague = await createMember(groupId, { role: "group_admin" });
  const { id, apiKey } = await createApiKey(creator, groupId, createApiKeySchema.parse({ name: "Shop" }));
  const use = () => outcome(authenticateApiKey(`Bearer ${apiKey}`));
  return { overall, creator, colleague, groupId, id, use };
}
type Scenario = Awaited<ReturnType<typeof createScenario>>;

const END_MEMBERSHIP = "DELETE FROM group_memberships WHERE user_id = $1";

const entriesOf = (subjectId: string) =>
  prisma().auditEntry.findMany({ where: { subjectId }, orderBy: { occurredAt: "asc" } });

const setRole = (actor: Actor, id: string, role: Role) => updateUser(actor, id, updateUserSchema.parse({ role }));

describe("a key is suspended when its creator", () => {
  test.each<[string, string, (scenario: Scenario) => Promise<unknown>, (scenario: Scenario) => Promise<unknown>]>([
    [
      "is paused",
      "paused",
      ({ overall, creator }) => setUserStatus(overall, creator.id, "paused"),
      ({ overall, creator }) => setUserStatus(overall, creator.id, "active"),
    ],
    [
      "is locked",
      "locked",
      ({ overall, creator }) => setUserStatus(overall, creator.id, "locked"),
      ({ overall, creator }) => setUserStatus(overall, creator.id, "active"),
    ],
    [
      "is deleted",
      "deleted",
      ({ overall, creator }) => setUserStatus(overall, creator.id, "deleted"),
      ({ overall, creator }) => setUserStatus(overall, creator.id, "active"),
    ],
    [
      "becomes a plain user",
      "demoted",
      ({ overall, creator }) => setRole(overall, creator.id, "shortcode_admin"),
      ({ overall, creator }) => setRole(overall, creator.id, "group_admin"),
    ],
    [
      "leaves the group",
      "not_a_member",
      ({ creator, groupId }) => removeMember(creator, groupId, creator.id),
      ({ colleague, groupId, creator }) => addMember(colleague, groupId, creator.id),
    ],
    [
      "is paused by SQL",
      "paused",
      ({ creator }) => pool().query("UPDATE users SET status = 'paused' WHERE id = $1", [creator.id]),
      ({ creator }) => pool().query("UPDATE users SET status = 'active' WHERE id = $1", [creator.id]),
    ],
    [
      "is removed from the group by SQL",
      "not_a_member",
      ({ creator }) => pool().query("DELETE FROM group_memberships WHERE user_id = $1", [creator.id]),
      ({ colleague, groupId, creator }) => addMember(colleague, groupId, creator.id),
    ],
  ])("%s, immediately, and stays suspended when that is undone", async (_name, reason, lose, regain) => {
    const scenario = await createScenario();
    expect(await scenario.use()).toBe("ok");
    await lose(scenario);
    expect(await scenario.use()).toBe("api_key_suspended");
    await regain(scenario);
    expect(await scenario.use()).toBe("api_key_suspended");
    const [key] = await listApiKeys(scenario.colleague, scenario.groupId);
    expect(key).toMatchObject({ isActive: true, suspendedReason: reason, suspendedAt: expect.any(String) });
    expect((await entriesOf(scenario.id)).at(-1)).toMatchObject({
      action: "api_key.suspend",
      actorId: null,
      actorLabel: "System",
      subjectLabel: "Shop",
      before: { suspended: false },
      after: { suspended: true, reason },
    });
  });

  test("loses the role overall_admin without being a member of the group", async () => {
    const creator = await createUser({ role: "overall_admin" });
    const groupId = await createGroup();
    const { apiKey } = await createApiKey(creator, groupId, createApiKeySchema.parse({ name: "Shop" }));
    await pool().query("UPDATE users SET role = 'group_admin' WHERE id = $1", [creator.id]);
    await expect(authenticateApiKey(`Bearer ${apiKey}`)).rejects.toMatchObject({
      code: "api_key_suspended",
      message: KEY_SUSPENDED,
      status: 403,
    });
  });
});

describe("losing the overall_admin role and the membership in concurrent transactions suspends the key when", () => {
  test.each([
    ["the role", "the membership", "UPDATE users SET role = 'group_admin' WHERE id = $1", END_MEMBERSHIP],
    ["the membership", "the role", END_MEMBERSHIP, "UPDATE users SET role = 'group_admin' WHERE id = $1"],
  ])("%s is lost before %s", async (_first, _second, first, second) => {
    const { creator, id } = await createScenario("overall_admin");
    const [one, other] = [await pool().connect(), await pool().connect()];
    await one.query("BEGIN");
    await one.query(first, [creator.id]);
    await other.query("BEGIN");
    const waiting = other.query(second, [creator.id]);
    await untilBlocked(pool());
    await one.query("COMMIT");
    await waiting;
    await other.query("COMMIT");
    for (const client of [one, other]) client.release();
    expect(await prisma().apiKey.findUniqueOrThrow({ where: { id } })).toMatchObject({
      suspendedReason: "not_a_member",
    });
  });
});

describe("a key stays usable when", () => {
  test.each<[string, (scenario: Scenario) => Promise<unknown>]>([
    [
      "another admin of the group is paused",
      ({ overall, colleague }) => setUserStatus(overall, colleague.id, "paused"),
    ],
    ["its creator becomes an overall_admin", ({ overall, creator }) => setRole(overall, creator.id, "overall_admin")],
    [
      "its creator changes their name",
      ({ overall, creator }) => updateUser(overall, creator.id, updateUserSchema.parse({ firstName: "New" })),
    ],
  ])("%s", async (_name, change) => {
    const scenario = await createScenario();
    await change(scenario);
    expect(await scenario.use()).toBe("ok");
  });

  test("its creator is an overall_admin who leaves the group, but remains one", async () => {
    const { creator, groupId, use } = await createScenario("overall_admin");
    await removeMember(creator, groupId, creator.id);
    expect(await use()).toBe("ok");
  });
});

test("rights are checked on every request, so a change that bypassed the triggers also suspends", async () => {
  const { creator, use } = await createScenario();
  await pool().query("ALTER TABLE users DISABLE TRIGGER users_rights_changed");
  await pool().query("UPDATE users SET status = 'paused' WHERE id = $1", [creator.id]);
  await pool().query("ALTER TABLE users ENABLE TRIGGER users_rights_changed");
  expect(await use()).toBe("api_key_suspended");
});

test("the keys of an owner that are suspended, and would work otherwise, are counted", async () => {
  const { overall, creator, colleague, groupId, id } = await createScenario();
  const { id: expired } = await createApiKey(
    creator,
    groupId,
    createApiKeySchema.parse({ name: "Old", rateLimit: 100 }),
  );
  await prisma().apiKey.update({ where: { id: expired }, data: { expiresAt: new Date() } });
  const stranger = await createUser({ role: "group_admin" });
  const counts = async () => {
    expect(await countSuspendedKeysOf(stranger, creator.id)).toBe(0);
    return Promise.all([creator.id, colleague.id].map((id) => countSuspendedKeysOf(overall, id)));
  };
  expect(await counts()).toEqual([0, 0]);
  await setUserStatus(overall, creator.id, "paused");
  expect(await counts()).toEqual([1, 0]);
  await setUserStatus(overall, creator.id, "active");
  expect(await counts()).toEqual([1, 0]);
  expect(await countSuspendedKeysOf(colleague, creator.id)).toBe(1);
  await adoptApiKey(colleague, id);
  expect(await counts()).toEqual([0, 0]);
  await setUserStatus(overall, colleague.id, "locked");
  expect(await counts()).toEqual([0, 1]);
  await revokeApiKey(overall, id);
  expect(await counts()).toEqual([0, 0]);
});

describe("adopting", () => {
  test("makes the key usable within the adopter's rights and is audited", async () => {
    const { overall, creator, colleague, groupId, id, use } = await createScenario();
    await setUserStatus(overall, creator.id, "paused");
    expect(await adoptApiKey(colleague, id)).toMatchObject({
      id,
      suspendedAt: null,
      suspendedReason: null,
      adoptedBy: { firstName: "Test", lastName: "User" },
    });
    expect(await use()).toBe("ok");
    expect((await entriesOf(id)).at(-1)).toMatchObject({
      action: "api_key.adopt",
      actorId: colleague.id,
      before: { suspended: true, reason: "paused" },
      after: { suspended: false },
    });
    // Only the adopter's rights count from now on.
    await setUserStatus(overall, creator.id, "deleted");
    expect(await use()).toBe("ok");
    await setRole(overall, colleague.id, "shortcode_admin");
    expect(await use()).toBe("api_key_suspended");
    expect((await listApiKeys(overall, groupId))[0]).toMatchObject({ suspendedReason: "demoted" });
  });

  test("is allowed for admins of the group, including the creator, and overall_admins", async () => {
    const { overall, creator, colleague, groupId, id } = await createScenario();
    const member = await createMember(groupId);
    const stranger = await createUser({ role: "group_admin" });
    const suspend = async () => {
      await pool().query("UPDATE users SET status = 'paused' WHERE id IN ($1, $2, $3)", [
        overall.id,
        creator.id,
        colleague.id,
      ]);
      await pool().query("UPDATE users SET status = 'active' WHERE id IN ($1, $2, $3)", [
        overall.id,
        creator.id,
        colleague.id,
      ]);
    };
    for (const [actor, expected] of [
      [member, "forbidden"],
      [stranger, "not_found"],
      [colleague, "ok"],
      [overall, "ok"],
      [creator, "ok"],
    ] as const) {
      await suspend();
      // Pausing signed them out.
      const { session: _, ...signedInAgain } = actor;
      expect(await outcome(adoptApiKey(signedInAgain, id))).toBe(expected);
    }
  });

  test("requires a key that is suspended, not revoked and not expired", async () => {
    const { overall, creator, colleague, id } = await createScenario();
    await expect(adoptApiKey(colleague, id)).rejects.toMatchObject({ code: "conflict", message: NOT_SUSPENDED });
    await setUserStatus(overall, creator.id, "paused");
    await prisma().apiKey.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await outcome(adoptApiKey(colleague, id))).toBe("conflict");
    await prisma().apiKey.update({ where: { id }, data: { expiresAt: null } });
    await revokeApiKey(colleague, id);
    expect(await outcome(adoptApiKey(colleague, id))).toBe("conflict");
    for (const unknown of ["0190a0a0-0000-7000-8000-000000000000", "1", ""]) {
      expect(await outcome(adoptApiKey(overall, unknown))).toBe("not_found");
    }
  });

  test("by ten admins concurrently makes one of them the owner", async () => {
    const { overall, creator, groupId, id } = await createScenario();
    await setUserStatus(overall, creator.id, "paused");
    const admins = await Promise.all(Array.from({ length: 10 }, () => createMember(groupId, { role: "group_admin" })));
    const outcomes = await Promise.all(admins.map((admin) => outcome(adoptApiKey(admin, id))));
    expect(outcomes.sort()).toEqual([...Array(9).fill("conflict"), "ok"]);
  });
});

describe("an owner who concurrently loses their rights ends up with no usable key", () => {
  const lose: [string, (scenario: Scenario, owner: Actor) => Promise<unknown>][] = [
    ["is paused", ({ overall }, owner) => setUserStatus(overall, owner.id, "paused")],
    ["is demoted", ({ overall }, owner) => setRole(overall, owner.id, "shortcode_admin")],
    ["leaves", ({ overall, groupId }, owner) => removeMember(overall, groupId, owner.id)],
  ];

  test.each(lose)("creating a key while the creator %s", async (_name, loseRights) => {
    for (let round = 0; round < 8; round++) {
      const scenario = await createScenario();
      const created = createApiKey(scenario.creator, scenario.groupId, createApiKeySchema.parse({ name: "Late" }));
      const [result] = await Promise.allSettled([created, loseRights(scenario, scenario.creator)]);
      if (result.status === "fulfilled") {
        expect(await outcome(authenticateApiKey(`Bearer ${result.value.apiKey}`))).toBe("api_key_suspended");
        expect(await prisma().apiKey.count({ where: { id: result.value.id, suspendedAt: null } })).toBe(0);
      } else expect(["forbidden", "not_found"]).toContain(result.reason.code);
    }
  });

  test.each(lose)("adopting a key while the adopter %s", async (_name, loseRights) => {
    for (let round = 0; round < 8; round++) {
      const scenario = await createScenario();
      await setUserStatus(scenario.overall, scenario.creator.id, "paused");
      const [adopted, lost] = await Promise.all([
        outcome(adoptApiKey(scenario.colleague, scenario.id)),
        outcome(loseRights(scenario, scenario.colleague)),
      ]);
      expect(["ok", "forbidden", "not_found"]).toContain(adopted);
      expect(lost).toBe("ok");
      expect(await prisma().apiKey.count({ where: { id: scenario.id, suspendedAt: null } })).toBe(0);
    }
  });
});
