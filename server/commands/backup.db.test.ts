import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { dropDatabases, emptyDatabase, query } from "@/lib/backup/testing/databases";
import { migrate } from "@/lib/db/migrate";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { COUNTED_ZONE } from "@/lib/settings/counted-zone";
import { seal } from "@/lib/settings/secret-box";
import { backUp, choosePassphrase } from "@/server/commands/backup";
import { restore } from "@/server/commands/restore";
import { assertOwnSessions } from "@/server/postgres/transaction-pooler";

jest.mock("@/server/postgres/transaction-pooler", () => ({ assertOwnSessions: jest.fn() }));

const OTHER = "the secret of another installation, long";
const own = { ...env(), BACKUP_PASSPHRASE: undefined, BACKUP_TO: undefined };
let folder: string;

beforeAll(async () => {
  await createUser({ email: "ann@example.com" });
});

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-backup-"));
});

afterEach(() => {
  Object.assign(env(), own);
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.removeAllListeners(name);
});
afterAll(dropDatabases);

const inFolder = (name: string) => path.join(folder, name);
const passphraseFile = (text: string) => {
  writeFileSync(inFolder("passphrase"), `${text}\n`);
  return inFolder("passphrase");
};
const runBackup = (options = {}, said: string[] = []) =>
  backUp({ options, positionals: [inFolder("hop.backup")] }, (line) => said.push(line));

/** Runs hop restore on a new database; returns what it prints. */
async function runRestore(options = {}, databaseOptions = ""): Promise<{ url: string; said: string[] }> {
  const url = await emptyDatabase(databaseOptions);
  Object.assign(env(), { DATABASE_URL: url, DATA_DIR: inFolder("data") });
  const said: string[] = [];
  await restore({ options, positionals: [inFolder("hop.backup")] }, (line) => said.push(line));
  return { url, said };
}

test("a backup lists its contents, and the audit log records it", async () => {
  const said: string[] = [];
  const summary = await runBackup({}, said);
  expect(summary).toMatchObject({
    file: inFolder("hop.backup"),
    isEncrypted: false,
    rows: { users: 1, short_urls: 0 },
  });
  expect(said[0]).toMatch(/hop\.backup is complete and was verified: 1 user, 0 links, 0 clicks\.$/);
  expect(said[1]).toMatch(/^[1-9]\d*\.\d kB, not encrypted, SHA-256 [0-9a-f]{64}\.$/);
  const { rows } = await pool().query(
    "SELECT actor_label, subject_label, after FROM audit_entries WHERE action = 'backup.create'",
  );
  const { bytes, sha256 } = summary as { bytes: number; sha256: string };
  const after = { bytes, sha256, isEncrypted: false };
  expect(rows).toEqual([{ actor_label: "Operator", subject_label: "hop.backup", after }]);
});

test("a database of version 0.1.0 is backed up before its upgrade, although its audit log can't store the entry", async () => {
  const url = await emptyDatabase();
  await migrate(url, undefined, ({ name }) => name <= "20261121070000_room_for_counts");
  Object.assign(env(), { DATABASE_URL: url, DATA_DIR: inFolder("data") });
  const said: string[] = [];
  const summary = await runBackup({}, said);
  expect(summary).toMatchObject({
    rows: { users: 0 },
    warnings: [expect.stringContaining("was not recorded in the audit log")],
  });
  expect(said.at(-1)).toContain("was not recorded in the audit log");
  expect(await query(url, "SELECT FROM _prisma_migrations")).toHaveLength(9);
});

test("BACKUP_PASSPHRASE encrypts a backup to a file and decrypts it again, unless an option names another", async () => {
  Object.assign(env(), { BACKUP_PASSPHRASE: "correct horse battery" });
  expect(await runBackup()).toMatchObject({ isEncrypted: true });
  expect((await runRestore()).said[0]).toMatch(/is undamaged/);
  const other = { "passphrase-file": passphraseFile("another passphrase") };
  await expect(runRestore(other)).rejects.toThrow("The passphrase is wrong");
});

test("a backup that is not encrypted is refused while there is a passphrase", async () => {
  await runBackup();
  Object.assign(env(), { BACKUP_PASSPHRASE: "correct horse battery" });
  await expect(runRestore()).rejects.toThrow("restore it without --passphrase-file and BACKUP_PASSPHRASE");
});

test("a restore checks for a pooler once, before it writes", async () => {
  await runBackup();
  jest.mocked(assertOwnSessions).mockReset().mockRejectedValueOnce(new Error("a pooler"));
  await expect(runRestore()).rejects.toThrow("a pooler");
  expect(await query(env().DATABASE_URL ?? "", "SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  await runRestore();
  expect(assertOwnSessions).toHaveBeenCalledTimes(2);
});

test("a database that a first start would refuse is refused before the restore", async () => {
  await runBackup();
  const latin = "TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'";
  await expect(runRestore({}, latin)).rejects.toThrow(/^DATABASE_URL: .*LATIN1/);
  expect(await query(env().DATABASE_URL ?? "", "SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
});

test("an encrypted one is restored with its passphrase, after which Hop can start", async () => {
  const options = { "passphrase-file": passphraseFile("correct horse battery") };
  await runBackup(options);
  await expect(runRestore()).rejects.toThrow("hop.backup: This backup is encrypted");
  const { url, said } = await runRestore(options);
  expect(said[0]).toMatch(/^The backup of .* is undamaged: 1 user, 0 links, 0 clicks\.$/);
  const users = await query<{ email: string }>(url, "SELECT email FROM users ORDER BY created_at");
  expect(users[0]).toEqual({ email: "ann@example.com" });
});

test.each([
  ["is missing", () => inFolder("nowhere"), "does not exist"],
  ["is short", () => passphraseFile("12345678901"), "must have at least 12 characters"],
])("a passphrase that %s stops the backup", async (_what, file, message) => {
  await expect(runBackup({ "passphrase-file": file() })).rejects.toThrow(message);
});

test("a passphrase of twelve characters is long enough", () => {
  expect(choosePassphrase({ "passphrase-file": passphraseFile("123456789012") })).toBe("123456789012");
});

test("one of two concurrent backups is refused", async () => {
  const other = await pool().connect();
  await other.query("SELECT pg_advisory_lock(hashtext('hop: backup'))");
  try {
    await expect(runBackup()).rejects.toThrow("Another backup is running on this database.");
  } finally {
    await other.query("SELECT pg_advisory_unlock_all()");
    other.release(true);
  }
});

test("a file in BACKUP_TO is recorded until it is complete, so leftovers of a kill are removed later", async () => {
  const address = inFolder("store");
  const noted = async () => (await pool().query("SELECT name FROM backups WHERE address = $1", [address])).rows;
  Object.assign(env(), { BACKUP_TO: address });
  const run = () => backUp({ options: {}, positionals: [] }, () => undefined);
  await expect(run()).rejects.toThrow("does not exist");
  expect(await noted()).toEqual([{ name: expect.stringMatching(/^hop-.*\.backup$/) }]);
  await pool().query("DELETE FROM backups WHERE address = $1", [address]);
  mkdirSync(address);
  await run();
  expect(await noted()).toEqual([]);
});

test("a file that is missing is refused before anything is opened", async () => {
  const run = restore({ options: {}, positionals: [inFolder("nowhere")] }, () => undefined);
  await expect(run).rejects.toThrow("nowhere cannot be used: it does not exist.");
});

describe("the mail password", () => {
  afterEach(() => pool().query("DELETE FROM settings"));
  const storePassword = (sealed: string) =>
    pool().query("INSERT INTO settings (key, value, updated_at) VALUES ('smtp_password', $1, now())", [sealed]);
  const warning = expect.stringContaining("The stored mail password cannot be decrypted");

  test("keeps working with the same secret", async () => {
    await storePassword(seal("hunter2"));
    await runBackup();
    expect((await runRestore()).said).not.toContainEqual(warning);
  });

  test("of another secret is reported, unless that is among the previous ones", async () => {
    await storePassword(await sealedWith(OTHER));
    await runBackup();
    expect((await runRestore()).said).toContainEqual(warning);
    env().AUTH_SECRET_PREVIOUS = [OTHER];
    expect((await runRestore()).said).not.toContainEqual(warning);
  });
});

test("another time zone is reported, and stays that of the counts", async () => {
  await runBackup();
  env().TIME_ZONE = "Europe/Vienna";
  const { url, said } = await runRestore();
  expect(await query(url, `SELECT value FROM settings WHERE key = '${COUNTED_ZONE}'`)).toEqual([{ value: "UTC" }]);
  expect(said).toContainEqual(
    "Clicks were counted by day in UTC, and TIME_ZONE is Europe/Vienna: set it to UTC, or run hop rollups rebuild.",
  );
});

async function sealedWith(secret: string): Promise<string> {
  const before = process.env.AUTH_SECRET;
  process.env.AUTH_SECRET = secret;
  try {
    let sealed = "";
    await jest.isolateModulesAsync(async () => {
      sealed = (await import("@/lib/settings/secret-box")).seal("hunter2");
    });
    return sealed;
  } finally {
    process.env.AUTH_SECRET = before;
  }
}
