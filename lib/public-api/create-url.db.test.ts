import jsQR from "jsqr";
import { PNG } from "pngjs";
import { prisma } from "@/lib/db/prisma";
import { createCaller, createMember, createUser, unique } from "@/lib/db/testing/fixtures";
import { createApiUrl, NOT_A_MEMBER } from "@/lib/public-api/create-url";
import { createApiUrls } from "@/lib/public-api/create-urls";
import { KEY_REUSED, removeOldAnswers } from "@/lib/public-api/idempotency";
import { createApiUrlSchema, IDEMPOTENCY_KEY_INVALID } from "@/lib/public-api/schema";

const DAY_MS = 24 * 60 * 60 * 1000;

const input = (email: string, fields: object = {}) =>
  createApiUrlSchema.parse({ url: "https://example.com/page", email, ...fields });

/** A key, and an active member of its group. */
async function cast(options: { urlLimit?: number } = {}) {
  const caller = await createCaller();
  return [caller, await createMember(caller.groupId, options)] as const;
}

const linksOf = (createdById: string) => prisma().shortUrl.count({ where: { createdById } });

test("a link belongs to the key's group and to the member whose address is given, and remembers its key", async () => {
  const [caller, user] = await cast();
  const shortCode = unique("Api");
  const { url, isReplayed } = await createApiUrl(caller, input(user.email.toUpperCase(), { shortCode }));
  expect(isReplayed).toBe(false);
  expect(url).toEqual({
    id: expect.any(String),
    shortCode,
    originalUrl: "https://example.com/page",
    shortUrl: `http://localhost:3000/${shortCode}`,
    qrCode: expect.stringMatching(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/),
    groupId: caller.groupId,
    createdAt: expect.stringMatching(/Z$/),
  });
  const row = await prisma().shortUrl.findUniqueOrThrow({ where: { id: url.id } });
  expect(row).toMatchObject({
    createdById: user.id,
    apiKeyId: caller.keyId,
    groupId: caller.groupId,
    qrGeneratedAt: expect.any(Date),
  });
});

test("its QR code is read back as the short URL, marked as a visit by QR", async () => {
  const [caller, user] = await cast();
  const { url } = await createApiUrl(caller, input(user.email));
  const { data, width, height } = PNG.sync.read(Buffer.from(url.qrCode.split(",")[1] ?? "", "base64"));
  expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(`${url.shortUrl}?qr=1`);
});

test("the audit log names the key, never the member in whose name it creates", async () => {
  const [caller, user] = await cast();
  const { url } = await createApiUrl(caller, input(user.email));
  expect(await prisma().auditEntry.findMany({ where: { subjectId: url.id } })).toMatchObject([
    {
      action: "short_url.create",
      actorId: null,
      apiKeyId: caller.keyId,
      actorLabel: "API key Shop",
      subjectLabel: url.shortCode,
    },
  ]);
});

test.each([
  ["nobody's", async () => "nobody@example.com"],
  ["a paused member's", async (groupId: string) => (await createMember(groupId, { status: "paused" })).email],
  ["a deleted member's", async (groupId: string) => (await createMember(groupId, { status: "deleted" })).email],
  ["a locked member's", async (groupId: string) => (await createMember(groupId, { status: "locked" })).email],
  ["an active user's who is no member", async () => (await createUser()).email],
  ["an overall_admin's who is no member", async () => (await createUser({ role: "overall_admin" })).email],
  ["a member's of another group", async () => (await createMember((await createCaller()).groupId)).email],
])("an address that is %s is refused in the same words", async (_name, emailOf) => {
  const caller = await createCaller();
  const email = await emailOf(caller.groupId);
  for (const idempotencyKey of [null, "k"]) {
    await expect(createApiUrl(caller, input(email), idempotencyKey)).rejects.toMatchObject({
      code: "invalid",
      message: NOT_A_MEMBER,
      field: "email",
    });
  }
  expect(await prisma().shortUrl.count({ where: { groupId: caller.groupId } })).toBe(0);
});

describe("without an address", () => {
  const anonymous = (fields: object = {}) => createApiUrlSchema.parse({ url: "https://example.com/page", ...fields });

  test("a link belongs to the group and counts against nobody's limit", async () => {
    const caller = await createCaller();
    await prisma().user.update({ where: { id: caller.owner.id }, data: { urlLimit: 1 } });
    const made = await Promise.all([
      ...Array.from({ length: 5 }, () => createApiUrl(caller, anonymous())),
      ...Array.from({ length: 5 }, (_, n) => createApiUrl(caller, anonymous({ email: null }), `k${n}`)),
    ]);
    const ids = made.map(({ url }) => url.id);
    const rows = await prisma().shortUrl.findMany({ where: { id: { in: ids } } });
    expect(rows).toHaveLength(10);
    for (const row of rows) {
      expect(row).toMatchObject({ createdById: null, apiKeyId: caller.keyId, groupId: caller.groupId });
    }
    expect(await linksOf(caller.owner.id)).toBe(0);
  });

  test("a taken code is refused as ever", async () => {
    const caller = await createCaller();
    const shortCode = unique("taken");
    await createApiUrl(caller, anonymous({ shortCode }));
    await expect(createApiUrl(caller, anonymous({ shortCode }))).rejects.toMatchObject({ code: "short_code_taken" });
  });

  test("and with one, at once, limits hold for those who have one", async () => {
    const [caller, user] = await cast({ urlLimit: 2 });
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => createApiUrl(caller, n % 2 ? input(user.email) : anonymous())),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
    expect(await linksOf(user.id)).toBe(2);
  });
});

test("a taken code, a full limit and the short domain itself are refused as in the dashboard", async () => {
  const [caller, user] = await cast({ urlLimit: 1 });
  const own = input(user.email, { url: "https://own.example/x" });
  await prisma().setting.create({ data: { key: "base_url", value: "https://own.example" } });
  await expect(createApiUrl(caller, own)).rejects.toMatchObject({ code: "invalid", field: "url" });
  await prisma().setting.delete({ where: { key: "base_url" } });

  const shortCode = unique("Taken");
  await createApiUrl(caller, input(user.email, { shortCode }));
  await expect(createApiUrl(caller, input(user.email))).rejects.toMatchObject({ code: "url_limit_reached" });
  const other = await createMember(caller.groupId);
  await expect(createApiUrl(caller, input(other.email, { shortCode: shortCode.toUpperCase() }))).rejects.toMatchObject({
    code: "short_code_taken",
    field: "shortCode",
  });
});

test("twenty at once with a limit of three make three", async () => {
  const [caller, user] = await cast({ urlLimit: 3 });
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => createApiUrl(caller, input(user.email))));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(await linksOf(user.id)).toBe(3);
});

describe("an Idempotency-Key", () => {
  test("given ten times at once makes one link, and each gets the same answer", async () => {
    const [caller, user] = await cast();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => createApiUrl(caller, input(user.email), "order-1")),
    );
    expect(await linksOf(user.id)).toBe(1);
    expect(new Set(answers.map(({ url }) => JSON.stringify(url))).size).toBe(1);
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
  });

  test("replays the answer as it was, whatever became of the link and its user", async () => {
    const [caller, user] = await cast();
    const first = await createApiUrl(caller, input(user.email, { shortCode: unique("once") }), "k");
    await prisma().shortUrl.update({ where: { id: first.url.id }, data: { status: "paused" } });
    await prisma().user.update({ where: { id: user.id }, data: { status: "paused" } });
    const again = await createApiUrl(caller, input(user.email, { shortCode: first.url.shortCode }), "k");
    expect(again).toEqual({ url: first.url, isReplayed: true });
  });

  test("with another request is refused, and makes nothing", async () => {
    const [caller, user] = await cast();
    await createApiUrl(caller, input(user.email), "k");
    await expect(
      createApiUrl(caller, input(user.email, { url: "https://example.com/other" }), "k"),
    ).rejects.toMatchObject({ code: "idempotency_key_reused", message: KEY_REUSED, status: 409 });
    expect(await linksOf(user.id)).toBe(1);
  });

  test("is each API key's own", async () => {
    const [[first, user], second] = [await cast(), await createCaller()];
    await prisma().groupMembership.create({ data: { userId: user.id, groupId: second.groupId } });
    const one = await createApiUrl(first, input(user.email), "k");
    const other = await createApiUrl(second, input(user.email), "k");
    expect([one.isReplayed, other.isReplayed, one.url.id === other.url.id]).toEqual([false, false, false]);
  });

  test("of a refused request is not spent", async () => {
    const [caller, user] = await cast({ urlLimit: 1 });
    const { url } = await createApiUrl(caller, input(user.email));
    await expect(createApiUrl(caller, input(user.email), "k")).rejects.toMatchObject({ code: "url_limit_reached" });
    await prisma().shortUrl.update({ where: { id: url.id }, data: { status: "deleted" } });
    expect((await createApiUrl(caller, input(user.email), "k")).isReplayed).toBe(false);
  });

  test("is kept for 24 hours, cleaned up or not", async () => {
    const [caller, user] = await cast();
    const age = (milliseconds: number) =>
      prisma().idempotencyKey.updateMany({
        where: { apiKeyId: caller.keyId },
        data: { createdAt: new Date(Date.now() - milliseconds) },
      });
    const first = await createApiUrl(caller, input(user.email), "k");
    await age(DAY_MS - 60_000);
    await removeOldAnswers();
    expect(await createApiUrl(caller, input(user.email), "k")).toEqual({ url: first.url, isReplayed: true });
    await age(DAY_MS + 60_000);
    const second = await createApiUrl(caller, input(user.email), "k");
    expect([second.isReplayed, second.url.id === first.url.id]).toEqual([false, false]);
    expect(await createApiUrl(caller, input(user.email), "k")).toEqual({ url: second.url, isReplayed: true });
    await age(DAY_MS + 60_000);
    await removeOldAnswers();
    expect(await prisma().idempotencyKey.count({ where: { apiKeyId: caller.keyId } })).toBe(0);
  });

  test.each([
    ["", false],
    ["a b", false],
    ["ü", false],
    ["a\n", false],
    ["a".repeat(256), false],
    ["a".repeat(255), true],
    ["!~\"'%_", true],
  ])("may be 1 to 255 visible ASCII characters: %p", async (key, isTaken) => {
    const [caller, user] = await cast();
    const work = createApiUrl(caller, input(user.email), key);
    if (isTaken) await expect(work).resolves.toMatchObject({ isReplayed: false });
    else {
      await expect(work).rejects.toMatchObject({
        code: "invalid",
        message: IDEMPOTENCY_KEY_INVALID,
        field: "Idempotency-Key",
      });
    }
  });
});

describe("many at once", () => {
  test("give a result for each in their order, and the bad ones do not stop the others", async () => {
    const [caller, user] = await cast({ urlLimit: 3 });
    const shortCode = unique("Bulk");
    const item = { url: "https://example.com/", email: user.email };
    const results = await createApiUrls(caller, {
      urls: [
        { ...item, shortCode },
        { ...item, shortCode },
        { ...item, url: "nonsense-url" },
        null,
        [],
        { ...item, email: "nobody@example.com" },
        item,
        item,
        item,
      ],
    });
    const codes = results.map((result) => (result.success ? "ok" : `${result.code} ${result.field ?? ""}`));
    expect(codes).toEqual([
      "ok",
      "short_code_taken shortCode",
      "invalid url",
      "invalid ",
      "invalid ",
      "invalid email",
      "ok",
      "ok",
      "url_limit_reached ",
    ]);
    expect(results[0]).toMatchObject({ success: true, data: { shortCode, groupId: caller.groupId } });
    expect(await linksOf(user.id)).toBe(3);
  });

  test("repeated with their key, only what was refused is tried again", async () => {
    const [caller, user] = await cast({ urlLimit: 2 });
    const urls = ["a", "b", "c"].map((path) => ({ url: `https://example.com/${path}`, email: user.email }));
    const first = await createApiUrls(caller, { urls }, "batch%_1");
    expect(first.map(({ success }) => success)).toEqual([true, true, false]);
    await prisma().user.update({ where: { id: user.id }, data: { urlLimit: 3 } });
    const second = await createApiUrls(caller, { urls }, "batch%_1");
    expect(second.slice(0, 2)).toEqual(first.slice(0, 2));
    expect(second[2]?.success).toBe(true);
    expect(await linksOf(user.id)).toBe(3);
    await expect(createApiUrls(caller, { urls: urls.slice(1) }, "batch%_1")).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    // "batchXY1" would match the pattern, were % and _ not taken as themselves.
    expect((await createApiUrls(caller, { urls: [{}] }, "batchXY1"))[0]).toMatchObject({ code: "invalid" });
  });
});
