import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, stop } from "esbuild";
import jsQR from "jsqr";
import { PNG } from "pngjs";
import { getBulkJob } from "@/lib/bulk-jobs/queries";
import { runBulkJobs } from "@/lib/bulk-jobs/run";
import { startBulkJob } from "@/lib/bulk-jobs/start";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { getQrCode } from "@/lib/qr/queries";
import { regenerateQr } from "@/lib/qr/regenerate";
import { drawQrPng } from "@/lib/qr/render";
import { DEFAULT_LOOK, qrQuerySchema } from "@/lib/qr/schema";
import { createQrThreads, type QrThreads } from "@/lib/qr/threads";
import { createUrl } from "@/lib/urls/create";
import type { Actor } from "@/lib/users/types";

jest.setTimeout(30_000);

const usual = qrQuerySchema.parse({});

let threads: QrThreads;
beforeAll(async () => {
  const folder = process.env.TEST_DATA_DIR ?? "";
  const outfile = path.join(path.resolve("dist"), `test-${path.basename(folder)}`, "qr-thread.mjs");
  await build({
    entryPoints: ["server/qr-thread.ts"],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  await stop();
  threads = createQrThreads(pathToFileURL(outfile), 2);
});
afterAll(() => threads.close());

let admin: Actor;
beforeEach(async () => {
  await pool().query("TRUNCATE bulk_jobs, short_urls, settings CASCADE");
  admin = await createUser({ role: "overall_admin" });
});

async function regenerate(): Promise<void> {
  const stopping = new AbortController();
  const { id } = await startBulkJob(admin, "regenerate-qr");
  const running = runBulkJobs({ "regenerate-qr": regenerateQr(threads) }, stopping.signal);
  try {
    while ((await getBulkJob(admin, id)).state !== "done") await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    stopping.abort();
    await running;
  }
}

async function setBaseUrl(value: string): Promise<void> {
  await prisma().setting.upsert({ where: { key: "base_url" }, create: { key: "base_url", value }, update: { value } });
}

function read(png: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(png);
  return jsQR(new Uint8ClampedArray(data), width, height)?.data;
}

const newUrl = (generateQR = true) => createUrl(admin, { originalUrl: "https://example.com/", generateQR });

test("all codes are drawn under the new base URL and stored, byte for byte as one drawn at the request", async () => {
  await setBaseUrl("https://old.example");
  const urls = [];
  for (let made = 0; made < 40; made++) urls.push(await newUrl());
  const without = await newUrl(false);
  const before = await getQrCode(admin, urls[0]?.id ?? "", usual);
  await setBaseUrl("https://new.example");
  await regenerate();

  const rows = await prisma().qrCode.findMany({ orderBy: { urlId: "asc" } });
  expect(rows.map(({ urlId }) => urlId)).toEqual(urls.map(({ id }) => id));
  for (const [index, row] of rows.entries()) {
    const content = `https://new.example/${urls[index]?.shortCode}?qr=1`;
    expect(Buffer.from(row.png)).toEqual(drawQrPng(content));
    if (index % 35 === 0) expect(read(Buffer.from(row.png))).toBe(content);
  }
  const [first] = urls;
  const stored = await getQrCode(admin, first?.id ?? "", usual);
  expect(stored.etag).not.toBe(before.etag);
  await prisma().qrCode.deleteMany();
  expect(await getQrCode(admin, first?.id ?? "", usual)).toEqual(stored);
  await expect(getQrCode(admin, without.id, usual)).rejects.toMatchObject({ code: "not_found" });
});

test("a stored picture is what is served, until the base URL is another", async () => {
  const { id, shortCode } = await newUrl();
  await regenerate();
  await pool().query("UPDATE qr_codes SET png = 'marked', etag = '\"marked\"'");
  expect(await getQrCode(admin, id, usual)).toMatchObject({ bytes: Buffer.from("marked"), etag: '"marked"' });
  const asked = { ...usual, ...DEFAULT_LOOK, margin: 2 };
  expect(read((await getQrCode(admin, id, asked)).bytes)).toMatch(/\?qr=1$/);
  await setBaseUrl("https://moved.example");
  expect(read((await getQrCode(admin, id, usual)).bytes)).toBe(`https://moved.example/${shortCode}?qr=1`);
});

test("links tell when their code was made, and nothing else of them changes", async () => {
  const { id } = await newUrl();
  await pool().query("UPDATE short_urls SET qr_generated_at = '2020-01-01', updated_at = '2020-01-01'");
  await regenerate();
  const url = await prisma().shortUrl.findUniqueOrThrow({ where: { id } });
  expect(url.qrGeneratedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(url.updatedAt).toEqual(new Date("2020-01-01"));
});

test("threads draw in order, say which text is too long, and start again after they were closed", async () => {
  const contents = Array.from({ length: 100 }, (_, n) => (n === 50 ? "x".repeat(4_000) : `https://hop.example/${n}`));
  for (let round = 0; round < 2; round++) {
    const pictures = await threads.draw(contents);
    expect(pictures.map((picture) => picture?.png)).toEqual(
      contents.map((content) => (content.length > 3_000 ? undefined : drawQrPng(content))),
    );
    await threads.close();
  }
});

test("threads that cannot start fail the batch rather than hang", async () => {
  const broken = createQrThreads(new URL("file:///nowhere/qr-thread.mjs"), 2);
  await expect(broken.draw(["a", "b"])).rejects.toThrow(/Cannot find module|ERR_MODULE_NOT_FOUND/);
  await broken.close();
});
