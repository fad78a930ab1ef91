import { type Actor, userLabel } from "@/lib/actor";
import { auditActorOf } from "@/lib/api-keys/usable";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { createCaller, createCallerOf, createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { changeUrls } from "@/lib/urls/bulk";
import { createUrl } from "@/lib/urls/create";
import { listUrlHistory } from "@/lib/urls/history";
import { urlHistorySchema } from "@/lib/urls/list-schema";
import { createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

const DESTINATION = "https://example.com/page";

const create = (actor: Actor, fields: object = {}) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: DESTINATION, ...fields }));

const history = async (actor: Actor, id: string, query: object = {}) =>
  (await listUrlHistory(actor, id, urlHistorySchema.parse(query))).items;

test("single changes and the link's part in bulk changes are listed, newest first and page by page", async () => {
  const creator = await createUser();
  const [url, other] = [await create(creator), await create(creator)];
  await updateUrl(creator, url.id, { originalUrl: "https://example.com/new" });
  await updateUrl(creator, other.id, { originalUrl: "https://example.com/other" });
  await changeUrls(creator, { ids: [url.id, other.id], action: "pause" });
  await changeUrls(creator, { ids: [url.id], action: "activate" });
  const entry = { actorLabel: "Test User", isByApiKey: false, id: expect.any(String), occurredAt: expect.any(String) };
  const all = [
    { ...entry, action: "short_url.update", before: { status: "paused" }, after: { status: "active" } },
    { ...entry, action: "short_urls.pause", before: { status: "active" }, after: { status: "paused" } },
    {
      ...entry,
      action: "short_url.update",
      before: { originalUrl: DESTINATION },
      after: { originalUrl: "https://example.com/new" },
    },
    { ...entry, action: "short_url.create", before: null, after: { originalUrl: DESTINATION, groupId: null } },
  ];
  const found = await history(creator, url.id);
  expect(found).toEqual(all);
  const page = await listUrlHistory(creator, url.id, { limit: 3 });
  expect([page.items, page.total]).toEqual([all.slice(0, 3), 4]);
  expect(await history(creator, url.id, { limit: 3, cursor: page.nextCursor })).toEqual(all.slice(3));
  const walked: typeof found = [];
  for (let cursor: string | undefined; walked.length < 10; cursor = walked.at(-1)?.id) {
    const [next] = await history(creator, url.id, { limit: 1, cursor });
    if (!next) break;
    walked.push(next);
  }
  expect(walked).toEqual(all);
  const foreign = (await history(creator, other.id)).at(-1)?.id;
  await expect(history(creator, url.id, { cursor: foreign })).rejects.toMatchObject({ code: "invalid" });
});

test("whoever sees the link sees its history; values only who may edit it, names only of people they may see", async () => {
  const [creator, member, stranger] = [await createUser(), await createUser(), await createUser()];
  const [groupAdmin, admin] = [await createUser({ role: "group_admin" }), await createUser({ role: "overall_admin" })];
  const groupId = await createGroup(creator, member, groupAdmin);
  const url = await create(creator, { groupId });
  await updateUrl(admin, url.id, { status: "paused" });
  const key = await createCallerOf(groupAdmin, groupId);
  const foreignKey = await createCaller();
  const subject = { type: "short_url", id: url.id, label: url.shortCode };
  await recordAudit(prisma(), auditActorOf(key), { action: "short_url.update", subject, after: { status: "active" } });
  await recordAudit(prisma(), auditActorOf(foreignKey), {
    action: "short_url.update",
    subject,
    after: { status: "active" },
  });
  const [byKey, byAdmin, byCreator] = ["API key Shop", "Test User", "Test User"];
  for (const [actor, labels, seesValues] of [
    [creator, [null, null, null, byCreator], true],
    [member, [null, null, null, byCreator], false],
    [groupAdmin, [null, byKey, byAdmin, byCreator], true],
    [admin, [byKey, byKey, byAdmin, byCreator], true],
  ] as const) {
    const entries = await history(actor, url.id);
    expect(entries.map(({ actorLabel }) => actorLabel)).toEqual(labels);
    expect(entries.map(({ isByApiKey }) => isByApiKey)).toEqual([true, true, false, false]);
    expect(entries.map(({ after }) => after !== null)).toEqual([seesValues, seesValues, seesValues, seesValues]);
    expect(JSON.stringify(entries)).not.toContain("@");
  }
  for (const [actor, id] of [
    [stranger, url.id],
    [await createUser({ role: "group_admin" }), url.id],
    [admin, unique("id")],
  ] as const) {
    await expect(history(actor, id)).rejects.toMatchObject({ code: "not_found" });
  }
});

test("the address of somebody without a name, under which the log has them, is shown to nobody", async () => {
  const [admin, member, nameless] = [
    await createUser({ role: "overall_admin" }),
    await createUser(),
    await createUser(),
  ];
  const groupId = await createGroup(member, nameless);
  const setName = (firstName: string) =>
    prisma().user.update({ where: { id: nameless.id }, data: { firstName, lastName: "" } });
  const label = userLabel({ ...(await setName("")) });
  expect(label).toContain("@");
  const url = await create({ ...nameless, label }, { groupId });
  for (const [name, shown] of [
    ["", null],
    ["Kim", "Kim"],
  ] as const) {
    await setName(name);
    for (const viewer of [admin, member, nameless]) {
      expect((await history(viewer, url.id)).map(({ actorLabel }) => actorLabel)).toEqual([shown]);
    }
  }
});
