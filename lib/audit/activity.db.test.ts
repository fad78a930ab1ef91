import { ACTIVITY_ENTRIES, listActivity } from "@/lib/audit/activity";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import type { Actor } from "@/lib/users/types";

/** An entry about a thing; gives its label. */
async function record(subjectType: string, subjectId: string, daysAgo = 0): Promise<string> {
  const subjectLabel = unique("label");
  await prisma().auditEntry.create({
    data: {
      action: `${subjectType}.update`,
      actorLabel: "Somebody",
      subjectType,
      subjectId,
      subjectLabel,
      before: { secret: 1 },
      occurredAt: new Date(Date.now() - daysAgo * 86_400_000),
    },
  });
  return subjectLabel;
}

async function createLink(creator: Actor, groupId: string | null = null): Promise<string> {
  const { id } = await prisma().shortUrl.create({
    data: { shortCode: unique("code"), originalUrl: "https://example.com/", createdById: creator.id, groupId },
  });
  return id;
}

const labels = async (actor: Actor) => (await listActivity(actor)).map(({ subjectLabel }) => subjectLabel);

beforeEach(() => prisma().auditEntry.deleteMany());

test("one is told of what one sees: one's links, those of one's groups, and the groups", async () => {
  const creator = await createUser();
  const member = await createUser();
  const groupAdmin = await createUser({ role: "group_admin" });
  const stranger = await createUser();
  const admin = await createUser({ role: "overall_admin" });
  const groupId = await createGroup(creator, member, groupAdmin);
  const otherGroupId = await createGroup(stranger);

  const own = await record("short_url", await createLink(creator));
  const shared = await record("short_url", await createLink(creator, groupId));
  const group = await record("group", groupId);
  const user = await record("user", stranger.id);
  const otherGroup = await record("group", otherGroupId);
  const key = await record("api_key", unique("id"));
  const setting = await record("setting", "base_url");

  expect(await labels(creator)).toEqual([group, shared, own]);
  expect(await labels(member)).toEqual([group, shared]);
  expect(await labels(groupAdmin)).toEqual([user, group, shared]);
  expect(await labels(stranger)).toEqual([otherGroup]);
  expect(await labels(admin)).toEqual([setting, key, otherGroup, user, group]);
});

test("the latest come first, those of a month and no more than fit", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const old = await record("thing", "1", 31);
  const recorded: string[] = [];
  for (let daysAgo = ACTIVITY_ENTRIES; daysAgo >= 0; daysAgo--) recorded.unshift(await record("thing", "1", daysAgo));
  expect(await labels(admin)).toEqual(recorded.slice(0, ACTIVITY_ENTRIES));
  expect(await labels(admin)).not.toContain(old);
});

test("comings and goings are for the audit log", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const groupAdmin = await createUser({ role: "group_admin" });
  await record("session", unique("id"));
  await record("export", unique("id"));
  await prisma().auditEntry.createMany({
    data: ["user.end_sessions", "user.sign_in_link", "api_key.use"].map((action) => ({
      action,
      actorLabel: "Somebody",
      subjectType: "user",
      subjectId: admin.id,
      subjectLabel: admin.email,
    })),
  });
  expect([await labels(admin), await labels(groupAdmin)]).toEqual([[], []]);
});

test("what was altered is not told", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const subjectLabel = await record("thing", "1");
  expect(await listActivity(admin)).toEqual([
    {
      id: expect.any(String),
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      actorLabel: "Somebody",
      action: "thing.update",
      subjectType: "thing",
      subjectLabel,
    },
  ]);
});
