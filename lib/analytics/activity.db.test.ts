import type { Actor } from "@/lib/actor";
import { ACTIVITY_ENTRIES, listActivity } from "@/lib/analytics/activity";
import { prisma } from "@/lib/db/prisma";
import { createCaller, createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { createApiUrl } from "@/lib/public-api/create-url";
import { createApiUrlSchema } from "@/lib/public-api/schema";
import { changeUrls } from "@/lib/urls/bulk";

/** Stores an audit entry and returns its label. */
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

test("entries dated in the future, by a clock that was ahead, hide no others", async () => {
  const admin = await createUser({ role: "overall_admin" });
  for (let entry = 0; entry < ACTIVITY_ENTRIES; entry++) await record("user", admin.id, -3_000);
  const latest = await record("user", admin.id);
  expect(await labels(admin)).toEqual([latest]);
});

test("shows activity on visible links and groups only", async () => {
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

test("counts the visible links of a bulk change", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const [some, one, stranger] = [await createUser(), await createUser(), await createUser()];
  const ids = [await createLink(some), await createLink(some), await createLink(one)];
  await changeUrls(admin, { ids, action: "pause" });
  expect(await labels(admin)).toEqual(["3 URLs"]);
  expect(await labels(some)).toEqual(["2 URLs"]);
  expect(await labels(one)).toEqual(["1 URL"]);
  expect(await labels(stranger)).toEqual([]);
});

test("an item whose subject id is not a UUID is not counted", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const some = await createUser();
  const { changeId } = await changeUrls(admin, {
    ids: [await createLink(some), await createLink(some)],
    action: "pause",
  });
  await prisma().auditItem.create({
    data: { entryId: changeId ?? "", subjectId: "base_url", subjectLabel: "Base URL", subjectUpdatedAt: new Date() },
  });
  expect(await labels(some)).toEqual(["2 URLs"]);
  expect(await labels(admin)).toEqual(["2 URLs"]);
});

test("shows the latest entries of the past month, newest first, up to the maximum", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const old = await record("thing", "1", 31);
  const recorded: string[] = [];
  for (let daysAgo = ACTIVITY_ENTRIES; daysAgo >= 0; daysAgo--) recorded.unshift(await record("thing", "1", daysAgo));
  expect(await labels(admin)).toEqual(recorded.slice(0, ACTIVITY_ENTRIES));
  expect(await labels(admin)).not.toContain(old);
});

test("omits sign-ins, exports and API key use", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const groupAdmin = await createUser({ role: "group_admin" });
  await record("session", unique("id"));
  await record("export", unique("id"));
  await prisma().auditEntry.createMany({
    data: ["user.end_sessions", "user.invite", "user.sign_in_link", "api_key.use", "setting.test"].map((action) => ({
      action,
      actorLabel: "Somebody",
      subjectType: "user",
      subjectId: admin.id,
      subjectLabel: admin.email,
    })),
  });
  expect([await labels(admin), await labels(groupAdmin)]).toEqual([[], []]);
});

test("omits the values before and after", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const subjectLabel = await record("thing", "1");
  expect(await listActivity(admin)).toEqual([
    {
      id: expect.any(String),
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      actorLabel: "Somebody",
      action: "thing.update",
      subjectType: "thing",
      subjectId: "1",
      subjectLabel,
      subjectEmail: null,
      subjectGroupId: null,
    },
  ]);
});

test("names API keys only for those who may list them", async () => {
  const { groupId, ...caller } = await createCaller();
  const [member, groupAdmin, admin] = [
    await createUser(),
    await createUser({ role: "group_admin" }),
    await createUser({ role: "overall_admin" }),
  ];
  await prisma().groupMembership.createMany({ data: [member, groupAdmin].map(({ id }) => ({ userId: id, groupId })) });
  await createApiUrl({ groupId, ...caller }, createApiUrlSchema.parse({ url: "https://example.com/" }));
  const latestActor = async (actor: Actor) => (await listActivity(actor))[0]?.actorLabel;
  expect(await latestActor(member)).toBe("An API key");
  for (const actor of [groupAdmin, admin]) expect(await latestActor(actor)).toBe(`API key ${caller.keyName}`);
});

test("names users as in the history of a link: those who may be seen, and without their address", async () => {
  const [author, member, groupAdmin] = [
    await createUser(),
    await createUser(),
    await createUser({ role: "group_admin" }),
  ];
  const groupId = await createGroup(author, member);
  const id = await createLink(member);
  const { firstName, lastName } = await prisma().user.findUniqueOrThrow({ where: { id: author.id } });
  const nameIn = async (actor: Actor, actorLabel: string) => {
    await prisma().auditEntry.deleteMany();
    await record("short_url", id);
    await prisma().auditEntry.updateMany({ data: { actorId: author.id, actorLabel } });
    return (await listActivity(actor))[0]?.actorLabel;
  };
  expect(await nameIn(member, "Ann Lee")).toBe("Ann Lee");
  expect(await nameIn(member, author.email)).toBe(`${firstName} ${lastName}`.trim());
  await prisma().groupMembership.deleteMany({ where: { groupId, userId: author.id } });
  expect(await nameIn(member, "Ann Lee")).toBe("Someone outside your groups");
  await prisma().shortUrl.update({ where: { id }, data: { groupId: await createGroup(groupAdmin) } });
  expect(await nameIn(groupAdmin, "Ann Lee")).toBe("Ann Lee");
});

test("includes what links to a user and an API key need", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const { keyId, groupId } = await createCaller();
  const email = `${unique("new")}@example.com`;
  const user = await createUser();
  await prisma().auditEntry.deleteMany();
  await record("user", user.id);
  await record("api_key", keyId);
  await prisma().user.update({ where: { id: user.id }, data: { email } });
  expect(await listActivity(admin)).toMatchObject([
    { subjectType: "api_key", subjectId: keyId, subjectEmail: null, subjectGroupId: groupId },
    { subjectType: "user", subjectId: user.id, subjectEmail: email, subjectGroupId: null },
  ]);
});
