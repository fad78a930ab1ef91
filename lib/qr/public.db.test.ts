import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { answerPublicQr } from "@/lib/http/public-qr";
import { log } from "@/lib/log";
import { getQrCode } from "@/lib/qr/queries";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import { updateSettings } from "@/lib/settings/update";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

let admin: Actor;
beforeEach(async () => {
  await prisma().setting.deleteMany();
  admin = await createUser({ role: "overall_admin" });
});

const link = (fields: object = {}) =>
  createUrl(admin, createUrlSchema.parse({ originalUrl: "https://example.com/", generateQR: true, ...fields }));
const ask = (segment: string, { query = "", etag }: { query?: string; etag?: string | null } = {}) =>
  answerPublicQr(segment, {
    url: `http://localhost/${segment}${query}`,
    headers: new Headers(etag ? { "If-None-Match": etag } : {}),
  });

test("public codes are off until an administrator switches them on", async () => {
  const { id, shortCode } = await link();
  expect(await ask(`${shortCode}.qr`)).toBeNull();
  await updateSettings(admin, { public_qr: "on" });
  const answer = await ask(`${shortCode.toUpperCase()}.qr`);
  const code = await getQrCode(admin, id, qrQuerySchema.parse({}));
  expect([answer?.status, answer?.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(code.bytes);
  expect(answer?.headers.get("cache-control")).toBe("public, max-age=300");
  expect((await ask(`${shortCode}.qr`, { etag: answer?.headers.get("etag") ?? null }))?.status).toBe(304);
  const svg = await ask(`${shortCode}.qr`, { query: "?format=svg&size=9999&foreground=red" });
  expect(svg?.headers.get("content-type")).toBe("image/svg+xml");
  await updateSettings(admin, { public_qr: "off" });
  expect(await ask(`${shortCode}.qr`)).toBeNull();
});

test("only active links with a QR code have one, and requesting it is never a visit", async () => {
  await updateSettings(admin, { public_qr: "on" });
  const [active, paused, without] = [await link(), await link(), await link({ generateQR: false })];
  await updateUrl(admin, paused.id, { status: "paused" });
  const answers = [active, paused, without].map(({ shortCode }) => ask(`${shortCode}.qr`));
  expect((await Promise.all(answers)).map((answer) => answer?.status ?? null)).toEqual([200, null, null]);
  for (const segment of ["unknown.qr", ".qr", "a.b.qr", "x'--.qr", active.shortCode, `${active.shortCode}.png`]) {
    expect(await ask(segment)).toBeNull();
  }
  const { rows } = await pool().query("SELECT FROM stored_clicks");
  expect(rows).toEqual([]);
});

test("codes that can't be rendered keep none of the few places for renderings", async () => {
  await updateSettings(admin, { public_qr: "on" });
  const { id, shortCode } = await link();
  await prisma().qrDesign.create({ data: { urlId: id, design: { level: "none" } } });
  jest.spyOn(log, "error").mockReturnValue();
  for (let i = 0; i < 9; i++) expect((await ask(`${shortCode}.qr`))?.status).toBe(500);
  await prisma().qrDesign.delete({ where: { urlId: id } });
  expect((await ask(`${shortCode}.qr`))?.status).toBe(200);
});
