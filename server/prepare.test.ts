import fs, { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { freePort } from "@/e2e/hop";
import "@/server/testing/embedded-binaries";
import { until } from "@/lib/testing/until";

// The embedded server is started without this check.
jest.mock("@/server/postgres/transaction-pooler", () => ({
  assertOwnSessions: () => Promise.reject(new Error("checked for a pooler")),
}));

const folder = mkdtempSync(path.join(tmpdir(), "hop-prepare-"));
const file = path.join(folder, "a-file");
writeFileSync(file, "");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = { ...process.env };
afterEach(() => {
  process.env = { ...environment };
});

/** The error of a start with these variables. EnvErrors exit with 78, StartErrors with 1 (start.spec.ts). */
async function failWith(variables: Record<string, string>): Promise<{ name: string; message: string }> {
  process.env = {
    ...environment,
    PORT: String(await freePort()),
    DATA_DIR: path.join(folder, "unused"),
    DATABASE_URL: "",
    ...variables,
  };
  jest.resetModules();
  const { prepare } = await import("@/server/prepare");
  try {
    await prepare(new AbortController().signal);
  } catch (error) {
    const { name, message, lines } = error as Error & { lines?: string[] };
    return { name, message: lines?.join("\n") ?? message };
  }
  throw new Error("it started");
}

test("the port is taken", async () => {
  const other: Server = createServer();
  await new Promise<void>((resolve) => other.listen(0, "0.0.0.0", resolve));
  const { port } = other.address() as AddressInfo;
  expect(await failWith({ PORT: String(port) })).toEqual({
    name: "StartError",
    message: `Port ${port} is already in use: set PORT to another.`,
  });
  other.close();
});

const EXTERNAL_DATABASE = { AUTH_SECRET: "a".repeat(32), DATABASE_URL: "postgresql://hop@127.0.0.1:1/hop" };

test("the disk of DATA_DIR is full", async () => {
  const dataDir = path.join(folder, "full");
  const write = jest.spyOn(fs, "writeFileSync").mockImplementation(() => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
  });
  expect(await failWith({ ...EXTERNAL_DATABASE, DATA_DIR: dataDir })).toEqual({
    name: "StartError",
    message: `DATA_DIR: ${dataDir} is on a full disk, or over its quota: free some space, but leave postgres and spool as they are (ENOSPC).`,
  });
  write.mockRestore();
});

test("the disk of DATA_DIR is read-only since an error, and a lock is left on it", async () => {
  const dataDir = path.join(folder, "read-only");
  mkdirSync(dataDir);
  writeFileSync(path.join(dataDir, "hop.pid"), "hop");
  const rename = jest.spyOn(fs, "renameSync").mockImplementation(() => {
    throw Object.assign(new Error("EROFS: read-only file system, rename"), { code: "EROFS", syscall: "rename" });
  });
  expect(await failWith({ ...EXTERNAL_DATABASE, DATA_DIR: dataDir })).toEqual({
    name: "EnvError",
    message: `DATA_DIR: ${dataDir} cannot be written (EROFS): its file system is mounted read-only.`,
  });
  rename.mockRestore();
});

test.each([
  ["not an address of this machine, but may become one", "192.0.2.1", "StartError"],
  ["not found, but may be later", "no-such-host.invalid", "StartError"],
  ["an address without its interface", "fe80::1", "EnvError"],
  ["malformed", "[::1", "EnvError"],
])("HOST is %s: %s", async (_what, host, error) => {
  const { name, message } = await failWith({ HOST: host });
  expect(name).toBe(error);
  expect(message).toMatch(/^HOST: must be an address of this machine; \S+ is not \(E[A-Z_]+\)\.$/);
  expect(message).toContain(`; ${host} is not`);
});

test("the database is unreachable", async () => {
  const { name, message } = await failWith({ DATABASE_URL: `postgresql://hop@127.0.0.1:${await freePort()}/hop` });
  expect(name).toBe("StartError");
  expect(message).toMatch(/^DATABASE_URL: the database does not answer \(.*ECONNREFUSED.*\)\.$/);
});

test("after a failed migration, the previous version can log in with the password that it knows", async () => {
  const dataDir = path.join(folder, "earlier");
  mkdirSync(dataDir);
  const { startEmbeddedPostgres } = await import("@/server/postgres/embedded");
  const query = async (url: string, statement: string) => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const earlier = await startEmbeddedPostgres(dataDir, { fsync: "off" });
  const shared = readFileSync(path.join(dataDir, "postgres-password"), "utf8").trim();
  await query(earlier.url, "CREATE TABLE users ()");
  await query(earlier.superuserUrl, `ALTER ROLE hop PASSWORD '${shared}'`);
  rmSync(path.join(dataDir, "postgres-app-password"));
  await earlier.stop();
  const { message } = await failWith({ DATA_DIR: dataDir });
  expect(message).toMatch(/^Migration \S+ failed: /);
  // When aborted, it neither changes the cluster nor waits.
  const postgres = await startEmbeddedPostgres(dataDir, { fsync: "off" }, { shutdown: AbortSignal.abort() });
  const url = new URL(postgres.url);
  url.password = shared;
  const login = () => query(url.href, "SELECT FROM users").catch(({ code }) => code);
  let failure = await login();
  await until(async () => {
    failure = await login();
    return !["57P03", "ECONNREFUSED", "ENOENT"].includes(failure);
  });
  expect(failure).toBeUndefined();
  await postgres.stop();
});

test("the data folder cannot be created", async () => {
  const dataDir = path.join(file, "data");
  expect(await failWith({ DATA_DIR: dataDir })).toEqual({
    name: "EnvError",
    message: `DATA_DIR: ${dataDir} cannot be written (ENOTDIR).`,
  });
});

(process.platform === "linux" ? test : test.skip)("the data folder is on a read-only file system", async () => {
  expect(await failWith({ DATA_DIR: "/proc/hop/data" })).toEqual({
    name: "EnvError",
    message: "DATA_DIR: /proc/hop/data cannot be written (ENOENT).",
  });
});

test.each(["auth-secret", "postgres-password", "postgres-app-password"])("the file %s is empty", async (secret) => {
  const dataDir = path.join(folder, `empty-${secret}`);
  mkdirSync(dataDir);
  writeFileSync(path.join(dataDir, secret), "");
  const { name, message } = await failWith({ DATA_DIR: dataDir });
  expect(name).toBe("EnvError");
  expect(message).toMatch(new RegExp(`^DATA_DIR: ${path.join(dataDir, secret)} is empty: [^\\n]+$`));
});

test.each([path.join(folder, "nowhere.mmdb"), "package.json"])(
  "GEOIP_FILE is missing or not a database: %s",
  async (GEOIP_FILE) => {
    const { name, message } = await failWith({ GEOIP_FILE });
    expect(name).toBe("EnvError");
    expect(message).toMatch(/^GEOIP_FILE: must be a country database in MMDB format; [^\n]+ is not \([^\n]+\)$/);
  },
);

test("BASE_URL has a path", async () => {
  expect(await failWith({ BASE_URL: "https://hop.example/links" })).toEqual({
    name: "EnvError",
    message: "BASE_URL: must be an address such as https://hop.example: a path is not allowed",
  });
});
