import type { Actor, Role } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { outcomeWhile } from "@/lib/db/testing/blocked";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { addMember } from "@/lib/groups/add-member";
import { updateGroup } from "@/lib/groups/update";
import { updateSettings } from "@/lib/settings/update";
import { setUserStatus } from "@/lib/users/set-status";
import { updateUser } from "@/lib/users/update";

type Scenario = { actor: Actor; groupId: string; userId: string };

async function createScenario(role: Role): Promise<Scenario> {
  const actor = await createUser({ role });
  return { actor, groupId: await createGroup(actor), userId: (await createUser()).id };
}

const lockGroup = (tx: Transaction, { groupId }: Scenario) =>
  tx.$queryRaw`SELECT FROM groups WHERE id = ${groupId}::uuid FOR UPDATE`;
const lockUser = (tx: Transaction, { userId }: Scenario) =>
  tx.$queryRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
const lockSettings = (tx: Transaction) => tx.$executeRaw`LOCK TABLE settings IN EXCLUSIVE MODE`;

const changes: [string, (tx: Transaction, actor: Actor) => Promise<unknown>, string][] = [
  ["is paused", (tx, { id }) => tx.user.update({ where: { id }, data: { status: "paused" } }), "unauthorized"],
  ["signs out", (tx, { session }) => tx.session.delete({ where: { id: session?.id ?? "" } }), "unauthorized"],
  ["is demoted", (tx, { id }) => tx.user.update({ where: { id }, data: { role: "shortcode_admin" } }), "forbidden"],
];

type Call = [
  string,
  Role,
  (tx: Transaction, scenario: Scenario) => Promise<unknown>,
  (s: Scenario) => Promise<unknown>,
];

describe.each<Call>([
  ["renames a user", "group_admin", lockUser, ({ actor, userId }) => updateUser(actor, userId, { firstName: "New" })],
  ["pauses a user", "overall_admin", lockUser, ({ actor, userId }) => setUserStatus(actor, userId, "paused")],
  ["renames a group", "group_admin", lockGroup, ({ actor, groupId }) => updateGroup(actor, groupId, { name: "New" })],
  ["adds a member", "group_admin", lockGroup, ({ actor, groupId, userId }) => addMember(actor, groupId, userId)],
  [
    "changes settings",
    "overall_admin",
    lockSettings,
    ({ actor }) => updateSettings(actor, { smtp_host: "new.example" }),
  ],
])("somebody who %s", (_name, role, lock, call) => {
  test.each(changes)("and %s before it takes effect changes nothing", async (_change, change, code) => {
    const scenario = await createScenario(role);
    const { actor, groupId, userId } = scenario;
    const meanwhile = async (tx: Transaction) => {
      await lock(tx, scenario);
      await change(tx, actor);
    };
    expect(await outcomeWhile(meanwhile, () => call(scenario))).toBe(code);
    expect(await prisma().auditEntry.count({ where: { actorId: actor.id } })).toBe(0);
    expect(await prisma().user.findUnique({ where: { id: userId } })).toMatchObject({
      firstName: "Test",
      status: "active",
    });
    expect(await prisma().group.findUnique({ where: { id: groupId } })).not.toMatchObject({ name: "New" });
    expect(await prisma().groupMembership.count({ where: { groupId } })).toBe(1);
    expect(await prisma().setting.count()).toBe(0);
  });
});

test("an actor without a session must be active and have the role", async () => {
  const { session: _, ...actor } = await createUser({ role: "group_admin" });
  const record = (role: Role) =>
    recordAudit(
      prisma(),
      { ...actor, role },
      { action: "group.update", subject: { type: "group", id: "1", label: "" } },
    );
  await record("group_admin");
  await expect(record("overall_admin")).rejects.toMatchObject({ code: "forbidden" });
  await prisma().user.update({ where: { id: actor.id }, data: { status: "paused" } });
  await expect(record("group_admin")).rejects.toMatchObject({ code: "unauthorized" });
});
