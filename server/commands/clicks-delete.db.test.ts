import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { drainSpool } from "@/lib/clicks/drain";
import { openSpool } from "@/lib/clicks/spool";
import { recordedClick } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { deleteClicks } from "@/server/commands/clicks-delete";
import { StartError } from "@/server/processes/start-error";

const { DATA_DIR } = env();
let dataDir: string;
let spool: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "hop-delete-"));
  spool = path.join(dataDir, "spool");
  env().DATA_DIR = dataDir;
});

afterEach(() => {
  env().DATA_DIR = DATA_DIR;
  rmSync(dataDir, { recursive: true, force: true });
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.removeAllListeners(name);
});

const withJson = (say: (line: string) => void = () => undefined) =>
  deleteClicks({ options: { address: "131.130.1.11" }, positionals: [] }, say);

async function run(): Promise<string[]> {
  const said: string[] = [];
  await withJson((line) => said.push(line));
  return said;
}

test("deletes a visitor's clicks, including from the files from which a running front's clicks were stored", async () => {
  const { id } = await createUrl(await createUser(), createUrlSchema.parse({ originalUrl: "https://example.com/" }));
  const front = openSpool(spool);
  await new Promise<void>((resolve) => front.append(recordedClick(id, Date.now()), resolve));
  await drainSpool(pool(), spool);
  expect(readdirSync(spool)).not.toEqual([]);
  expect(await run()).toEqual(["1 click deleted."]);
  expect(readdirSync(spool)).toEqual([]);
  front.close();
});

test("says so if it can't change the spool", async () => {
  writeFileSync(spool, "not a folder");
  const problem = `Stored clicks stay in ${spool} for up to an hour: it can't be changed (ENOTDIR).`;
  expect(await run()).toEqual(["0 clicks deleted.", problem]);
  expect(await withJson()).toEqual({ deleted: 0, ipMode: "full", problem });
});

test("an invalid address is refused", async () => {
  const deleting = deleteClicks({ options: { address: "203.0.113" }, positionals: [] }, () => undefined);
  await expect(deleting).rejects.toThrow(new StartError("--address: Please enter an IPv4 or IPv6 address."));
});
