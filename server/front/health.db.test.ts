import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { v7 as uuidv7 } from "uuid";
import { encodeClick } from "@/lib/clicks/record";
import { spoolFolder } from "@/lib/clicks/spool";
import { recordedClick } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { startJobs, stopJobs } from "@/lib/jobs/queue";
import { until } from "@/lib/testing/until";
import { createHealthCheck } from "@/server/front/health";

// The replica counts as silent after 0.8 s.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const STATE = {
  isListening: true,
  cachedLinks: 0,
  cachedBytes: 0,
  droppedClicks: 0,
  limitedClicks: 0,
  limitedLookUps: 0,
};

async function replicaOf(check: ReturnType<typeof createHealthCheck>): Promise<string | undefined> {
  return (await check.ready()).body.replica?.state;
}

async function makeQueue(): Promise<void> {
  await startJobs();
  await stopJobs();
}

test("a clock that is set back keeps no outdated state", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "hop-health-"));
  const spool = spoolFolder(dataDir);
  mkdirSync(spool);
  const check = createHealthCheck({ databaseUrl: env().DATABASE_URL ?? "", dataDir, redirectorState: () => STATE });
  expect((await check.ready()).body.waitingClicks).toBe(0);
  writeFileSync(
    path.join(spool, "1767225600000-1-0-0123456789ab.open"),
    encodeClick(recordedClick(uuidv7(), Date.now())),
  );
  const [time, elapsed] = [Date.now(), performance.now()];
  jest.spyOn(Date, "now").mockReturnValue(time - 3_600_000);
  jest.spyOn(performance, "now").mockReturnValue(elapsed + 2_000);
  expect((await check.ready()).body.waitingClicks).toBe(1);
  jest.restoreAllMocks();
  await check.close();
  rmSync(dataDir, { recursive: true });
});

test("a database that has become read-only is a problem, and its visitors are still redirected", async () => {
  await makeQueue();
  const dataDir = mkdtempSync(path.join(tmpdir(), "hop-health-"));
  mkdirSync(spoolFolder(dataDir));
  const url = new URL(env().DATABASE_URL ?? "");
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  const check = createHealthCheck({ databaseUrl: url.href, dataDir, redirectorState: () => STATE });
  const answer = await check.ready();
  await check.close();
  rmSync(dataDir, { recursive: true });
  const body = { status: "degraded", database: "read-only", problems: ["database"] };
  expect(answer).toMatchObject({ status: 200, body });
});

test("a job queue that can't be used is a problem", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "hop-health-"));
  mkdirSync(spoolFolder(dataDir));
  const askAnew = async () => {
    const check = createHealthCheck({ databaseUrl: env().DATABASE_URL ?? "", dataDir, redirectorState: () => STATE });
    const { body } = await check.ready();
    await check.close();
    return body;
  };
  await pool().query("DROP SCHEMA IF EXISTS pgboss CASCADE");
  expect(await askAnew()).toMatchObject({ status: "degraded", jobQueue: "unusable", problems: ["job queue"] });
  await makeQueue();
  expect(await askAnew()).toMatchObject({ status: "ready", jobQueue: "usable", problems: [] });
  rmSync(dataDir, { recursive: true });
});

test("nobody waits for a replica that accepts connections but sends nothing", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "hop-health-"));
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const url = `postgresql://hop@127.0.0.1:${(silent.address() as AddressInfo).port}/hop`;
  const before = env().DATABASE_REPLICA_URL;
  Object.assign(env(), { DATABASE_REPLICA_URL: url });
  const connected = once(silent, "connection");
  const check = createHealthCheck({ databaseUrl: env().DATABASE_URL ?? "", dataDir, redirectorState: () => STATE });
  expect(await replicaOf(check)).toBe("unknown");
  await connected;
  await until(async () => (await replicaOf(check)) !== "unknown");
  expect((await check.ready()).body).toMatchObject({ database: "up", replica: { state: "down", lagSeconds: null } });
  for (const socket of sockets) socket.destroy();
  silent.close();
  await check.close();
  Object.assign(env(), { DATABASE_REPLICA_URL: before });
  rmSync(dataDir, { recursive: true });
});
