import zlib from "node:zlib";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createCaller, createMember, createUser, unique } from "@/lib/db/testing/fixtures";
import { createApiUrl } from "@/lib/public-api/create-url";
import { createApiUrls } from "@/lib/public-api/create-urls";
import { deleteExpiredResponses, KEY_REUSED } from "@/lib/public-api/idempotency";
import { createApiUrlSchema, IDEMPOTENCY_KEY_INVALID } from "@/lib/public-api/schema";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { getQrCode } from "@/lib/qr/queries";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import { scanPng } from "@/lib/qr/testing/scan-png";
import { until } from "@/lib/testing/until";
import { NOT_A_MEMBER } from "@/lib/urls/insert";

const DAY_MS = 24 * 60 * 60 * 1000;

const input = (email: string, fields: object = {}) =>
  createApiUrlSchema.parse({ url: "https://example.com/page", email, ...fields });

/** A key and an active member of its group. */
async function createCallerAndMember(options: { urlLimit?: number } = {}) {
  const caller = await createCaller();
  return [caller, await createMember(caller.groupId, options)] as const;
}

const linksOf = (createdById: string) => prisma().shortUrl.count({ where: { createdById } });

test("a link belongs to the key's group and the given member, and stores its key", async () => {
  const [caller, user] = await createCallerAndMember();
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

test("its QR code decodes to the short URL with the scan marker", async () => {
  const [caller, user] = await createCallerAndMember();
  const { url } = await createApiUrl(caller, input(user.email));
  expect(scanPng(Buffer.from(url.qrCode.split(",")[1] ?? "", "base64"))).toBe(`${url.shortUrl}?qr=1`);
});

test("its QR code has the design of its group, as later requests have", async () => {
  const [caller, user] = await createCallerAndMember();
  const design = { ...DEFAULT_DESIGN, foreground: { kind: "solid", color: "7a0000" } };
  await prisma().qrTemplate.create({
    data: { groupId: caller.groupId, name: "Brand", design, isDefault: true, createdById: user.id },
  });
  const { url } = await createApiUrl(caller, input(user.email));
  const { bytes } = await getQrCode(await createUser({ role: "overall_admin" }), url.id, qrQuerySchema.parse({}));
  expect(url.qrCode).toBe(`data:image/png;base64,${bytes.toString("base64")}`);
  expect(bytes.includes(Buffer.from("7a0000", "hex"))).toBe(true);
});

test("without its design, which can't be read, it is created with a plain QR code", async () => {
  const [caller, user] = await createCallerAndMember();
  const shortCode = unique("Plain");
  await pool().query("ALTER TABLE qr_templates RENAME TO absent_templates");
  const creating = createApiUrl(caller, input(user.email, { shortCode }));
  const { url } = await creating.finally(() => pool().query("ALTER TABLE absent_templates RENAME TO qr_templates"));
  expect(scanPng(Buffer.from(url.qrCode.split(",")[1] ?? "", "base64"))).toBe(`${url.shortUrl}?qr=1`);
});

test("a QR code without its design is not stored for retries, which render it again", async () => {
  const [caller, user] = await createCallerAndMember();
  const create = () => createApiUrl(caller, input(user.email, { shortCode }), "key");
  const shortCode = unique("Again");
  const hasStoredCode = async () =>
    (
      await pool().query("SELECT response ? 'qrCode' AS has FROM idempotency_keys WHERE api_key_id = $1", [
        caller.keyId,
      ])
    ).rows[0].has;
  await pool().query("ALTER TABLE qr_templates RENAME TO absent_templates");
  const plain = await create().finally(() => pool().query("ALTER TABLE absent_templates RENAME TO qr_templates"));
  expect(scanPng(Buffer.from(plain.url.qrCode.split(",")[1] ?? "", "base64"))).toBe(`${plain.url.shortUrl}?qr=1`);
  expect(await hasStoredCode()).toBe(false);
  expect(await create()).toMatchObject({ isReplayed: true, url: { shortCode } });
  expect(await hasStoredCode()).toBe(true);
});

test("its QR code is rendered once, for the response and later requests", async () => {
  const [caller, user] = await createCallerAndMember();
  const render = jest.spyOn(zlib, "deflateSync");
  const { url } = await createApiUrl(caller, input(user.email));
  const { bytes } = await getQrCode(await createUser({ role: "overall_admin" }), url.id, qrQuerySchema.parse({}));
  expect(url.qrCode).toBe(`data:image/png;base64,${bytes.toString("base64")}`);
  expect(render).toHaveBeenCalledTimes(1);
  render.mockRestore();
});

test("the audit log names the key, never the member it creates for", async () => {
  const [caller, user] = await createCallerAndMember();
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
  ["unknown", async () => "nobody@example.com"],
  ["of a paused member", async (groupId: string) => (await createMember(groupId, { status: "paused" })).email],
  ["of a deleted member", async (groupId: string) => (await createMember(groupId, { status: "deleted" })).email],
  ["of a locked member", async (groupId: string) => (await createMember(groupId, { status: "locked" })).email],
  ["of an active user outside the group", async () => (await createUser()).email],
  ["of an overall_admin outside the group", async () => (await createUser({ role: "overall_admin" })).email],
  ["of a member of another group", async () => (await createMember((await createCaller()).groupId)).email],
])("an address %s is rejected with the same message", async (_name, emailOf) => {
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

describe("without an email address", () => {
  const anonymous = (fields: object = {}) => createApiUrlSchema.parse({ url: "https://example.com/page", ...fields });

  test("a link belongs to the group and counts against no limit", async () => {
    const caller = await createCaller();
    await prisma().user.update({ where: { id: caller.owner.id }, data: { urlLimit: 1 } });
    const created = await Promise.all([
      ...Array.from({ length: 5 }, () => createApiUrl(caller, anonymous())),
      ...Array.from({ length: 5 }, (_, n) => createApiUrl(caller, anonymous({ email: null }), `k${n}`)),
    ]);
    const ids = created.map(({ url }) => url.id);
    const rows = await prisma().shortUrl.findMany({ where: { id: { in: ids } } });
    expect(rows).toHaveLength(10);
    for (const row of rows) {
      expect(row).toMatchObject({ createdById: null, apiKeyId: caller.keyId, groupId: caller.groupId });
    }
    expect(await linksOf(caller.owner.id)).toBe(0);
  });

  test("a taken code is rejected", async () => {
    const caller = await createCaller();
    const shortCode = unique("taken");
    await createApiUrl(caller, anonymous({ shortCode }));
    await expect(createApiUrl(caller, anonymous({ shortCode }))).rejects.toMatchObject({ code: "short_code_taken" });
  });

  test("limits of members hold while links with and without one are created concurrently", async () => {
    const [caller, user] = await createCallerAndMember({ urlLimit: 2 });
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => createApiUrl(caller, n % 2 ? input(user.email) : anonymous())),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
    expect(await linksOf(user.id)).toBe(2);
  });
});

test("a taken code, a reached limit and the short domain itself are rejected as in the dashboard", async () => {
  const [caller, user] = await createCallerAndMember({ urlLimit: 1 });
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

test("twenty concurrent requests with a limit of three create three links", async () => {
  const [caller, user] = await createCallerAndMember({ urlLimit: 3 });
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => createApiUrl(caller, input(user.email))));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(await linksOf(user.id)).toBe(3);
});

describe("an Idempotency-Key", () => {
  test("sent ten times concurrently creates one link and returns the same response", async () => {
    const [caller, user] = await createCallerAndMember();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => createApiUrl(caller, input(user.email), "order-1")),
    );
    expect(await linksOf(user.id)).toBe(1);
    expect(new Set(responses.map(({ url }) => JSON.stringify(url))).size).toBe(1);
    expect(responses.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
  });

  test("replays the original response, even if the link and its user have changed", async () => {
    const [caller, user] = await createCallerAndMember();
    const first = await createApiUrl(caller, input(user.email, { shortCode: unique("once") }), "k");
    await prisma().shortUrl.update({ where: { id: first.url.id }, data: { status: "paused" } });
    await prisma().user.update({ where: { id: user.id }, data: { status: "paused" } });
    const again = await createApiUrl(caller, input(user.email, { shortCode: first.url.shortCode }), "k");
    expect(again).toEqual({ url: first.url, isReplayed: true });
  });

  test("does not hold a connection to the database while the QR code is rendered", async () => {
    const [caller, user] = await createCallerAndMember();
    const design = { ...DEFAULT_DESIGN, modules: "dots" };
    const template = { groupId: caller.groupId, name: unique("t"), design, isDefault: true, createdById: user.id };
    await prisma().qrTemplate.create({ data: template });
    const shared = globalThis as { hopQrChild?: { run: () => Promise<Buffer> } | undefined };
    const before = shared.hopQrChild;
    let render = (_image: Buffer) => {};
    const rendered = new Promise<Buffer>((resolve) => {
      render = resolve;
    });
    shared.hopQrChild = { run: () => rendered };
    try {
      const calls = Array.from({ length: 20 }, () => createApiUrl(caller, input(user.email), unique("key")));
      await until(async () => (await linksOf(user.id)) >= calls.length);
      render(Buffer.from("image"));
      const codes = (await Promise.all(calls)).map(({ url }) => url.qrCode);
      expect(new Set(codes)).toEqual(new Set([`data:image/png;base64,${Buffer.from("image").toString("base64")}`]));
    } finally {
      render(Buffer.from("image"));
      shared.hopQrChild = before;
    }
  });

  test("is completed by a later call if the first one died before it had rendered the QR code", async () => {
    const [caller, user] = await createCallerAndMember();
    const [key, body] = [unique("key"), input(user.email)];
    const first = await createApiUrl(caller, body, key);
    await pool().query("UPDATE idempotency_keys SET response = response - 'qrCode' WHERE key = $1", [key]);
    expect(await createApiUrl(caller, body, key)).toEqual({ ...first, isReplayed: true });
    expect(await createApiUrl(caller, body, key)).toEqual({ ...first, isReplayed: true });
    expect(await linksOf(user.id)).toBe(1);
  });

  test("with a different request is rejected and creates nothing", async () => {
    const [caller, user] = await createCallerAndMember();
    await createApiUrl(caller, input(user.email), "k");
    await expect(
      createApiUrl(caller, input(user.email, { url: "https://example.com/other" }), "k"),
    ).rejects.toMatchObject({ code: "idempotency_key_reused", message: KEY_REUSED, status: 409 });
    expect(await linksOf(user.id)).toBe(1);
  });

  test("is scoped to the API key", async () => {
    const [[first, user], second] = [await createCallerAndMember(), await createCaller()];
    await prisma().groupMembership.create({ data: { userId: user.id, groupId: second.groupId } });
    const one = await createApiUrl(first, input(user.email), "k");
    const other = await createApiUrl(second, input(user.email), "k");
    expect([one.isReplayed, other.isReplayed, one.url.id === other.url.id]).toEqual([false, false, false]);
  });

  test("of a failed request can be reused", async () => {
    const [caller, user] = await createCallerAndMember({ urlLimit: 1 });
    const { url } = await createApiUrl(caller, input(user.email));
    await expect(createApiUrl(caller, input(user.email), "k")).rejects.toMatchObject({ code: "url_limit_reached" });
    await prisma().shortUrl.update({ where: { id: url.id }, data: { status: "deleted" } });
    expect((await createApiUrl(caller, input(user.email), "k")).isReplayed).toBe(false);
  });

  test("expires after 24 hours, with or without cleanup", async () => {
    const [caller, user] = await createCallerAndMember();
    const age = (milliseconds: number) =>
      prisma().idempotencyKey.updateMany({
        where: { apiKeyId: caller.keyId },
        data: { createdAt: new Date(Date.now() - milliseconds) },
      });
    const first = await createApiUrl(caller, input(user.email), "k");
    await age(DAY_MS - 60_000);
    await deleteExpiredResponses(pool());
    expect(await createApiUrl(caller, input(user.email), "k")).toEqual({ url: first.url, isReplayed: true });
    await age(DAY_MS + 60_000);
    const second = await createApiUrl(caller, input(user.email), "k");
    expect([second.isReplayed, second.url.id === first.url.id]).toEqual([false, false]);
    expect(await createApiUrl(caller, input(user.email), "k")).toEqual({ url: second.url, isReplayed: true });
    await age(DAY_MS + 60_000);
    await deleteExpiredResponses(pool());
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
  ])("must be 1 to 255 visible ASCII characters: %p", async (key, isValid) => {
    const [caller, user] = await createCallerAndMember();
    const work = createApiUrl(caller, input(user.email), key);
    if (isValid) await expect(work).resolves.toMatchObject({ isReplayed: false });
    else {
      await expect(work).rejects.toMatchObject({
        code: "invalid",
        message: IDEMPOTENCY_KEY_INVALID,
        field: "Idempotency-Key",
      });
    }
  });
});

describe("bulk creation", () => {
  test("returns a result for each item in order; failed items do not affect the others", async () => {
    const [caller, user] = await createCallerAndMember({ urlLimit: 3 });
    const shortCode = unique("Bulk");
    const item = { url: "https://example.com/", email: user.email };
    const { items: results } = await createApiUrls(caller, {
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

  test("retried with the same key repeats only failed items", async () => {
    const [caller, user] = await createCallerAndMember({ urlLimit: 2 });
    const urls = ["a", "b", "c"].map((path) => ({ url: `https://example.com/${path}`, email: user.email }));
    const { items: first, isReplayed } = await createApiUrls(caller, { urls }, "batch%_1");
    expect(isReplayed).toBe(false);
    expect(first.map(({ success }) => success)).toEqual([true, true, false]);
    await prisma().user.update({ where: { id: user.id }, data: { urlLimit: 3 } });
    const { items: second, ...retried } = await createApiUrls(caller, { urls }, "batch%_1");
    expect(retried.isReplayed).toBe(true);
    expect(second.slice(0, 2)).toEqual(first.slice(0, 2));
    expect(second[2]?.success).toBe(true);
    expect(await linksOf(user.id)).toBe(3);
    await expect(createApiUrls(caller, { urls: urls.slice(1) }, "batch%_1")).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    await prisma().idempotencyKey.updateMany({
      where: { apiKeyId: caller.keyId },
      data: { createdAt: new Date(Date.now() - DAY_MS - 60_000) },
    });
    // After 24 hours, the key can be used for other items.
    expect(await createApiUrls(caller, { urls: [{}] }, "batch%_1")).toMatchObject({ items: [{ code: "invalid" }] });
    expect((await createApiUrls(caller, { urls: [{}] }, "batchXY1")).items[0]).toMatchObject({ code: "invalid" });
  });

  test("of two concurrent bodies with one key, one is refused as a whole; the other can be retried", async () => {
    const caller = await createCaller();
    const bodies = ["a", "b"].map((host) => ({
      urls: Array.from({ length: 6 }, (_, index) => ({ url: `https://${host}.example/${index}` })),
    }));
    const send = () => Promise.allSettled(bodies.map((body) => createApiUrls(caller, body, "batch")));
    const first = await send();
    expect(first.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = first.find((outcome) => outcome.status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "idempotency_key_reused" } });
    const created = first.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value.items : []));
    expect(created.map(({ success }) => success)).toEqual(Array(6).fill(true));
    const replayed = first.map((outcome) =>
      outcome.status === "fulfilled" ? { ...outcome, value: { ...outcome.value, isReplayed: true } } : outcome,
    );
    expect(await send()).toEqual(replayed);
    expect(await prisma().shortUrl.count({ where: { groupId: caller.groupId } })).toBe(6);
  });

  test("a key under which nothing was created can be sent with another body", async () => {
    const caller = await createCaller();
    const { items: typo } = await createApiUrls(caller, { urls: [{ url: "nonsense-url" }, null] }, "batch");
    expect(typo.map(({ success }) => success)).toEqual([false, false]);
    const { items: corrected } = await createApiUrls(caller, { urls: [{ url: "https://example.com/" }] }, "batch");
    expect(corrected).toMatchObject([{ success: true }]);
  });
});
