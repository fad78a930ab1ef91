import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { EXIT_FAILED } from "@/server/command";
import { importSpoolFolder } from "@/server/commands/spool-import";
import { lockDataDir } from "@/server/data-dir/lock";
import { startHeartbeat } from "@/server/processes/heartbeat";

let dataDir: string;
let spool: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "hop-import-"));
  spool = path.join(dataDir, "spool");
  mkdirSync(spool);
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.removeAllListeners(name);
});

function leave(pid = 999_999_999, extension = "closed"): string {
  const file = path.join(spool, `1780000000000-${pid}-0-0123456789ab.${extension}`);
  writeFileSync(file, "damaged\n");
  return file;
}

const run = (folder: string, said: string[] = []) =>
  importSpoolFolder({ options: {}, positionals: [folder] }, (line) => said.push(line));

test("prints what was stored, what was rejected and what was ignored", async () => {
  leave();
  writeFileSync(path.join(spool, "readme"), "");
  const said: string[] = [];
  expect(await run(spool, said)).toMatchObject({ segments: 1, stored: 0, rejected: 1, ignored: ["readme"] });
  expect(said).toEqual([
    "0 clicks stored from 1 file; 0 were stored before.",
    "1 click rejected: see the table rejected_clicks for the reasons.",
    "Ignored files that don't belong to a spool: readme.",
  ]);
});

test("fails if a file is unfinished", async () => {
  const segment = path.basename(leave(999_999_998));
  const client = await pool().connect();
  const position = segment.replace(".closed", "");
  await client.query("INSERT INTO spool_positions (segment, position) VALUES ($1, 0)", [position]);
  await client.query("BEGIN");
  await client.query("SELECT FROM spool_positions WHERE segment = $1 FOR UPDATE", [position]);
  const said: string[] = [];
  await run(spool, said);
  await client.query("ROLLBACK");
  client.release();
  const { exitCode } = process;
  process.exitCode = undefined;
  expect(said.at(-1)).toBe(`${segment} is unfinished: another process is storing it. Run the import again.`);
  expect(exitCode).toBe(EXIT_FAILED);
});

describe("refuses", () => {
  test("a folder that is missing, a file, and a folder without clicks", async () => {
    await expect(run(path.join(dataDir, "nowhere"))).rejects.toThrow("cannot be read (ENOENT)");
    await expect(run(leave())).rejects.toThrow("is not a folder");
    await expect(run(dataDir)).rejects.toThrow(`Did you mean ${spool}?`);
  });

  test("this installation's own spool, even through a link", async () => {
    leave();
    const own = env().DATA_DIR;
    env().DATA_DIR = dataDir;
    const link = path.join(dataDir, "link");
    symlinkSync(spool, link);
    try {
      await expect(run(link)).rejects.toThrow(
        "is in use by this installation, which stores its clicks. Import a copy.",
      );
    } finally {
      env().DATA_DIR = own;
    }
  });

  test("the spool of a running Hop", async () => {
    leave();
    const unlock = await lockDataDir(dataDir);
    // The lock's own process doesn't count as another Hop.
    const message = await run(spool).catch(String);
    unlock();
    expect(String(message)).toMatch(/in use by a running Hop \(process \d+\)/);
  });

  test("the spool of a Hop in a container, whose processes are not visible here", async () => {
    leave();
    const stop = startHeartbeat(dataDir, "worker");
    await expect(run(spool)).rejects.toThrow("is in use by a running Hop,");
    stop();
  });

  test("a spool that a front alone is writing, but not one whose writer's number another process has", async () => {
    const descriptor = openSync(leave(process.pid, "open"), "a");
    await expect(run(spool)).rejects.toThrow(`is in use by a running Hop (process ${process.pid})`);
    closeSync(descriptor);
    expect(await run(spool)).toMatchObject({ segments: 1 });
  });
});
