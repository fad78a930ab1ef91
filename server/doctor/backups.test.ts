import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BackupState } from "@/lib/backup-schedule/types";
import { env } from "@/lib/env";
import { refuse, type S3Server, startS3 } from "@/lib/stores/testing/s3-server";
import { checkBackups } from "@/server/doctor/backups";

const HOUR_MS = 60 * 60 * 1_000;
const folder = mkdtempSync(path.join(tmpdir(), "hop-doctor-"));
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true });
});

const at = (address: string, state: Partial<BackupState> | null = null) => {
  Object.assign(env(), { BACKUP_TO: address });
  return checkBackups(
    state && { address, everyHours: 24, last: null, failure: null, runningSince: null, failedAttempts: 0, ...state },
  );
};
const last = (hours: number) => ({ at: new Date(Date.now() - hours * HOUR_MS), bytes: 12_345_678, name: "x" });

test("having none scheduled is not a problem", async () => {
  Object.assign(env(), { BACKUP_TO: undefined });
  expect(await checkBackups(null)).toEqual({
    name: "backups",
    status: "ok",
    message: "none are scheduled (BACKUP_TO)",
  });
});

test("the last good one is named with its age and size, and nothing is left in the folder", async () => {
  expect(await at(folder, { last: last(3) })).toMatchObject({
    status: "ok",
    message: `the last one in ${folder}, of 12.3 MB, was made 3 hr. ago`,
  });
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ["none yet", {}, /^none in .* yet$/, "start Hop"],
  ["too old", { last: last(49) }, /was made 2 days ago$/, "start Hop"],
  [
    "too old, but one is running",
    { last: last(73), runningSince: last(5).at },
    /was made 3 days ago; one was started 5 hr\. ago$/,
    "wait for it",
  ],
  [
    "a failure",
    { last: last(3), failure: { at: new Date(), message: "the disk is full" } },
    /3 hr. ago; the latest attempt failed: the disk is full$/,
    "see docs/runbook/backup-fails.md",
  ],
])("a warning: %s", async (_what, state, message, remedy) => {
  const check = await at(folder, state);
  expect(check).toMatchObject({ status: "warning", remedy: expect.stringContaining(remedy) });
  expect(check.message).toMatch(message);
});

test.each([
  ["an old one", { last: last(71), runningSince: last(5).at }, /was made 2 days ago; one was started 5 hr\. ago$/],
  ["none yet", { runningSince: last(5).at }, /^none in .* yet; one was started 5 hr\. ago$/],
])("%s is ok for another interval while an attempt is running", async (_what, state, message) => {
  expect(await at(folder, state)).toMatchObject({ status: "ok", message: expect.stringMatching(message) });
});

test("a folder that is missing", async () => {
  expect(await at(path.join(folder, "missing"))).toMatchObject({
    status: "problem",
    message: `${path.join(folder, "missing")} does not exist`,
  });
});

test("a bucket that can be written, or refuses", async () => {
  expect(await at("s3://backups/hop")).toMatchObject({ status: "ok", message: "s3://backups/hop can be written" });
  expect(s3.unfinishedUploads()).toEqual([]);
  s3.state.fault = refuse(403, "AccessDenied");
  const check = await at("s3://backups/hop");
  expect(check).toMatchObject({ status: "problem", message: expect.stringMatching(/refused access/) });
  expect(JSON.stringify(check)).not.toMatch(/hunter2|S3RVER/);
});
