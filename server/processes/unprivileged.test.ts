import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import "@/server/testing/embedded-binaries";
import { startEmbeddedPostgres } from "@/server/postgres/embedded";

const asRoot = process.getuid?.() === 0 ? test : test.skip;
const root = mkdtempSync(path.join(tmpdir(), "hop-account-"));
const dataDir = path.join(root, "data");
const { PATH } = process.env;

beforeAll(() => {
  // User namespaces are forbidden, as in most containers.
  writeFileSync(path.join(root, "unshare"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  process.env.PATH = `${root}:${PATH}`;
  chmodSync(root, 0o711);
});
beforeEach(() => mkdirSync(dataDir, { mode: 0o711 }));
afterEach(() => rmSync(dataDir, { recursive: true }));
afterAll(() => {
  process.env.PATH = PATH;
  rmSync(root, { recursive: true });
});

asRoot("the embedded Postgres of root runs as an account of the system on a new DATA_DIR", async () => {
  const { cluster, url, stop } = await startEmbeddedPostgres(dataDir, { fsync: "off" });
  try {
    expect(statSync(cluster).uid).not.toBe(0);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await client.end();
  } finally {
    await stop();
  }
});

asRoot("and is refused in one sentence on a DATA_DIR that no account may pass", async () => {
  chmodSync(dataDir, 0o700);
  await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(`no other user can access ${dataDir}`);
  expect(existsSync(path.join(dataDir, "postgres"))).toBe(false);
});
