import { createHash, randomBytes } from "node:crypto";
import { openChunks, sealChunks } from "@/lib/backup/seal";

const headerHash = createHash("sha256").update("header").digest();
const KEYS = [
  ["without a key", { headerHash, key: null }],
  ["with a key", { headerHash, key: randomBytes(32) }],
] as const;
const CHUNK = 64 * 1024;

async function* inPieces(bytes: Buffer, pieceBytes = 50_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

async function gather(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

describe.each(KEYS)("%s", (_name, sealKey) => {
  const seal = (plain: Buffer) => gather(sealChunks(inPieces(plain), sealKey));
  const open = (sealed: Buffer) => gather(openChunks(inPieces(sealed), sealKey));

  test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])("%i bytes are read back unchanged", async (length) => {
    const plain = randomBytes(length);
    expect((await open(await seal(plain))).equals(plain)).toBe(true);
  });

  test("every flipped bit is detected", async () => {
    const sealed = await seal(Buffer.from("a few rows"));
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const flipped = Buffer.from(sealed);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await expect(open(flipped)).rejects.toThrow(/damaged/);
    }
  });

  test("whatever is removed or added is detected, even whole chunks", async () => {
    const sealed = await seal(randomBytes(2 * CHUNK + 100));
    const chunk = CHUNK + 16;
    for (const length of [0, 1, 15, chunk - 1, chunk, chunk + 1, 2 * chunk, sealed.length - 1]) {
      await expect(open(sealed.subarray(0, length))).rejects.toThrow(/damaged/);
    }
    await expect(open(Buffer.concat([sealed, Buffer.from("x")]))).rejects.toThrow(/damaged/);
    await expect(open(Buffer.concat([sealed, sealed.subarray(0, chunk)]))).rejects.toThrow(/damaged/);
  });

  test("reordered chunks are detected", async () => {
    const sealed = await seal(randomBytes(2 * CHUNK + 100));
    const [first, second, last] = [0, 1, 2].map((n) => sealed.subarray(n * (CHUNK + 16), (n + 1) * (CHUNK + 16)));
    await expect(open(Buffer.concat([second!, first!, last!]))).rejects.toThrow(/damaged/);
  });

  test("another header is detected", async () => {
    const other = { ...sealKey, headerHash: createHash("sha256").update("other").digest() };
    const sealed = await seal(Buffer.from("rows"));
    await expect(gather(openChunks(inPieces(sealed), other))).rejects.toThrow(/damaged/);
  });
});

test("with a key, nothing of the plain text is left, and two backups of the same differ", async () => {
  const plain = Buffer.alloc(CHUNK, "secret");
  const seal = (key: Buffer) => gather(sealChunks(inPieces(plain), { headerHash, key }));
  const [first, second] = [await seal(randomBytes(32)), await seal(randomBytes(32))];
  expect(first.includes("secret")).toBe(false);
  expect(first.equals(second)).toBe(false);
});
