import { execFileSync } from "node:child_process";
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { ENDING } from "@/lib/backup/empty";
import { writeBackupFile } from "@/lib/backup/file";
import { decodeHeader, encodeHeader, sealKeyOf } from "@/lib/backup/header";
import { readBackup } from "@/lib/backup/read";
import { restoreBackup } from "@/lib/backup/restore";
import { openChunks, sealChunks } from "@/lib/backup/seal";
import { backUpToMemory, dropDatabases, emptyDatabase, query, sourceOf } from "@/lib/backup/testing/databases";
import { fillEveryTable } from "@/lib/backup/testing/rows";
import { writeBackup } from "@/lib/backup/write";
import { migrate } from "@/lib/db/migrate";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { env } from "@/lib/env";
import { COUNTED_ZONE } from "@/lib/settings/counted-zone";
import { SECRET_FINGERPRINT } from "@/lib/settings/secret-fingerprint";
import { until } from "@/lib/testing/until";

const databaseUrl = env().DATABASE_URL ?? "";
const passphrase = "correct horse battery";
/** A program that ends the connection of a running backup. */
const KILL = `
  const client = new (require("pg").Client)(process.env.URL);
  client.connect()
    .then(() => client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hop-backup' AND datname = current_database()"))
    .then(() => client.end());
`;
let plain: Buffer;
let encrypted: Buffer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-backup-"));
  await fillEveryTable();
  plain = (await backUpToMemory({ databaseUrl })).bytes;
  encrypted = (await backUpToMemory({ databaseUrl, passphrase })).bytes;
});
const own = { ...ENDING };
afterEach(() => Object.assign(ENDING, own));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await dropDatabases();
});

const verify = (bytes: Buffer, options = {}) => readBackup(sourceOf(bytes), options);
const flip = (bytes: Buffer, at: number) => {
  const flipped = Buffer.from(bytes);
  flipped[at] = (flipped[at] ?? 0) ^ 1;
  return flipped;
};

describe("a file is refused", () => {
  test("that is damaged anywhere", async () => {
    const step = Math.floor(plain.length / 100);
    for (let at = 0; at < plain.length; at += step) {
      await expect(verify(flip(plain, at))).rejects.toMatchObject({ name: "BackupError" });
    }
  });

  test("that is encrypted and damaged, in the header, at the start and at the end", async () => {
    const header = encrypted.indexOf("\n");
    for (const at of [
      encrypted.indexOf("createdAt"),
      encrypted.indexOf('"salt":"') + 9,
      header + 1,
      encrypted.length - 1,
    ]) {
      await expect(verify(flip(encrypted, at), { passphrase })).rejects.toMatchObject({ name: "BackupError" });
    }
  });

  test.each([0, 1, 5, 20, 2_000, -20, -1])("that is truncated after %i bytes", async (length) => {
    await expect(verify(plain.subarray(0, length))).rejects.toMatchObject({ name: "BackupError" });
  });

  test.each([
    ["something else", Buffer.from("PGDMP a dump of Postgres"), "Not a Hop backup."],
    ["empty", Buffer.alloc(0), "Not a Hop backup."],
    ["something else without a line's end", Buffer.alloc(3_000_000, "x"), "Not a Hop backup."],
  ])("that is %s", async (_what, bytes, message) => {
    await expect(verify(bytes)).rejects.toThrow(message);
  });

  test("of a newer format, and one whose migrations are not known", async () => {
    const newer = Buffer.concat([Buffer.from("hop-backup 2 "), plain.subarray("hop-backup 1 ".length)]);
    await expect(verify(newer)).rejects.toThrow("made by a newer version of Hop: upgrade first");
    // Migrated by a version unknown to this one, which refuses its backups.
    await query(
      databaseUrl,
      "INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('x', 'x', now(), '29990101000000_x')",
    );
    try {
      await expect(backUpToMemory({ databaseUrl })).rejects.toThrow(
        "The database has the migration 29990101000000_x, which this version of Hop doesn't know",
      );
    } finally {
      await query(databaseUrl, "DELETE FROM _prisma_migrations WHERE id = 'x'");
    }
  });

  test("with a wrong, a missing and an unneeded passphrase", async () => {
    await expect(verify(encrypted, { passphrase: "another passphrase" })).rejects.toThrow("The passphrase is wrong");
    await expect(verify(encrypted)).rejects.toThrow("This backup is encrypted");
    await expect(verify(plain, { passphrase })).rejects.toThrow("This backup is not encrypted");
  });

  test("with a migration that this version doesn't know", async () => {
    const line = plain.subarray(0, plain.indexOf("\n") + 1);
    const { encryption, ...facts } = decodeHeader(line);
    const migrations = [...facts.migrations, { name: "29990101000000_x", checksum: "x" }];
    const later = await encodeHeader({ ...facts, migrations }, undefined);
    const content = openChunks(sourceOf(plain.subarray(line.length)), await sealKeyOf(line, encryption, undefined));
    const parts = [later.line];
    for await (const part of sealChunks(content, later.sealKey)) parts.push(part);
    const options = { databaseUrl: await emptyDatabase(), label: "x" };
    const restored = restoreBackup(sourceOf(Buffer.concat(parts)), options);
    await expect(restored).rejects.toThrow("This backup was made by a newer version of Hop: upgrade first.");
  });

  test("before anything of it is in the database, which can be used afterwards", async () => {
    const url = await emptyDatabase();
    const cut = plain.subarray(0, plain.length - 1);
    await expect(restoreBackup(sourceOf(cut), { databaseUrl: url, label: "x" })).rejects.toThrow("damaged");
    expect(await query(url, "SELECT FROM users")).toEqual([]);
    // The server notices after a while that a client is gone.
    const left = `SELECT FROM pg_stat_activity
      WHERE application_name = 'hop-restore' AND datname = '${new URL(url).pathname.slice(1)}'`;
    await until(async () => (await query(databaseUrl, left)).length === 0);
    await restoreBackup(sourceOf(plain), { databaseUrl: url, label: "x" });
    expect(await query(url, "SELECT FROM short_urls")).toHaveLength(2);
  });
});

describe("a restore is refused", () => {
  const restore = (url: string, bytes = plain) => restoreBackup(sourceOf(bytes), { databaseUrl: url, label: "x" });

  test("into a database with data, which stays as it is", async () => {
    const url = await emptyDatabase();
    await restore(url);
    const count = "SELECT count(*)::int AS entries FROM audit_entries";
    const before = await query(url, count);
    await expect(restore(url)).rejects.toThrow(/^The database already has \d+ users, 1 group, 2 links, .*clicks?/);
    expect(await query(url, count)).toEqual(before);
  });

  test("into one of an earlier version with data, which is not migrated either", async () => {
    const url = await emptyDatabase();
    await migrate(url, undefined, ({ name }) => name < "20261129010000");
    await query(url, "INSERT INTO groups (id, name, updated_at) VALUES (gen_random_uuid(), 'Precious', now())");
    const migrations = "SELECT migration_name FROM _prisma_migrations ORDER BY 1";
    const before = await query(url, migrations);
    await expect(restore(url)).rejects.toThrow("The database already has 1 group");
    expect(await query(url, migrations)).toEqual(before);
    expect(await query(url, "SELECT name FROM groups")).toEqual([{ name: "Precious" }]);
  });

  test.each([
    ["1 setting", "INSERT INTO settings (key, value, updated_at) VALUES ('smtp_host', 'mail.example', now())"],
    [
      "1 rejected click",
      "INSERT INTO rejected_clicks (segment, position, record, reason) VALUES ('s', 0, 'x', 'the link does not exist')",
    ],
  ])("into one that has only %s, which is kept", async (what, insert) => {
    const url = await emptyDatabase();
    await migrate(url);
    await query(url, insert);
    await expect(restore(url)).rejects.toThrow(`The database already has ${what}`);
    expect(await query(url, "SELECT FROM settings UNION ALL SELECT FROM rejected_clicks")).toHaveLength(1);
  });

  test("but not into one that only a start has touched", async () => {
    const url = await emptyDatabase();
    await migrate(url);
    await query(url, "INSERT INTO settings (key, value, updated_at) VALUES ('base_url', 'https://hop.example', now())");
    // As app and worker do at each start.
    for (const key of [SECRET_FINGERPRINT, COUNTED_ZONE])
      await query(url, `INSERT INTO settings (key, value, updated_at) VALUES ('${key}', 'mark', now())`);
    await restore(url);
    expect(await query(url, "SELECT FROM short_urls")).toHaveLength(2);
  });

  test("while a Hop with another user listens", async () => {
    const url = await emptyDatabase();
    const { Client } = (await import("pg")).default;
    const { pathname } = new URL(url);
    const other = new Client({
      connectionString: Object.assign(new URL(databaseUrl), { pathname }).href,
      application_name: "hop-listen",
    });
    await other.connect();
    ENDING.graceMs = 0;
    await expect(restore(url)).rejects.toThrow("The database is in use (1 connection)");
    await other.end();
  });

  test("when something is written before it locks the tables, which is kept", async () => {
    const url = await emptyDatabase();
    await migrate(url);
    // Those of another user don't count as a Hop that uses the database.
    const { pathname } = new URL(url);
    const others = new pg.Pool({ connectionString: Object.assign(new URL(databaseUrl), { pathname }).href });
    const writer = await others.connect();
    await writer.query("BEGIN");
    await writer.query("INSERT INTO groups (id, name, updated_at) VALUES (gen_random_uuid(), 'Precious', now())");
    const refused = expect(restore(url)).rejects.toThrow("The database already has 1 group");
    await untilBlocked(others);
    await writer.query("COMMIT");
    writer.release();
    await others.end();
    await refused;
    expect(await query(url, "SELECT name FROM groups")).toEqual([{ name: "Precious" }]);
  });

  test("while others use the database, but not if they are about to end", async () => {
    const url = await emptyDatabase();
    const { Client } = (await import("pg")).default;
    const other = new Client({ connectionString: url });
    await other.connect();
    ENDING.graceMs = 100;
    await expect(restore(url)).rejects.toThrow("The database is in use (1 connection)");
    ENDING.graceMs = 60_000;
    const isWaiting = async () => {
      const [row] = await query(
        databaseUrl,
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = '${new URL(url).pathname.slice(1)}' AND application_name = 'hop-restore'`,
      );
      return row?.count === 1;
    };
    const restored = restore(url);
    await until(isWaiting);
    await other.end();
    await restored;
    expect(await query(url, "SELECT FROM short_urls")).toHaveLength(2);
  });

  test("of a database that is shared with another application, into one of its own", async () => {
    const migration = (name: string) =>
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('x', 'x', now(), '${name}')`;
    const shared = await emptyDatabase();
    await migrate(shared);
    await query(shared, migration("20230101000000_init"));
    const { bytes } = await backUpToMemory({ databaseUrl: shared });
    await expect(restore(shared, bytes)).rejects.toThrow(
      "used by another application, or a newer version of Hop (migration 20230101000000_init)",
    );
    const fresh = await emptyDatabase();
    await restore(fresh, bytes);
    expect(await migrate(fresh)).toEqual([]);
  });

  test("of an earlier version, into a database that this one has migrated; into a new one it is not", async () => {
    const isEarlier = ({ name }: { name: string }) => name < "20261129010000";
    const earlier = await emptyDatabase();
    await migrate(earlier, undefined, isEarlier);
    await query(
      earlier,
      "INSERT INTO users (id, first_name, last_name, email, updated_at) VALUES (gen_random_uuid(), 'A', 'B', 'a@example.com', now())",
    );
    const { bytes } = await backUpToMemory({ databaseUrl: earlier });
    const migrated = await emptyDatabase();
    await migrate(migrated);
    await expect(restore(migrated, bytes)).rejects.toThrow(
      "This database was used by a newer version of Hop than the backup",
    );
    const fresh = await emptyDatabase();
    await restore(fresh, bytes);
    expect(await migrate(fresh)).toContain("20261129010000_urls_with_qr");
    expect(await query(fresh, "SELECT email FROM users")).toEqual([{ email: "a@example.com" }]);
  });
});

const QUERY = `
  const { Client } = require("pg");
  const client = new Client({ connectionString: process.argv[1] });
  client.connect().then(() => client.query(process.argv[2])).then(() => client.end());`;

/** Runs a query synchronously, blocking this process. */
function querySync(url: string, text: string): void {
  execFileSync(process.execPath, ["-e", QUERY, url, text]);
}

describe("a restore that ends half-way leaves an empty database", () => {
  async function expectEmpty(url: string): Promise<void> {
    expect(await query(url, "SELECT FROM users")).toEqual([]);
    await restoreBackup(sourceOf(plain), { databaseUrl: url, label: "x" });
  }

  test("because it is interrupted", async () => {
    const url = await emptyDatabase();
    const controller = new AbortController();
    const options = { databaseUrl: url, label: "x", onProgress: () => controller.abort(), signal: controller.signal };
    await expect(restoreBackup(sourceOf(plain, 500), options)).rejects.toMatchObject({ name: "AbortError" });
    await expectEmpty(url);
  });

  test("because the database goes away", async () => {
    const url = await emptyDatabase();
    const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${new URL(url).pathname.slice(1)}'`;
    let isKilled = false;
    const onProgress = () => {
      if (!isKilled) querySync(databaseUrl, kill);
      isKilled = true;
    };
    await expect(restoreBackup(sourceOf(plain), { databaseUrl: url, label: "x", onProgress })).rejects.toThrow();
    await expectEmpty(url);
  });
});

describe("a backup to a file", () => {
  const left = () => readdirSync(folder);
  afterEach(() => {
    for (const name of left()) rmSync(path.join(folder, name));
  });

  test("can be read only by its owner, and replaces what a killed one has left", async () => {
    const file = path.join(folder, "a.backup");
    writeFileSync(`${file}.partial`, "left", { mode: 0o644 });
    const summary = await writeBackupFile(file, { databaseUrl });
    expect(statSync(file)).toMatchObject({ mode: 0o100600, size: summary.bytes });
    expect(await verify(readFileSync(file))).toEqual(summary);
    expect(left()).toEqual(["a.backup"]);
  });

  test("never replaces one", async () => {
    const file = path.join(folder, "a.backup");
    writeFileSync(file, "mine");
    await expect(writeBackupFile(file, { databaseUrl })).rejects.toThrow(
      `${file} already exists: choose another name.`,
    );
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  test("that appears in the meantime is not replaced either", async () => {
    const file = path.join(folder, "a.backup");
    const onProgress = () => writeFileSync(file, "mine");
    await expect(writeBackupFile(file, { databaseUrl, onProgress })).rejects.toThrow("it already exists");
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect(left()).toEqual(["a.backup"]);
  });

  test("that is replaced by another good one while it is written is refused", async () => {
    const file = path.join(folder, "a.backup");
    const onProgress = () => {
      writeFileSync(`${file}.other`, plain);
      renameSync(`${file}.other`, `${file}.partial`);
    };
    await expect(writeBackupFile(file, { databaseUrl, onProgress })).rejects.toThrow(
      `${file} was not written correctly: check its disk.`,
    );
    expect(left()).toEqual([]);
  });

  test("leaves nothing when it is interrupted", async () => {
    const controller = new AbortController();
    const options = { databaseUrl, onProgress: () => controller.abort(), signal: controller.signal };
    await expect(writeBackupFile(path.join(folder, "a.backup"), options)).rejects.toMatchObject({ name: "AbortError" });
    expect(left()).toEqual([]);
  });

  test("leaves nothing when the database goes away", async () => {
    const file = path.join(folder, "a.backup");
    let isKilled = false;
    // Doesn't yield to the event loop, so that the rest can't be written.
    const onProgress = () => {
      if (!isKilled) execFileSync(process.execPath, ["-e", KILL], { env: { ...process.env, URL: databaseUrl } });
      isKilled = true;
    };
    await expect(writeBackupFile(file, { databaseUrl, onProgress })).rejects.toThrow();
    expect(isKilled).toBe(true);
    expect(left()).toEqual([]);
  });

  test("into a folder that does not exist, or onto a full disk, is an error in one line", async () => {
    const missing = path.join(folder, "no", "a.backup");
    await expect(writeBackupFile(missing, { databaseUrl })).rejects.toThrow(
      `${missing} cannot be used: its folder does not exist.`,
    );
    if (!existsSync("/dev/full")) return;
    await expect(writeBackup(createWriteStream("/dev/full"), { databaseUrl })).rejects.toMatchObject({
      code: "ENOSPC",
    });
  });
});
