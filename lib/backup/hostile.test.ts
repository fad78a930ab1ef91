import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { type FrameType, frameHead } from "@/lib/backup/frames";
import { type BackupFacts, encodeHeader } from "@/lib/backup/header";
import { readBackup } from "@/lib/backup/read";
import { sealChunks } from "@/lib/backup/seal";

const FACTS: BackupFacts = {
  createdAt: "2026-11-22T03:00:00.000Z",
  hopVersion: "1.0.0",
  postgresVersion: "18.4 (Debian 18.4-1.pgdg130+1)",
  timeZone: "Europe/Vienna",
  migrations: [{ name: "20261121000000_init", checksum: "0a" }],
  months: { visits: ["2026-11"] },
};
const EMPTY_SHA256 = createHash("sha256").digest("hex");

type Part = [type: FrameType, content: object | Buffer];

/** A forged file with valid checksums. */
async function* backupOf(parts: Iterable<Part>, facts: Partial<BackupFacts> = {}): AsyncGenerator<Buffer> {
  const { line, sealKey } = await encodeHeader({ ...FACTS, ...facts }, undefined);
  yield line;
  yield* sealChunks(Readable.from(framesOf(parts), { objectMode: false }).pipe(createGzip()), sealKey);
}

function* framesOf(parts: Iterable<Part>): Generator<Buffer> {
  for (const [type, content] of parts) {
    const payload = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
    yield Buffer.concat([frameHead(type, payload), payload]);
  }
}

function* tables(count: number): Generator<Part> {
  const ends = [];
  for (let at = 0; at < count; at++) {
    const end = { name: "users", rows: 0, bytes: 0, sha256: EMPTY_SHA256 };
    yield ["table", { name: "users", columns: ["id"] }];
    yield ["end", end];
    ends.push(end);
  }
  yield ["manifest", { tables: ends, sequences: [] }];
}

const verify = (parts: Iterable<Part>, facts: Partial<BackupFacts> = {}) =>
  readBackup(Readable.from(backupOf(parts, facts), { objectMode: false }));

test("a backup with a few tables is read", async () => {
  expect(await verify(tables(30))).toMatchObject({ rows: { users: 0 }, hopVersion: "1.0.0" });
});

test("one with thousands of tables is refused before they take memory", async () => {
  await expect(verify(tables(2_000))).rejects.toThrow("The backup is damaged: it has more tables than Hop does.");
});

test("a description of megabytes is refused before it is parsed", async () => {
  const columns = ["id", "x".repeat(2_000_000)];
  await expect(verify([["table", { name: "users", columns }]])).rejects.toThrow("it contains unknown data");
  const noisy: Part[] = [
    ["table", { name: "users", columns: ["id"] }],
    ["rows", Buffer.alloc(17_000_000)],
  ];
  await expect(verify(noisy)).rejects.toThrow("it contains unknown data");
});

test.each([
  ["hopVersion", "1.0\u001b]0;owned\u0007"],
  ["hopVersion", "1.0\nThe backup is undamaged"],
  ["timeZone", "\u009b2J"],
  ["timeZone", "UTC\u202egnp.exe"],
  ["postgresVersion", "\r18"],
])("a header whose %s is %j, which a terminal would interpret, is refused", async (name, text) => {
  await expect(verify(tables(1), { [name]: text })).rejects.toThrow(
    "The backup is damaged: its header cannot be read.",
  );
});
