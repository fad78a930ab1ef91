import type { Actor } from "@/lib/actor";
import { listeningStates } from "@/lib/db/connection-stats";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { getQrCode, getQrRegeneratedAt } from "@/lib/qr/queries";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import { regenerateQr } from "@/lib/qr/regenerate";
import { scanPng } from "@/lib/qr/testing/scan-png";
import { cacheStoredSettings } from "@/lib/settings/stored";
import { until } from "@/lib/testing/until";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";

const plain = qrQuerySchema.parse({});

let admin: Actor;
beforeEach(async () => {
  await pool().query("TRUNCATE short_urls, settings, audit_entries CASCADE");
  admin = await createUser({ role: "overall_admin" });
});

async function setBaseUrl(value: string): Promise<void> {
  await prisma().setting.upsert({ where: { key: "base_url" }, create: { key: "base_url", value }, update: { value } });
}

const newUrl = (generateQR = true) => createUrl(admin, { originalUrl: "https://example.com/", generateQR });

test("regenerating reports the number of codes and writes no link", async () => {
  await newUrl();
  const { id } = await newUrl();
  await newUrl(false);
  await deleteUrl(admin, (await newUrl()).id);
  const links = () =>
    pool()
      .query("SELECT *, xmin FROM short_urls ORDER BY id")
      .then(({ rows }) => rows);
  const before = await links();
  const dated = await getQrCode(admin, id, plain);

  const { updatedCount, regeneratedAt } = await regenerateQr(admin);
  expect(updatedCount).toBe(2);
  expect(await links()).toEqual(before);
  expect(await getQrRegeneratedAt(admin)).toBe(regeneratedAt);
  expect(await prisma().auditEntry.findMany({ where: { subjectType: "qr_codes" } })).toEqual([
    expect.objectContaining({ action: "qr_codes.regenerate", actorId: admin.id, after: { updatedCount: 2 } }),
  ]);

  const redated = await getQrCode(admin, id, plain);
  expect(redated.lastModified.toISOString()).toBe(regeneratedAt);
  expect(redated.etag).not.toBe(dated.etag);
  expect(redated.bytes).toEqual(dated.bytes);
  const again = await regenerateQr(admin);
  expect(Date.parse(again.regeneratedAt)).toBeGreaterThan(Date.parse(regeneratedAt));
  expect((await getQrCode(admin, id, plain)).lastModified.toISOString()).toBe(again.regeneratedAt);
});

test("a process that caches settings reads the new date at once, before it is notified", async () => {
  const notifies = (on: boolean) => pool().query(`ALTER TABLE settings ${on ? "ENABLE" : "DISABLE"} TRIGGER USER`);
  await notifies(false);
  const stop = cacheStoredSettings(env().DATABASE_URL ?? "");
  try {
    await until(() => listeningStates().some(({ isListening }) => isListening));
    expect(await getQrRegeneratedAt(admin)).toBeNull();
    const { regeneratedAt } = await regenerateQr(admin);
    expect(await getQrRegeneratedAt(admin)).toBe(regeneratedAt);
  } finally {
    await stop();
    await notifies(true);
  }
});

test("the date of a code is the later of its own and the last regeneration", async () => {
  expect(await getQrRegeneratedAt(admin)).toBeNull();
  const { id, createdAt } = await newUrl();
  expect((await getQrCode(admin, id, plain)).lastModified.toISOString()).toBe(createdAt);
  await prisma().setting.create({ data: { key: "qr_regenerated_at", value: "2020-01-01T00:00:00.000Z" } });
  expect((await getQrCode(admin, id, plain)).lastModified.toISOString()).toBe(createdAt);
});

test("a code follows the base URL at once, with another tag", async () => {
  await setBaseUrl("https://old.example");
  const { id, shortCode } = await newUrl();
  const before = await getQrCode(admin, id, plain);
  expect(scanPng(before.bytes)).toBe(`https://old.example/${shortCode}?qr=1`);
  await setBaseUrl("https://new.example");
  const after = await getQrCode(admin, id, plain);
  expect(scanPng(after.bytes)).toBe(`https://new.example/${shortCode}?qr=1`);
  expect(after.etag).not.toBe(before.etag);
  expect((await getQrCode(admin, id, plain)).etag).toBe(after.etag);
  const other = await getQrCode(admin, id, qrQuerySchema.parse({ margin: "2" }));
  expect(other.etag).not.toBe(after.etag);
});

test("a link without a QR code has none", async () => {
  const { id } = await newUrl(false);
  await expect(getQrCode(admin, id, plain)).rejects.toMatchObject({ code: "not_found" });
});

test.each(["shortcode_admin", "group_admin"] as const)("a %s cannot regenerate QR codes", async (role) => {
  const actor = await createUser({ role });
  await expect(regenerateQr(actor)).rejects.toMatchObject({ code: "forbidden" });
  await expect(getQrRegeneratedAt(actor)).rejects.toMatchObject({ code: "forbidden" });
  expect(await prisma().setting.count()).toBe(0);
});
