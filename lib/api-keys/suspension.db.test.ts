import type pg from "pg";
import { adoptApiKey, NOT_SUSPENDED } from "@/lib/api-keys/adopt";
import { authenticateApiKey } from "@/lib/api-keys/authenticate";
import { createApiKey } from "@/lib/api-keys/create";
import { listApiKeys } from "@/lib/api-keys/queries";
import { revokeApiKey } from "@/lib/api-keys/revoke";
import { createApiKeySchema } from "@/lib/api-keys/schema";
import { KEY_SUSPENDED } from "@/lib/api-keys/usable";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createMember, createUser } from "@/lib/db/testing/fixtures";
import type { AppError } from "@/lib/errors";
import { addMember } from "@/lib/groups/add-member";
import { removeMember } from "@/lib/groups/remove-member";
import { updateUserSchema } from "@/lib/users/schema";
import { setUserStatus } from "@/lib/users/set-status";
import type { Actor, Role } from "@/lib/users/types";
import { updateUser } from "@/lib/users/update";

/** "ok" or the code of the refusal. */
async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "ok",
    (error: AppError) => error.code,
  );
}

/** A group with two admins and a key of the first. */
async function cast(role: Role = "group_admin") {
  const overall = await createUser({ role: "overall_admin" });
  const maker = await createUser({ role });
  const groupId = await createGroup(maker);
  const colleague = await createMember(groupId, { role: "group_admin" });
  const { id, apiKey } = await createApiKey(maker, groupId, createApiKeySchema.parse({ name: "Shop" }));
  const use = () => outcome(authenticateApiKey(`Bearer ${apiKey}`));
  return { overall, maker, colleague, groupId, id, use };
}
type Cast = Awaited<ReturnType<typeof cast>>;

const END_MEMBERSHIP = "DELETE FROM group_memberships WHERE user_id = $1";

/** Until what this connection runs waits for another's lock. */
async function untilBlocked(client: pg.PoolClient): Promise<void> {
  const { processID } = client as pg.PoolClient & { processID: number };
  for (;;) {
    const { rows } = await pool().query("SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked", [processID]);
    if (rows[0].blocked) return;
  }
}

const entriesOf = (subjectId: string) =>
  prisma().auditEntry.findMany({ where: { subjectId }, orderBy: { occurredAt: "asc" } });

const setRole = (actor: Actor, id: string, role: Role) => updateUser(actor, id, updateUserSchema.parse({ role }));

describe("a key is suspended when its maker", () => {
  test.each<[string, string, (cast: Cast) => Promise<unknown>, (cast: Cast) => Promise<unknown>]>([
    [
      "is paused",
      "paused",
      ({ overall, maker }) => setUserStatus(overall, maker.id, "paused"),
      ({ overall, maker }) => setUserStatus(overall, maker.id, "active"),
    ],
    [
      "is locked",
      "locked",
      ({ overall, maker }) => setUserStatus(overall, maker.id, "locked"),
      ({ overall, maker }) => setUserStatus(overall, maker.id, "active"),
    ],
    [
      "is deleted",
      "deleted",
      ({ overall, maker }) => setUserStatus(overall, maker.id, "deleted"),
      ({ overall, maker }) => setUserStatus(overall, maker.id, "active"),
    ],
    [
      "becomes a plain user",
      "demoted",
      ({ overall, maker }) => setRole(overall, maker.id, "shortcode_admin"),
      ({ overall, maker }) => setRole(overall, maker.id, "group_admin"),
    ],
    [
      "leaves the group",
      "not_a_member",
      ({ maker, groupId }) => removeMember(maker, groupId, maker.id),
      ({ colleague, groupId, maker }) => addMember(colleague, groupId, maker.id),
    ],
    [
      "is paused by SQL",
      "paused",
      ({ maker }) => pool().query("UPDATE users SET status = 'paused' WHERE id = $1", [maker.id]),
      ({ maker }) => pool().query("UPDATE users SET status = 'active' WHERE id = $1", [maker.id]),
    ],
    [
      "is taken out of the group by SQL",
      "not_a_member",
      ({ maker }) => pool().query("DELETE FROM group_memberships WHERE user_id = $1", [maker.id]),
      ({ colleague, groupId, maker }) => addMember(colleague, groupId, maker.id),
    ],
  ])("%s, at once, and stays so when that is undone", async (_name, reason, lose, regain) => {
    const all = await cast();
    expect(await all.use()).toBe("ok");
    await lose(all);
    expect(await all.use()).toBe("api_key_suspended");
    await regain(all);
    expect(await all.use()).toBe("api_key_suspended");
    const [key] = await listApiKeys(all.colleague, all.groupId);
    expect(key).toMatchObject({ isActive: true, suspendedReason: reason, suspendedAt: expect.any(String) });
    expect((await entriesOf(all.id)).at(-1)).toMatchObject({
      action: "api_key.suspend",
      actorId: null,
      actorLabel: "System",
      subjectLabel: "Shop",
      before: { suspended: false },
      after: { suspended: true, reason },
    });
  });

  test("loses the role overall_admin without being a member of the group", async () => {
    const maker = await createUser({ role: "overall_admin" });
    const groupId = await createGroup();
    const { apiKey } = await createApiKey(maker, groupId, createApiKeySchema.parse({ name: "Shop" }));
    await pool().query("UPDATE users SET role = 'group_admin' WHERE id = $1", [maker.id]);
    await expect(authenticateApiKey(`Bearer ${apiKey}`)).rejects.toMatchObject({
      code: "api_key_suspended",
      message: KEY_SUSPENDED,
      status: 403,
    });
  });
});

describe("losing the role overall_admin and the membership in two transactions at once suspends, whichever", () => {
  test.each([
    ["the role", "the membership", "UPDATE users SET role = 'group_admin' WHERE id = $1", END_MEMBERSHIP],
    ["the membership", "the role", END_MEMBERSHIP, "UPDATE users SET role = 'group_admin' WHERE id = $1"],
  ])("%s is lost before %s", async (_first, _second, first, second) => {
    const { maker, id } = await cast("overall_admin");
    const [one, other] = [await pool().connect(), await pool().connect()];
    await one.query("BEGIN");
    await one.query(first, [maker.id]);
    await other.query("BEGIN");
    const waiting = other.query(second, [maker.id]);
    await untilBlocked(other);
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
  test.each<[string, (cast: Cast) => Promise<unknown>]>([
    [
      "another admin of the group is paused",
      ({ overall, colleague }) => setUserStatus(overall, colleague.id, "paused"),
    ],
    ["its maker becomes an overall_admin", ({ overall, maker }) => setRole(overall, maker.id, "overall_admin")],
    [
      "its maker changes their name",
      ({ overall, maker }) => updateUser(overall, maker.id, updateUserSchema.parse({ firstName: "New" })),
    ],
  ])("%s", async (_name, change) => {
    const all = await cast();
    await change(all);
    expect(await all.use()).toBe("ok");
  });

  test("its maker is an overall_admin who leaves the group, but remains one", async () => {
    const { maker, groupId, use } = await cast("overall_admin");
    await removeMember(maker, groupId, maker.id);
    expect(await use()).toBe("ok");
  });
});

test("rights are asked at each call too, so that a change that no trigger saw suspends as well", async () => {
  const { maker, use } = await cast();
  await pool().query("ALTER TABLE users DISABLE TRIGGER users_rights_changed");
  await pool().query("UPDATE users SET status = 'paused' WHERE id = $1", [maker.id]);
  await pool().query("ALTER TABLE users ENABLE TRIGGER users_rights_changed");
  expect(await use()).toBe("api_key_suspended");
});

describe("adopting", () => {
  test("makes the key usable within the adopter's rights, and is recorded", async () => {
    const { overall, maker, colleague, groupId, id, use } = await cast();
    await setUserStatus(overall, maker.id, "paused");
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
    // Its maker has no say in it any more; its adopter does.
    await setUserStatus(overall, maker.id, "deleted");
    expect(await use()).toBe("ok");
    await setRole(overall, colleague.id, "shortcode_admin");
    expect(await use()).toBe("api_key_suspended");
    expect((await listApiKeys(overall, groupId))[0]).toMatchObject({ suspendedReason: "demoted" });
  });

  test("is for the admins of the group and overall_admins, the maker among them", async () => {
    const { overall, maker, colleague, groupId, id } = await cast();
    const member = await createMember(groupId);
    const stranger = await createUser({ role: "group_admin" });
    const suspend = async () => {
      await pool().query("UPDATE users SET status = 'paused' WHERE id IN ($1, $2, $3)", [
        overall.id,
        maker.id,
        colleague.id,
      ]);
      await pool().query("UPDATE users SET status = 'active' WHERE id IN ($1, $2, $3)", [
        overall.id,
        maker.id,
        colleague.id,
      ]);
    };
    for (const [actor, expected] of [
      [member, "forbidden"],
      [stranger, "not_found"],
      [colleague, "ok"],
      [overall, "ok"],
      [maker, "ok"],
    ] as const) {
      await suspend();
      expect(await outcome(adoptApiKey(actor, id))).toBe(expected);
    }
  });

  test("needs a key that is suspended, not revoked and not expired", async () => {
    const { overall, maker, colleague, id } = await cast();
    await expect(adoptApiKey(colleague, id)).rejects.toMatchObject({ code: "conflict", message: NOT_SUSPENDED });
    await setUserStatus(overall, maker.id, "paused");
    await prisma().apiKey.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await outcome(adoptApiKey(colleague, id))).toBe("conflict");
    await prisma().apiKey.update({ where: { id }, data: { expiresAt: null } });
    await revokeApiKey(colleague, id);
    expect(await outcome(adoptApiKey(colleague, id))).toBe("conflict");
    for (const unknown of ["0190a0a0-0000-7000-8000-000000000000", "1", ""]) {
      expect(await outcome(adoptApiKey(overall, unknown))).toBe("not_found");
    }
  });

  test("by ten at once makes one of them the owner", async () => {
    const { overall, maker, groupId, id } = await cast();
    await setUserStatus(overall, maker.id, "paused");
    const admins = await Promise.all(Array.from({ length: 10 }, () => createMember(groupId, { role: "group_admin" })));
    const outcomes = await Promise.all(admins.map((admin) => outcome(adoptApiKey(admin, id))));
    expect(outcomes.sort()).toEqual([...Array(9).fill("conflict"), "ok"]);
  });
});

describe("whoever loses their rights at the same moment owns no usable key afterwards", () => {
  const lose: [string, (cast: Cast, owner: Actor) => Promise<unknown>][] = [
    ["is paused", ({ overall }, owner) => setUserStatus(overall, owner.id, "paused")],
    ["is demoted", ({ overall }, owner) => setRole(overall, owner.id, "shortcode_admin")],
    ["leaves", ({ overall, groupId }, owner) => removeMember(overall, groupId, owner.id)],
  ];

  test.each(lose)("creating a key while the maker %s", async (_name, loseRights) => {
    for (let round = 0; round < 8; round++) {
      const all = await cast();
      const created = createApiKey(all.maker, all.groupId, createApiKeySchema.parse({ name: "Late" }));
      const [result] = await Promise.allSettled([created, loseRights(all, all.maker)]);
      if (result.status === "fulfilled") {
        expect(await outcome(authenticateApiKey(`Bearer ${result.value.apiKey}`))).toBe("api_key_suspended");
        expect(await prisma().apiKey.count({ where: { id: result.value.id, suspendedAt: null } })).toBe(0);
      } else expect(["forbidden", "not_found"]).toContain(result.reason.code);
    }
  });

  test.each(lose)("adopting a key while the adopter %s", async (_name, loseRights) => {
    for (let round = 0; round < 8; round++) {
      const all = await cast();
      await setUserStatus(all.overall, all.maker.id, "paused");
      const [adopted, lost] = await Promise.all([
        outcome(adoptApiKey(all.colleague, all.id)),
        outcome(loseRights(all, all.colleague)),
      ]);
      expect(["ok", "forbidden", "not_found"]).toContain(adopted);
      expect(lost).toBe("ok");
      expect(await prisma().apiKey.count({ where: { id: all.id, suspendedAt: null } })).toBe(0);
    }
  });
});
