import { once } from "node:events";
import fs, { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect, createServer as createSilentServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { writeMmdb } from "@/lib/clicks/testing/mmdb";
import { DAY_MS } from "@/lib/days";
import { closePool, pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { COUNTED_ZONE } from "@/lib/settings/counted-zone";
import { SECRET_FINGERPRINT, storeSecretFingerprint } from "@/lib/settings/secret-fingerprint";
import { makeCertificate } from "@/lib/testing/certificate";
import { startTlsDatabase } from "@/lib/testing/tls-database";
import type { Check } from "@/server/doctor/check";
import { checkDatabase } from "@/server/doctor/database";
import { examine } from "@/server/doctor/examine";
import { checkCountries, checkDataDir, checkDisk, checkOpenFiles, checkPort } from "@/server/doctor/machine";
import { checkBaseUrl, checkMail } from "@/server/doctor/network";
import { checkSecret } from "@/server/doctor/secret";
import { serverProblem } from "@/server/postgres/database-server";
import { startTransactionPooler } from "@/server/testing/transaction-pooler";

const GOOD = { ...env() };
const ROLE = `hop_doctor_${process.env.JEST_WORKER_ID}`;
const PASSWORD = "hunter2";

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-doctor-"));
  await pool().query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}'`);
});
beforeEach(() => set({ DATA_DIR: folder }));
afterEach(() => {
  for (const name of Object.keys(env())) if (!(name in GOOD)) Reflect.deleteProperty(env(), name);
  set(GOOD);
});
afterAll(async () => {
  await pool().query(`DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`);
  // Reopened by this query: clean-up.ts, whose hook runs first, has closed it.
  await closePool();
  rmSync(folder, { recursive: true, force: true });
});

function set(variables: Partial<typeof GOOD>): void {
  Object.assign(env(), variables);
}

function databaseUrl(change: (url: URL) => void): string {
  const url = new URL(GOOD.DATABASE_URL ?? "");
  change(url);
  return url.href;
}

const asRole = (password: string) =>
  databaseUrl((url) => {
    url.username = ROLE;
    url.password = password;
  });

const find = (checks: Check[], name: string) => checks.find((check) => check.name === name);
const databaseCheck = async (name: string) => find((await checkDatabase()).checks, name);

test("a good set-up has no problems, and checking changes nothing", async () => {
  const { checks, settings } = await checkDatabase();
  expect(checks.map(({ name, status }) => [name, status])).toEqual([
    ["database", "ok"],
    ["clock", "ok"],
    ["migrations", "ok"],
    ["background migrations", "ok"],
  ]);
  expect(settings).toEqual(expect.any(Object));
  set({ DATA_DIR: path.join(folder, "new", "data") });
  expect([checkDataDir(), await checkDisk()]).toMatchObject([{ status: "ok" }, { name: "disk space" }]);
  expect(checkDataDir().message).toContain("will be created");
});

test("a pooler in transaction mode is a problem", async () => {
  const { url, stop } = await startTransactionPooler(GOOD.DATABASE_URL ?? "", { size: 4, takes: "latest" });
  set({ DATABASE_URL: url });
  const remedy = expect.stringMatching(/^connect to Postgres directly/);
  expect(await databaseCheck("pooler")).toMatchObject({ status: "problem", remedy });
  stop();
});

test("a secret that can't be compared, since the database does not answer", async () => {
  set({ DATABASE_URL: "postgresql://hop@127.0.0.1:1/hop" });
  const message = "the settings in the database could not be read";
  expect(find(await examine(), "secret")).toMatchObject({ status: "skipped", message });
});

test("a job queue that the user can neither use nor create", async () => {
  await pool().query(`GRANT CREATE, USAGE ON SCHEMA public TO ${ROLE}; GRANT pg_read_all_data TO ${ROLE}`);
  set({ DATABASE_URL: asRole(PASSWORD) });
  expect(await databaseCheck("job queue")).toMatchObject({
    status: "problem",
    remedy: expect.stringContaining(`CREATE SCHEMA pgboss AUTHORIZATION ${ROLE}`),
  });
  await pool().query(`DROP OWNED BY ${ROLE}; REVOKE pg_read_all_data FROM ${ROLE}`);
});

test("a user who doesn't own the tables", async () => {
  await pool().query(`GRANT CREATE, USAGE ON SCHEMA public TO ${ROLE}; GRANT pg_read_all_data TO ${ROLE}`);
  expect(await databaseCheck("owner")).toBeUndefined();
  set({ DATABASE_URL: asRole(PASSWORD) });
  expect(await databaseCheck("owner")).toMatchObject({
    status: "problem",
    message: expect.stringContaining("future months' clicks can't be stored"),
    remedy: "make it their owner, as docs/configuration.md describes",
  });
  await pool().query(`DROP OWNED BY ${ROLE}; REVOKE pg_read_all_data FROM ${ROLE}`);
});

async function grantCreate(): Promise<void> {
  const { rows } = await pool().query<{ name: string }>("SELECT current_database() AS name");
  await pool().query(
    `GRANT CREATE ON DATABASE ${rows[0]?.name} TO ${ROLE}; GRANT CREATE, USAGE ON SCHEMA public TO ${ROLE}`,
  );
}

test("another time zone than that of the counts", async () => {
  await pool().query("INSERT INTO settings (key, value, updated_at) VALUES ($1, 'UTC', now())", [COUNTED_ZONE]);
  expect(await databaseCheck("time zone")).toBeUndefined();
  set({ TIME_ZONE: "Europe/Vienna" });
  expect(await databaseCheck("time zone")).toMatchObject({
    status: "warning",
    message: "clicks were counted by day in UTC, and TIME_ZONE is Europe/Vienna",
    remedy: "set it to UTC, or run hop rollups rebuild",
  });
  await pool().query("DELETE FROM settings WHERE key = $1", [COUNTED_ZONE]);
});

test("too few open files", () => {
  expect(checkOpenFiles()).toEqual([]);
  const limits = "Max open files            1024                 1024                 files     ";
  const read = jest.spyOn(fs, "readFileSync").mockReturnValue(limits);
  const remedy = 'raise the limit, with "ulimit -n 65536" or LimitNOFILE= of the systemd unit';
  expect(checkOpenFiles()).toMatchObject([{ name: "open files", status: "warning", remedy }]);
  read.mockRestore();
});

test.each(["", ":"])("no password in DATABASE_URL (%j)", async (separator) => {
  const { port, stop } = await startTunnel();
  set({ DATABASE_URL: `postgresql://${ROLE}${separator}@127.0.0.1:${port}/hop` });
  expect(await databaseCheck("database")).toMatchObject({
    message: expect.stringMatching(/^the database refused the connection/),
    remedy: expect.stringMatching(/^add the password/),
  });
  stop();
});

/**
 * A way to the database that the test can close. The driver leaves a connection open that has no password, and until
 * its login times out, after a minute, no test can drop a database.
 */
async function startTunnel(): Promise<{ port: number; stop: () => void }> {
  const { host, port } = new pg.Client({ connectionString: GOOD.DATABASE_URL });
  const sockets: Socket[] = [];
  const tunnel = createSilentServer((client) => {
    const server = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const socket of [client, server]) sockets.push(socket.on("error", () => undefined));
    client.pipe(server).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(tunnel, "listening");
  const stop = () => {
    tunnel.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (tunnel.address() as AddressInfo).port, stop };
}

test.each(["/nowhere/ca.pem", "system"])("no such file with certificates: %s", async (file) => {
  set({ DATABASE_URL: databaseUrl((url) => url.searchParams.set("sslrootcert", file)) });
  expect(await databaseCheck("database")).toMatchObject({
    remedy: expect.stringMatching(/^correct the path of sslrootcert/),
  });
});

test("few connections", async () => {
  await grantCreate();
  await pool().query(`ALTER ROLE ${ROLE} CONNECTION LIMIT 19; GRANT pg_read_all_data TO ${ROLE}`);
  set({ DATABASE_URL: asRole(PASSWORD) });
  expect(await databaseCheck("connections")).toMatchObject({
    status: "problem",
    message: `the database allows ${ROLE} only 19 connections, and Hop uses up to 36, twice as many during a reload, so sign-ins and other calls fail even if only one person uses it`,
  });
  await pool().query(`ALTER ROLE ${ROLE} CONNECTION LIMIT 30`);
  expect(await databaseCheck("connections")).toMatchObject({ status: "warning" });
  await pool().query(
    `DROP OWNED BY ${ROLE}; REVOKE pg_read_all_data FROM ${ROLE}; ALTER ROLE ${ROLE} CONNECTION LIMIT -1`,
  );
});

describe("a broken set-up is found, and its remedy named:", () => {
  test("wrong password", async () => {
    set({ DATABASE_URL: asRole("wrong") });
    const check = await databaseCheck("database");
    expect(check).toMatchObject({
      status: "problem",
      message: expect.stringMatching(/^the database refused the connection/),
      remedy: expect.stringMatching(/^correct user and password/),
    });
    expect(JSON.stringify(check)).not.toContain("wrong");
  });

  test("database down", async () => {
    set({ DATABASE_URL: "postgresql://hop@127.0.0.1:1/hop" });
    expect(await databaseCheck("database")).toMatchObject({
      status: "problem",
      message: expect.stringMatching(/^the database does not answer .*ECONNREFUSED/),
      remedy: expect.stringMatching(/^start the database/),
    });
  });

  test("no such database", async () => {
    const url = databaseUrl((to) => {
      to.pathname = "/nowhere";
    });
    set({ DATABASE_URL: url });
    expect(await databaseCheck("database")).toMatchObject({ remedy: expect.stringMatching(/^create the database/) });
  });

  test("no such host", async () => {
    set({ DATABASE_URL: "postgresql://hop@db.invalid/hop" });
    expect(await databaseCheck("database")).toMatchObject({ remedy: expect.stringMatching(/^correct the host/) });
  });

  test("a certificate that has expired", async () => {
    const { url, server } = await startTlsDatabase(makeCertificate({ names: ["127.0.0.1"], isExpired: true }));
    set({ DATABASE_URL: `${url}?sslmode=verify-full` });
    expect(await databaseCheck("database")).toMatchObject({ remedy: expect.stringMatching(/^renew or correct/) });
    server.close();
  });

  test("no TLS", async () => {
    set({ DATABASE_URL: databaseUrl((url) => url.searchParams.set("sslmode", "verify-full")) });
    expect(await databaseCheck("database")).toMatchObject({ remedy: expect.stringMatching(/^switch on TLS/) });
  });

  test("a time zone that the database doesn't know", async () => {
    set({ TIME_ZONE: "US/Pacific-New" });
    expect(await databaseCheck("time zone")).toMatchObject({
      status: "problem",
      message: "the database doesn't know the zone US/Pacific-New, so statistics fail",
    });
  });

  test("read-only user", async () => {
    await pool().query(`ALTER ROLE ${ROLE} SET default_transaction_read_only = on`);
    set({ DATABASE_URL: asRole(PASSWORD) });
    expect(await databaseCheck("database")).toMatchObject({
      status: "problem",
      message: expect.stringContaining("read-only"),
      remedy: expect.stringContaining("default_transaction_read_only"),
    });
    await pool().query(`ALTER ROLE ${ROLE} RESET default_transaction_read_only`);
  });

  test("user without rights", async () => {
    set({ DATABASE_URL: asRole(PASSWORD) });
    expect(await databaseCheck("database")).toMatchObject({
      status: "problem",
      remedy: expect.stringMatching(/grant/),
    });
  });

  test("user without rights on the tables", async () => {
    await grantCreate();
    set({ DATABASE_URL: asRole(PASSWORD) });
    expect(await databaseCheck("database")).toMatchObject({
      status: "problem",
      message: expect.stringMatching(/^the database refused a query \(permission denied/),
      remedy: expect.stringMatching(/^grant the user/),
    });
    await pool().query(`DROP OWNED BY ${ROLE}`);
  });

  test("a Postgres that is too old", () => {
    const rights = { schema: "public", isReadOnly: false, mayCreate: true, user: "hop" };
    expect(serverProblem({ ...rights, version: "14.13", number: 140_013 })).toEqual({
      what: "this is Postgres 14.13, and Hop needs 15 or later",
      remedy: expect.stringMatching(/^upgrade/),
    });
    expect(serverProblem({ ...rights, version: "15.0", number: 150_000 })).toBeNull();
  });

  test("clocks that differ", async () => {
    const { now } = Date;
    const clock = jest.spyOn(Date, "now").mockImplementation(() => now() + 90_000);
    const { checks } = await checkDatabase();
    clock.mockRestore();
    expect(find(checks, "clock")).toMatchObject({
      status: "problem",
      message: expect.stringMatching(/ by (89|90|91) seconds$/),
      remedy: expect.stringContaining("NTP"),
    });
  });

  test("a migration that is pending", async () => {
    const { rows } = await pool().query(
      "DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations) RETURNING *",
    );
    expect(await databaseCheck("migrations")).toMatchObject({
      status: "problem",
      message: "1 migration is pending",
      remedy: expect.stringContaining("hop migrate"),
    });
    const row = rows[0];
    const columns = Object.keys(row);
    await pool().query(
      `INSERT INTO _prisma_migrations (${columns}) VALUES (${columns.map((_, index) => `$${index + 1}`)})`,
      Object.values(row),
    );
  });

  test("a background migration that fails", async () => {
    await pool().query(
      "INSERT INTO background_migrations (name, done, total, last_error) VALUES ('doctor', 1, 9, 'disk full')",
    );
    expect(await databaseCheck("background migrations")).toMatchObject({
      status: "warning",
      message: expect.stringMatching(/^doctor: 1 of about 9; .*disk full$/),
    });
    await pool().query("DELETE FROM background_migrations WHERE name = 'doctor'");
  });

  test("a background migration that makes no progress", async () => {
    const insert = "INSERT INTO background_migrations (name, done, total, updated_at) VALUES ('doctor', 1, 9, $1)";
    const find = async (updatedAt: number) => {
      await pool().query(insert, [new Date(updatedAt)]);
      const check = await databaseCheck("background migrations");
      await pool().query("DELETE FROM background_migrations WHERE name = 'doctor'");
      return check;
    };
    expect(await find(Date.now() - 9 * 60_000)).toMatchObject({ status: "ok" });
    expect(await find(Date.now() - 21.5 * 60_000)).toMatchObject({
      status: "warning",
      message: "doctor: 1 of about 9; no step for 21 minutes",
    });
  });

  test("mail server that does not answer", async () => {
    set({ SMTP_HOST: "127.0.0.1", SMTP_PORT: 1, SMTP_PASSWORD: PASSWORD });
    const check = await checkMail({});
    expect(check).toMatchObject({
      status: "problem",
      remedy: expect.stringMatching(/^correct SMTP_HOST and SMTP_PORT/),
    });
    expect(JSON.stringify(check)).not.toContain(PASSWORD);
  });

  test("another secret than that of the last start", async () => {
    const unused = { status: "skipped", message: "Hop has not run on this database yet" };
    expect(await checkSecret({})).toMatchObject(unused);
    await storeSecretFingerprint();
    expect(await checkSecret((await checkDatabase()).settings)).toMatchObject({ status: "ok" });
    expect(await checkSecret({ [SECRET_FINGERPRINT]: "0123abcd" })).toMatchObject({
      status: "warning",
      remedy: expect.stringMatching(/^set AUTH_SECRET to the same value on all machines/),
    });
    Reflect.deleteProperty(env(), "AUTH_SECRET");
    expect(await checkSecret({ [SECRET_FINGERPRINT]: "0123abcd" })).toMatchObject({ status: "skipped" });
    expect(existsSync(path.join(folder, "auth-secret"))).toBe(false);
  });

  test("no mail server", async () => {
    expect(await checkMail({})).toMatchObject({ status: "warning", remedy: expect.stringContaining("SMTP_HOST") });
  });

  test("base URL that leads nowhere, or to something else", async () => {
    expect(await checkBaseUrl({ base_url: "https://hop.invalid" })).toMatchObject({
      status: "problem",
      message: expect.stringMatching(/does not answer/),
      remedy: expect.stringContaining("DNS"),
    });
    const other = createServer((_request, response) => response.end("welcome to nginx"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.2", resolve));
    const { port } = other.address() as AddressInfo;
    const check = await checkBaseUrl({ base_url: `http://127.0.0.2:${port}` });
    other.close();
    other.closeAllConnections();
    expect(check).toMatchObject({ status: "problem", message: expect.stringContaining("returns 200, but") });
  });

  test("base URL without TLS", async () => {
    const hop = createServer((_request, response) => response.end('{"status":"live"}'));
    await new Promise<void>((resolve) => hop.listen(0, "127.0.0.2", resolve));
    const { port } = hop.address() as AddressInfo;
    const check = await checkBaseUrl({ base_url: `http://127.0.0.2:${port}` });
    hop.close();
    hop.closeAllConnections();
    expect(check).toMatchObject({ status: "warning", remedy: expect.stringContaining("https://") });
  });

  test("data folder that can't be written", () => {
    set({ DATA_DIR: "/proc/hop" });
    const file = path.join(folder, "file");
    writeFileSync(file, "");
    for (const DATA_DIR of ["/proc/1/hop", file]) {
      set({ DATA_DIR });
      expect(checkDataDir()).toMatchObject({ status: "problem", remedy: expect.stringMatching(/^set DATA_DIR/) });
    }
  });

  test("data folder that the kernel made read-only after an error, where access(2) succeeds", () => {
    const write = jest.spyOn(fs, "writeFileSync").mockImplementation(() => {
      throw Object.assign(new Error("read-only file system"), { code: "EROFS" });
    });
    const message = `${folder} cannot be written (EROFS)`;
    expect(checkDataDir()).toMatchObject({ status: "problem", message });
    write.mockRestore();
  });

  test("port in use", async () => {
    const other = createSilentServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    set({ HOST: "127.0.0.1", PORT: (other.address() as AddressInfo).port });
    const check = await checkPort();
    other.close();
    expect(check).toMatchObject({ status: "warning", remedy: expect.stringContaining("PORT") });
  });

  test("a file that a variable names", async () => {
    set({ GEOIP_FILE: "/nowhere.mmdb" });
    expect(await examine()).toMatchObject([
      { name: "configuration", status: "problem", message: expect.stringMatching(/^GEOIP_FILE: /) },
      { name: "everything else", status: "skipped" },
    ]);
  });
});

test("spool that can't be written", () => {
  const spool = path.join(folder, "spool");
  writeFileSync(spool, "");
  const message = `clicks are lost: ${spool} cannot be written (EACCES)`;
  expect(checkDataDir()).toMatchObject({ status: "problem", message });
  rmSync(spool);
});

test("mail password that was stored with another secret", async () => {
  set({ SMTP_HOST: "127.0.0.1", SMTP_PORT: 1 });
  expect(await checkMail({ smtp_password: "sealed elsewhere" })).toMatchObject({
    status: "problem",
    message: expect.stringMatching(/can't be decrypted/),
    remedy: expect.stringMatching(/AUTH_SECRET/),
  });
});

test("the age of the country database", async () => {
  const file = path.join(folder, "countries.mmdb");
  set({ GEOIP_FILE: file });
  for (const [ageDays, status] of [
    [364, "ok"],
    [366, "warning"],
  ] as const) {
    const built = new Date(Date.now() - ageDays * DAY_MS);
    writeFileSync(file, writeMmdb({}, built));
    const message = expect.stringContaining(`built on ${built.toISOString().slice(0, 10)}`);
    expect(await checkCountries()).toMatchObject({ status, message });
  }
  rmSync(file);
  expect(await checkCountries()).toMatchObject({ status: "problem", message: expect.stringContaining("ENOENT") });
  set({ GEOIP_FILE: undefined });
  expect(await checkCountries()).toMatchObject({ message: expect.stringMatching(/^built on 20\d\d-/) });
});

test.each([
  ["a full disk", { free: 0 }, { status: "problem", remedy: expect.stringMatching(/^free or add disk space/) }],
  ["no room for files", { freeFiles: 999 }, { status: "problem", message: expect.stringContaining("999 more files") }],
  ["a disk filling up", { free: 1e9 }, { status: "warning", remedy: expect.stringContaining("SPOOL_MAX_MB") }],
  ["a small disk with a fifth free, as in alert mails", { free: 1.9e9, size: 1e10 }, { status: "ok" }],
])("%s", async (_what, disk, check) => {
  expect(await checkDisk({ free: 1e11, size: 1e12, freeFiles: 1e6, ...disk })).toMatchObject(check);
});

test("a database that another application has migrated", async () => {
  await pool().query(
    "ALTER TABLE _prisma_migrations RENAME TO of_hop; CREATE TABLE _prisma_migrations AS SELECT 'init' AS migration_name",
  );
  expect(await databaseCheck("migrations")).toMatchObject({
    status: "problem",
    message: expect.stringMatching(/^the database has the migrations of another application/),
    remedy: "give Hop a database of its own",
  });
  await pool().query("DROP TABLE _prisma_migrations; ALTER TABLE of_hop RENAME TO _prisma_migrations");
});
