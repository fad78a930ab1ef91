import { buffer } from "node:stream/consumers";
import { inflateRawSync } from "node:zlib";
import type pg from "pg";
import type { Actor, Role } from "@/lib/actor";
import { EXPORT_RUNNING } from "@/lib/db/export-rows";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { DEFAULT_DESIGN, QR_MAX_RASTER_SIZE_MM, QR_RASTER_MM_INVALID } from "@/lib/qr/design";
import { downloadQrFile, LINKS_OUT_OF_SIGHT } from "@/lib/qr/files/download-file";
import { createQrFile, deleteQrFile, getQrFile, listQrFiles, removeExpiredQrFiles } from "@/lib/qr/files/files";
import { makeBatch } from "@/lib/qr/files/make-files";
import {
  createQrFileSchema,
  MAX_QR_FILES,
  QR_FILE_MAX_CODES,
  QR_FILE_MAX_IMAGE_BYTES,
  QR_FILE_NEEDS_LINKS,
  QR_FILE_TOO_LARGE,
  QR_FILE_TOO_MANY_CODES,
  QR_FILE_WITHOUT_CODES,
  QR_FILES_MAX_TOTAL_BYTES,
  QR_FILES_TOO_LARGE,
} from "@/lib/qr/files/schema";
import { addPlacement } from "@/lib/qr/placements/add";
import { scanPng } from "@/lib/qr/testing/scan-png";
import { until } from "@/lib/testing/until";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";

let admin: Actor;
beforeEach(async () => {
  await pool().query("TRUNCATE short_urls, settings, audit_entries, qr_files CASCADE");
  await prisma().setting.create({ data: { key: "base_url", value: "https://hop.example" } });
  admin = await createUser({ role: "overall_admin" });
});

const newUrl = (actor = admin, generateQR = true, originalUrl = "https://example.com/") =>
  createUrl(actor, { originalUrl, generateQR });
const request = (input: object, actor = admin) => createQrFile(actor, createQrFileSchema.parse(input));

async function makeAll(): Promise<void> {
  while ((await makeBatch()) > 0);
}

/** Reads the files of a ZIP archive by its central directory, as unpackers do. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength, offset] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ];
    const start = offset + 30 + archive.readUInt16LE(offset + 26);
    const stored = archive.subarray(start, start + size);
    const isStored = archive.readUInt16LE(at + 10) === 0;
    files.set(archive.toString("utf8", at + 46, at + 46 + nameLength), isStored ? stored : inflateRawSync(stored));
    at += 46 + nameLength;
  }
  return files;
}

const download = async (id: string) => unzip(await buffer((await downloadQrFile(admin, id)).content));

test("a ZIP of 40 codes has each code under its name, and a list of them", async () => {
  const urls = await Promise.all(Array.from({ length: 40 }, () => newUrl()));
  const { id, total, done } = await request({ ids: urls.map((url) => url.id), size: { px: 128 } });
  expect([total, done]).toEqual([40, 0]);
  await expect(downloadQrFile(admin, id)).rejects.toMatchObject({ code: "conflict" });
  await makeAll();
  const files = await download(id);
  expect([...files.keys()]).toEqual(["manifest.csv", ...urls.map(({ shortCode }) => `${shortCode}.png`)]);
  for (const { shortCode } of urls) {
    expect(scanPng(files.get(`${shortCode}.png`)!)).toBe(`https://hop.example/${shortCode}?qr=1`);
  }
  const lines = files.get("manifest.csv")!.toString().split("\r\n");
  expect(lines[0]).toBe("\ufeffid,short code,short URL,destination,placement,file name");
  const [{ id: urlId, shortCode }] = urls as [(typeof urls)[0]];
  expect(lines[1]).toBe(
    `${urlId},${shortCode},https://hop.example/${shortCode},https://example.com/,,${shortCode}.png`,
  );
});

test("each placement gets a code of its own", async () => {
  const { id: urlId, shortCode } = await newUrl();
  await addPlacement(admin, urlId, { name: "hall-3" });
  const { id } = await request({ ids: [urlId], withPlacements: true });
  await makeAll();
  const files = await download(id);
  expect([...files.keys()].slice(1)).toEqual([`${shortCode}.png`, `${shortCode}.hall-3.png`]);
  expect(scanPng(files.get(`${shortCode}.hall-3.png`)!)).toBe(`https://hop.example/${shortCode}?qr=hall-3`);
});

test("Windows can unpack codes that are named like its devices", async () => {
  const shortCodes = ["CON", "lpt1", "console"];
  const urls = await Promise.all(
    shortCodes.map((shortCode) =>
      createUrl(admin, { originalUrl: "https://example.com/", shortCode, generateQR: true }),
    ),
  );
  const { id } = await request({ ids: urls.map((url) => url.id), format: "svg" });
  await makeAll();
  const files = await download(id);
  const names = ["CON~.svg", "lpt1~.svg", "console.svg"];
  expect([...files.keys()].slice(1)).toEqual(names);
  for (const name of names) expect(files.get("manifest.csv")!.toString()).toContain(`,${name}\r\n`);
});

test("a code that begins with a hyphen has the same file name in the archive and in the list", async () => {
  const { id: urlId } = await createUrl(admin, {
    originalUrl: "https://example.com/",
    shortCode: "-sale",
    generateQR: true,
  });
  const { id } = await request({ ids: [urlId], format: "svg" });
  await makeAll();
  const files = await download(id);
  const [, line = ""] = files.get("manifest.csv")!.toString().split("\r\n");
  expect([...files.keys()].slice(1)).toEqual([line.split(",").at(-1)]);
});

test("codes have the designs of their links", async () => {
  const [plain, designed] = [await newUrl(), await newUrl()];
  const design = { ...DEFAULT_DESIGN, foreground: { kind: "solid", color: "7a0000" } };
  await prisma().qrDesign.create({ data: { urlId: designed.id, design } });
  const { id } = await request({ ids: [plain.id, designed.id], format: "svg" });
  await makeAll();
  const files = await download(id);
  const hasColour = ({ shortCode }: { shortCode: string }) => files.get(`${shortCode}.svg`)?.includes("7a0000");
  expect([plain, designed].map(hasColour)).toEqual([false, true]);
});

test("links without a code and deleted ones are left out; a filter selects like the list", async () => {
  const { shortCode } = await newUrl(admin, true, "https://spring.example/");
  await newUrl(admin, false, "https://spring.example/");
  await deleteUrl(admin, (await newUrl(admin, true, "https://spring.example/")).id);
  await newUrl();
  const { id, total } = await request({ filter: { q: "spring.example" }, format: "svg" });
  expect(total).toBe(1);
  await makeAll();
  expect([...(await download(id)).keys()]).toEqual(["manifest.csv", `${shortCode}.svg`]);
  const none = request({ ids: [(await newUrl(admin, false)).id] });
  await expect(none).rejects.toMatchObject({ code: "invalid", message: QR_FILE_WITHOUT_CODES });
});

const insertMany = (code: string, fields: { generatedAt?: string; status?: string; count?: number } = {}) =>
  pool().query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, qr_generated_at, status, updated_at)
     SELECT gen_random_uuid(), $1 || number, 'https://example.com/', $2, $3, $4::url_status, now()
     FROM generate_series(1, $5::int) AS number`,
    [code, admin.id, fields.generatedAt ?? null, fields.status ?? "active", fields.count ?? QR_FILE_MAX_CODES],
  );
const NOW = new Date().toISOString();

test("links without a code don't count towards the limit of a file", async () => {
  const { shortCode } = await newUrl();
  await insertMany("without");
  const { id, total } = await request({ filter: {}, format: "svg" });
  expect(total).toBe(1);
  await makeAll();
  expect([...(await download(id)).keys()]).toEqual(["manifest.csv", `${shortCode}.svg`]);
  await insertMany("with", { generatedAt: NOW });
  await expect(request({ filter: {} })).rejects.toMatchObject({ code: "invalid", message: QR_FILE_TOO_MANY_CODES });
});

test("deleted links don't count towards the limit of a file, whatever status the filter has", async () => {
  await newUrl();
  await insertMany("deleted", { generatedAt: NOW, status: "deleted" });
  expect(await request({ filter: { status: "all" } })).toMatchObject({ total: 1 });
});

test("links that get clicks while a file is requested are in it once", async () => {
  await insertMany("code", { generatedAt: NOW, count: 1_001 });
  const query = pool().query.bind(pool()) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  const reads = jest.spyOn(pool(), "query") as unknown as jest.SpyInstance<Promise<pg.QueryResult>, [pg.QueryConfig]>;
  reads.mockImplementation(async (config) => {
    const result = await query(config);
    // The first link of the list becomes its last.
    if (config.text.includes("ORDER BY click_count")) {
      const first = "SELECT id FROM short_urls ORDER BY click_count, id LIMIT 1";
      await query({ text: `UPDATE short_urls SET click_count = click_count + 1 WHERE id = (${first})` });
    }
    return result;
  });
  const { total } = await request({ filter: { sort: "clickCount" } });
  reads.mockRestore();
  expect(total).toBe(1_001);
});

test("links that the user can't see are not found, and nothing is stored", async () => {
  const other = await createUser({ role: "shortcode_admin" });
  const [hidden, own] = [await newUrl(), await newUrl(other)];
  await expect(request({ ids: [own.id, hidden.id] }, other)).rejects.toMatchObject({ code: "not_found" });
  expect(await prisma().qrFile.count()).toBe(0);
  expect(await request({ ids: [own.id] }, other)).toMatchObject({ total: 1 });
});

test("only its requester sees, downloads and deletes a file", async () => {
  const { id } = await request({ ids: [(await newUrl()).id] });
  await makeAll();
  const other = await createUser({ role: "overall_admin" });
  for (const call of [getQrFile, downloadQrFile, deleteQrFile]) {
    await expect(call(other, id)).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await listQrFiles(other)).toEqual([]);
  expect(await listQrFiles(admin)).toEqual([expect.objectContaining({ id, total: 1, done: 1, failure: null })]);
  await deleteQrFile(admin, id);
  expect(await prisma().qrFileItem.count()).toBe(0);
});

test.each([
  ["left the group of a link", "shortcode_admin"],
  ["is no longer an overall_admin", "overall_admin"],
] as const)("a requester who %s does not download its code", async (_what, role) => {
  const requester = await createUser({ role });
  const groupId = await createGroup(admin, requester);
  const inGroup = role === "shortcode_admin" ? groupId : null;
  const hidden = await createUrl(admin, { originalUrl: "https://example.com/", generateQR: true, groupId: inGroup });
  const { id } = await request({ ids: [(await newUrl(requester)).id, hidden.id] }, requester);
  await makeAll();
  const { content, mediaType } = await downloadQrFile(requester, id);
  expect(mediaType).toBe("application/zip");
  content.destroy();
  await prisma().groupMembership.deleteMany({ where: { userId: requester.id } });
  const now: Actor = { ...requester, role: "shortcode_admin" };
  await expect(downloadQrFile(now, id)).rejects.toMatchObject({ code: "not_found", message: LINKS_OUT_OF_SIGHT });
});

test.each([
  [
    "leaves the group of a link",
    "shortcode_admin",
    (id) => prisma().groupMembership.deleteMany({ where: { userId: id } }),
  ],
  ["is signed out", "shortcode_admin", (id) => prisma().session.deleteMany({ where: { userId: id } })],
  ["deletes the file", "shortcode_admin", (id) => prisma().qrFile.deleteMany({ where: { requestedById: id } })],
  [
    "is no longer an overall_admin",
    "overall_admin",
    (id) => prisma().user.update({ where: { id }, data: { role: "shortcode_admin" } }),
  ],
] satisfies [string, Role, (id: string) => Promise<unknown>][])(
  "a download breaks off when its requester %s",
  async (_what, role, lose) => {
    const requester = await createUser({ role });
    const groupId = await createGroup(admin, ...(role === "overall_admin" ? [] : [requester]));
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) {
      const url = await createUrl(admin, { originalUrl: "https://example.com/", generateQR: true, groupId });
      ids.push(url.id);
    }
    const { id } = await request({ ids }, requester);
    await makeAll();
    // More bytes than are read ahead.
    await pool().query("UPDATE qr_file_items SET bytes = decode(repeat('00', 100000), 'hex')");
    await buffer((await downloadQrFile(requester, id, 0)).content);
    const chunks = (await downloadQrFile(requester, id, 0)).content[Symbol.asyncIterator]();
    await chunks.next();
    await lose(requester.id);
    const readRest = async () => {
      while (!(await chunks.next()).done);
    };
    await expect(readRest()).rejects.toThrow();
  },
);

test("a requester has one download at a time, and another once it is cancelled", async () => {
  const { id } = await request({ ids: [(await newUrl()).id] });
  await makeAll();
  const { content } = await downloadQrFile(admin, id);
  await expect(downloadQrFile(admin, id)).rejects.toMatchObject({ code: "rate_limited", message: EXPORT_RUNNING });
  content.destroy();
  expect([...(await download(id)).keys()]).toHaveLength(2);
});

test("a link is in a file once, however its id is spelt", async () => {
  const url = await newUrl();
  const { id, total } = await request(createQrFileSchema.parse({ ids: [url.id, url.id.toUpperCase()] }));
  expect(total).toBe(1);
  await makeAll();
  expect([...(await download(id)).keys()]).toEqual(["manifest.csv", `${url.shortCode}.png`]);
});

test("the list of a file's codes is complete, whatever their number", async () => {
  const { id: urlId, shortCode } = await newUrl();
  const { id } = await request({ ids: [urlId] });
  await makeAll();
  // More than are read at once.
  await pool().query(
    `INSERT INTO qr_file_items (file_id, position, url_id, original_url, placement, bytes)
     SELECT file_id, n, url_id, original_url, 'place-' || n, bytes FROM qr_file_items, generate_series(2, 1201) AS n
     WHERE file_id = $1`,
    [id],
  );
  const files = await download(id);
  const rows = files.get("manifest.csv")!.toString("utf8").trim().split("\r\n").slice(1);
  const names = [`${shortCode}.png`, ...Array.from({ length: 1200 }, (_, n) => `${shortCode}.place-${n + 2}.png`)];
  expect(rows.map((row) => row.split(",").at(-1))).toEqual(names);
  expect([...files.keys()]).toEqual(["manifest.csv", ...names]);
});

test("a file is kept for a day, then deleted", async () => {
  const urlId = (await newUrl()).id;
  const input = createQrFileSchema.parse({ ids: [urlId] });
  const { id } = await createQrFile(admin, input, Date.now() - 24 * 60 * 60 * 1000 + 60_000);
  await removeExpiredQrFiles(pool());
  expect(await getQrFile(admin, id)).toBeDefined();
  await removeExpiredQrFiles(pool(), new Date(Date.now() + 61_000));
  await expect(getQrFile(admin, id)).rejects.toMatchObject({ code: "not_found" });
});

test("a code that can't be rendered fails its file, and no other", async () => {
  const url = await createUrl(admin, {
    originalUrl: "https://example.com/",
    shortCode: "a".repeat(64),
    generateQR: true,
  });
  const failing = await request({ ids: [url.id], size: { px: 64 } });
  await makeAll();
  expect(await getQrFile(admin, failing.id)).toMatchObject({ failure: expect.stringMatching(/at least \d+ pixels/) });
  await expect(downloadQrFile(admin, failing.id)).rejects.toMatchObject({ code: "conflict" });
  const other = await request({ ids: [url.id] });
  await makeAll();
  expect(await getQrFile(admin, other.id)).toMatchObject({ done: 1 });
});

test("workers render each code once, and take over those of a worker that dies", async () => {
  const urls = await Promise.all(Array.from({ length: 60 }, () => newUrl()));
  const { id } = await request({ ids: urls.map((url) => url.id) });
  const dying = await pool().connect();
  await dying.query("BEGIN");
  await dying.query("SELECT FROM qr_file_items WHERE bytes IS NULL ORDER BY position LIMIT 50 FOR NO KEY UPDATE");
  expect(await makeBatch()).toBe(10);
  expect(await getQrFile(admin, id)).toMatchObject({ done: 10 });
  dying.release(true);
  await Promise.all([makeAll(), makeAll()]);
  await until(async () => {
    await makeAll();
    return (await getQrFile(admin, id)).done === 60;
  });
  expect((await download(id)).size).toBe(61);
});

test("requesters take turns, each with their oldest file first", async () => {
  const other = await createUser({ role: "overall_admin" });
  const urls = await Promise.all(Array.from({ length: 30 }, () => newUrl()));
  const ids = urls.map(({ id }) => id);
  const [first, second, ofOther] = [
    await request({ ids, size: { px: 128 } }),
    await request({ ids, size: { px: 128 } }),
    await request({ ids, size: { px: 128 } }, other),
  ];
  const done = async () =>
    Promise.all([getQrFile(admin, first.id), getQrFile(admin, second.id), getQrFile(other, ofOther.id)]).then((files) =>
      files.map((file) => file.done),
    );
  await makeBatch();
  await makeBatch();
  expect(await done()).toEqual([20, 0, 20]);
  await makeBatch();
  await makeBatch();
  expect(await done()).toEqual([30, 0, 30]);
  await makeBatch();
  expect(await done()).toEqual([30, 20, 30]);
});

test("large images are rendered two at a time, so that others' files don't wait for a minute", async () => {
  const ids = [await newUrl(), await newUrl(), await newUrl()].map(({ id }) => id);
  const { id } = await request({ ids, format: "webp", size: { mm: 90 } });
  await makeBatch();
  expect((await getQrFile(admin, id)).done).toBe(2);
});

test("a user can have a limited number of files, even with concurrent requests", async () => {
  const { id } = await newUrl();
  const results = await Promise.allSettled(Array.from({ length: MAX_QR_FILES + 3 }, () => request({ ids: [id] })));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_QR_FILES);
  await expect(request({ ids: [id] })).rejects.toMatchObject({ code: "conflict" });
  // Expired files that maintenance has yet to remove do not count.
  await pool().query("UPDATE qr_files SET expires_at = now() - interval '1 second'");
  expect(await request({ ids: [id] })).toMatchObject({ total: 1 });
});

test("an id that is not a UUID is not found", async () => {
  for (const call of [getQrFile, downloadQrFile, deleteQrFile]) {
    await expect(call(admin, "1")).rejects.toMatchObject({ code: "not_found" });
  }
});

test("a design that can't be read fails its file, and no other", async () => {
  const [broken, plain] = [await newUrl(), await newUrl()];
  await prisma().qrDesign.create({ data: { urlId: broken.id, design: { modules: "none" } } });
  const [failing, other] = [await request({ ids: [plain.id, broken.id] }), await request({ ids: [plain.id] })];
  await makeAll();
  expect(await getQrFile(admin, failing.id)).toMatchObject({
    failure: expect.stringContaining("could not be rendered"),
  });
  expect(await getQrFile(admin, other.id)).toMatchObject({ done: 1, failure: null });
});

/** Closing a connection ends its transaction, but not at once. */
async function untilFree(fileId: string): Promise<void> {
  const free = () =>
    pool().query("SELECT FROM qr_file_items WHERE file_id = $1 FOR NO KEY UPDATE SKIP LOCKED", [fileId]);
  await until(async () => (await free()).rowCount);
}

test.each([
  ["22000", 0],
  ["57014", 4],
])("a code that can't be stored fails its file: state %s is retried %i times", async (state, retries) => {
  const { id } = await request({ ids: [(await newUrl()).id] });
  await pool().query(`
    CREATE FUNCTION fail_storing() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'storing failed' USING ERRCODE = '${state}'; END $$;
    CREATE TRIGGER fail_storing BEFORE UPDATE ON qr_file_items FOR EACH ROW EXECUTE FUNCTION fail_storing()`);
  try {
    for (let left = retries; left > 0; left--) {
      await expect(makeBatch()).rejects.toThrow("storing failed");
      await untilFree(id);
    }
    expect(await makeBatch()).toBe(1);
  } finally {
    await pool().query("DROP FUNCTION fail_storing CASCADE");
  }
  expect(await getQrFile(admin, id)).toMatchObject({ failure: expect.stringContaining("could not be rendered") });
  expect(await makeBatch()).toBe(0);
});

test("a file whose images take too much fails, and keeps none", async () => {
  const urls = await Promise.all(Array.from({ length: 21 }, () => newUrl()));
  const { id } = await request({ ids: urls.map((url) => url.id) });
  await makeBatch();
  const { storedBytes } = await prisma().qrFile.findUniqueOrThrow({ where: { id } });
  const [stored] = (await pool().query("SELECT sum(length(bytes)) AS size FROM qr_file_items")).rows;
  expect(String(storedBytes)).toBe(stored.size);
  await prisma().qrFile.update({ where: { id }, data: { storedBytes: QR_FILE_MAX_IMAGE_BYTES } });
  await makeAll();
  expect(await getQrFile(admin, id)).toMatchObject({ failure: QR_FILE_TOO_LARGE, done: 0 });
});

test("a file fails if all users' files together take too much", async () => {
  const [theirs, ours] = await Promise.all([newUrl(), newUrl()]);
  const { id: other } = await request({ ids: [theirs.id] });
  await makeAll();
  await prisma().qrFile.update({ where: { id: other }, data: { storedBytes: QR_FILES_MAX_TOTAL_BYTES } });
  const { id } = await request({ ids: [ours.id] });
  await makeAll();
  expect(await getQrFile(admin, id)).toMatchObject({ failure: QR_FILES_TOO_LARGE, done: 0 });
  expect(await getQrFile(admin, other)).toMatchObject({ failure: null, done: 1 });
  await prisma().qrFile.delete({ where: { id: other } });
});

test("the list has the destinations as of the request", async () => {
  const { id: urlId } = await newUrl();
  const { id } = await request({ ids: [urlId] });
  await prisma().shortUrl.update({ where: { id: urlId }, data: { originalUrl: "https://secret.example/" } });
  await makeAll();
  expect((await download(id)).get("manifest.csv")!.toString()).toContain(",https://example.com/,");
});

test("the request is in the audit log", async () => {
  const { id } = await request({ ids: [(await newUrl()).id], format: "pdf" });
  expect(await prisma().auditEntry.findMany({ where: { subjectId: id } })).toEqual([
    expect.objectContaining({ action: "qr_codes.download", actorId: admin.id, after: { codes: 1, format: "pdf" } }),
  ]);
});

test.each([
  [{}, QR_FILE_NEEDS_LINKS],
  [{ ids: ["01890a5d-ac96-774b-bcce-b302099a8057"], filter: {} }, QR_FILE_NEEDS_LINKS],
  [{ ids: Array(QR_FILE_MAX_CODES + 1).fill("01890a5d-ac96-774b-bcce-b302099a8057") }, QR_FILE_TOO_MANY_CODES],
  [{ filter: {}, size: { mm: QR_MAX_RASTER_SIZE_MM + 1 } }, QR_RASTER_MM_INVALID],
  [{ filter: { limit: 5 } }, expect.stringContaining("limit")],
])("a request of %#", (input, message) => {
  expect(createQrFileSchema.safeParse(input).error?.issues[0]?.message).toEqual(message);
});
