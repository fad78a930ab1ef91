import type { Actor } from "@/lib/actor";
import { listAuditSchema } from "@/lib/audit/list-schema";
import { listAudit, listAuditItems } from "@/lib/audit/queries";
import { recordBulkAudit } from "@/lib/audit/record-bulk";
import { BULK_URLS } from "@/lib/audit/types";
import { prisma } from "@/lib/db/prisma";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";

const KEY_ID = "0190a0a0-0000-7000-8000-00000000beef";

const list = (actor: Actor, query: object = {}) => listAudit(actor, listAuditSchema.parse(query));

let admin: Actor;
beforeAll(async () => {
  admin = await createUser({ role: "overall_admin" });
});

/** Stores entries about a new subject, in this order. */
async function recorded(...entries: { occurredAt: string; action?: string; actorId?: string; apiKeyId?: string }[]) {
  const subjectId = unique("subject");
  const ids: string[] = [];
  for (const entry of entries) {
    const data = {
      action: "item.update",
      actorLabel: "Someone",
      subjectType: "item",
      subjectId,
      subjectLabel: "Item",
      ...entry,
    };
    ids.push((await prisma().auditEntry.create({ data })).id);
  }
  return { subjectId, ids };
}

test.each([
  ["shortcode_admin", "forbidden"],
  ["group_admin", "forbidden"],
  ["overall_admin", "done"],
] as const)("GET audit as %s: %s", async (role, expected) => {
  const call = list(await createUser({ role }));
  if (expected === "done") expect((await call).total).toBeGreaterThanOrEqual(0);
  else await expect(call).rejects.toMatchObject({ code: expected });
});

test("an entry has actor, action, subject and the values before and after", async () => {
  const entry = {
    actorId: admin.id,
    actorLabel: "Ann Lee",
    action: "user.update",
    subjectType: "user",
    subjectId: unique("id"),
    subjectLabel: "bob@example.com",
    apiKeyId: null,
    before: { urlLimit: 1 },
    after: { urlLimit: 2 },
  };
  await prisma().auditEntry.create({ data: entry });
  await prisma().auditEntry.create({
    data: { ...entry, actorId: null, before: undefined, after: undefined, action: "user.seen" },
  });
  const { items } = await list(admin, { subjectId: entry.subjectId });
  const found = {
    ...entry,
    id: expect.any(String),
    occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    subjectEmail: null,
    subjectGroupId: null,
  };
  expect(items).toEqual([{ ...found, actorId: null, before: null, after: null, action: "user.seen" }, found]);
});

test("lists the newest first regardless of insertion order; pages lose none", async () => {
  const at = (second: number) => ({ occurredAt: `2026-01-01T00:00:0${second}Z` });
  const { subjectId, ids } = await recorded(at(1), at(3), at(2), at(3), at(3), at(0));
  const order = [4, 3, 1, 2, 0, 5].map((index) => ids[index]);
  for (const limit of [1, 2, 3, 6, 7]) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(admin, { subjectId, limit, ...(cursor && { cursor }) });
      expect(page.total).toBe(6);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(order);
  }
});

test("filters by action, subject, actor, API key and time range", async () => {
  const other = await createUser();
  const { subjectId, ids } = await recorded(
    { occurredAt: "2026-03-01T00:00:00Z", actorId: admin.id },
    { occurredAt: "2026-03-02T00:00:00Z", actorId: other.id, action: "item.delete" },
    { occurredAt: "2026-03-03T12:00:00Z", actorId: other.id, apiKeyId: KEY_ID },
  );
  const [first, second, third] = ids;
  for (const [query, found] of [
    [{}, [third, second, first]],
    [{ action: "item.update" }, [third, first]],
    [{ action: "item" }, []],
    [{ action: "item.update,item.delete" }, [third, second, first]],
    [{ fromDay: "2026-03-02" }, [third, second]],
    [{ toDay: "2026-03-02" }, [second, first]],
    [{ fromDay: "2026-03-02", toDay: "2026-03-02" }, [second]],
    [{ day: "today" }, []],
    [{ subjectType: "item" }, [third, second, first]],
    [{ subjectType: "user" }, []],
    [{ actorId: other.id }, [third, second]],
    [{ actorId: other.id, action: "item.delete" }, [second]],
    [{ apiKeyId: KEY_ID }, [third]],
    [{ from: "2026-03-02" }, [third, second]],
    [{ to: "2026-03-02" }, [first]],
    [{ from: "2026-03-02", to: "2026-03-03" }, [second]],
    [{ from: "2026-03-03T13:00:00+01:00" }, [third]],
    [{ from: "2026-03-03T13:00:00+00:00" }, []],
    [{ from: "2026-03-03", to: "2026-03-01" }, []],
    [{ from: "1970-01-01", to: "9999-12-31T23:59:59Z" }, [third, second, first]],
  ] as const) {
    const { items, total } = await list(admin, { subjectId, ...query });
    expect([query, items.map(({ id }) => id), total]).toEqual([query, found, found.length]);
  }
});

test("days, today and yesterday are those in the installation's time zone", async () => {
  Object.assign(env(), { TIME_ZONE: "Asia/Kathmandu" });
  const { subjectId, ids } = await recorded(
    { occurredAt: "2026-04-30T23:59:59+05:45" },
    { occurredAt: "2026-05-01T00:00:00+05:45" },
    { occurredAt: "2026-05-02T00:00:00+05:45" },
  );
  const now = jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-05-02T01:00:00+05:45"));
  const idsOn = async (query: object) => (await list(admin, { subjectId, ...query })).items.map(({ id }) => id);
  const day = "2026-05-01";
  const found = [
    await idsOn({ toDay: "2026-04-30" }),
    await idsOn({ fromDay: day, toDay: day }),
    await idsOn({ day: "yesterday" }),
    await idsOn({ day: "today" }),
  ];
  now.mockRestore();
  Object.assign(env(), { TIME_ZONE: "UTC" });
  expect(found).toEqual([[ids[0]], [ids[1]], [ids[1]], [ids[2]]]);
});

test("a bulk change is found by each of its links, which are listed with their values", async () => {
  const [first, second, other] = [unique("a"), unique("b"), unique("c")];
  const items = [second, first].map((id) => ({
    id,
    label: `code-${id}`,
    before: { status: "active" },
    after: { status: "paused" },
    updatedAt: new Date(),
  }));
  const event = { action: "short_urls.pause", subject: { type: BULK_URLS, label: "2 URLs" } } as const;
  const entryId = await recordBulkAudit(prisma(), admin, event, items);
  for (const [query, found] of [
    [{ subjectId: first }, [entryId]],
    [{ subjectId: second, subjectType: "short_url" }, [entryId]],
    [{ subjectId: second, subjectType: "user" }, []],
    [{ subjectId: other }, []],
  ] as const) {
    expect([query, (await list(admin, query)).items.map(({ id }) => id)]).toEqual([query, found]);
  }
  expect(await listAuditItems(admin, entryId)).toEqual(
    [first, second].map((id) => ({
      id,
      label: `code-${id}`,
      before: { status: "active" },
      after: { status: "paused" },
    })),
  );
  for (const id of ["7", KEY_ID]) await expect(listAuditItems(admin, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(listAuditItems(await createUser(), entryId)).rejects.toMatchObject({ code: "forbidden" });
});

test("each page of a link's bulk changes has their total", async () => {
  const id = unique("a");
  const item = { id, label: id, before: {}, after: {}, updatedAt: new Date() };
  const event = { action: "short_urls.pause", subject: { type: BULK_URLS, label: "1 URL" } } as const;
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.unshift(await recordBulkAudit(prisma(), admin, event, [item]));
  let cursor: string | null = null;
  for (const expected of ids) {
    const page = await list(admin, { subjectId: id, limit: 1, ...(cursor && { cursor }) });
    expect([page.items.map((entry) => entry.id), page.total]).toEqual([[expected], 3]);
    cursor = page.nextCursor;
  }
});

test("rejects an unknown cursor", async () => {
  await expect(list(admin, { cursor: "0190a0a0-0000-7000-8000-000000000000" })).rejects.toMatchObject({
    code: "invalid",
    field: "cursor",
  });
});

test.each([
  { limit: "0" },
  { cursor: "x" },
  { actorId: "me" },
  { apiKeyId: "mine" },
  { action: "a".repeat(201) },
  { from: "yesterday" },
  { from: "" },
  { from: "2026-02-30" },
  { from: "0000-01-01" },
  { to: "2026-03-01T00:00:00" },
  { to: "1" },
  { fromDay: "2026-02-30" },
  { toDay: "9999-12-31" },
  { day: "tomorrow" },
  { q: "a".repeat(201) },
])("rejects %j", (query) => {
  expect(listAuditSchema.safeParse(query).success).toBe(false);
});
