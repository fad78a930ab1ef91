import { killEmbeddedPostgres } from "@/bench/faults/embedded";
import { resumeFaviconRefresh } from "@/bench/faults/favicon-refresh";
import { FLOOD_LINKS, withstandFlood } from "@/bench/faults/flood";
import { measureStaleness } from "@/bench/faults/instances";
import { loseNoClick, replayTwice, startVisited, stopGracefully, type Visited } from "@/bench/faults/kills";
import { answerOddRequests } from "@/bench/faults/odd-requests";
import type { Outcome } from "@/bench/faults/outcome";
import { BUSY_TIMEOUTS as timeouts } from "@/bench/faults/reconcile";
import { reloadTwice } from "@/bench/faults/reload";
import { type Running, startRunning } from "@/bench/faults/running";
import { surviveUncaughtErrors, THROW_ON_SIGNAL } from "@/bench/faults/uncaught-errors";
import { cleanUp } from "@/bench/harness/clean-up";
import { codeOf, type Server, startServer } from "@/bench/harness/database";
import { signal } from "@/bench/harness/processes";
import { pidsOf, statusOf } from "@/bench/harness/product";
import { getKnown } from "@/bench/harness/visitors";
import { expect, test } from "@/e2e/fixtures";

// Short versions of `npm run test:faults`, on their own Postgres: they kill processes under load.
test.describe.configure({ mode: "serial", timeout: 600_000 });

/** Low limits, for the flood. Each visitor of the other tests has its own address. */
const variables = {
  CLICK_LIMIT_BURST: "100",
  CLICK_LIMIT_RATE: "5",
  UNKNOWN_LIMIT_BURST: "100",
  UNKNOWN_LIMIT_RATE: "5",
  NODE_OPTIONS: THROW_ON_SIGNAL,
};
/** The fault run, which has the machine to itself, judges the pauses. */
const BUSY_LIMIT_MS = 40_000;

let server: Server;
test.beforeAll(async () => {
  server = await startServer({ fsync: "off", synchronous_commit: "off" });
});
test.afterAll(cleanUp);

let visited: Visited | undefined;
async function shareVisited(): Promise<Visited> {
  visited ??= await startVisited(server);
  return visited;
}

let running: Running | undefined;
/** The instance shared by tests that leave it running. */
async function share(): Promise<Running> {
  running ??= await startRunning(server, { links: FLOOD_LINKS, variables });
  return running;
}

function expectPass(...outcomes: Outcome[]): void {
  for (const { verdict, promise, measured } of outcomes) expect(verdict, `${promise}: ${measured}`).toBe("pass");
}

test("no click is lost or counted twice when a front, the worker and everything are killed under load", async () => {
  expectPass(await loseNoClick(await shareVisited(), { kills: 3, perSecond: 500, timeouts }));
});

test("two reloads at once and SIGUSR2 fail no request, and new fronts know the links that old ones knew", async () => {
  expectPass(await reloadTwice(await shareVisited()));
});

test("SIGTERM under load fails no request and drains the spool", async () => {
  expectPass(await stopGracefully(await shareVisited(), timeouts, BUSY_LIMIT_MS));
});

test("a spool replayed twice counts once", async () => {
  expectPass(await replayTwice(server, timeouts));
});

test("a refresh of 600 favicons resumes after kill -9 of the worker, each host stored once", async () => {
  expectPass(await resumeFaviconRefresh(server, 600, 1));
});

test("/health/ready names frozen roles and counts waiting clicks", async () => {
  const { hop } = await share();
  await getKnown(`${hop.url}/${codeOf(1)}`);
  const health = async () => (await fetch(`${hop.url}/health/ready`)).json();
  const roles = { app: "up", worker: "up" };
  await expect.poll(health).toMatchObject({ status: "ready", problems: [], roles, waitingClicks: 0 });
  const frozen = [...pidsOf(hop, "app"), ...pidsOf(hop, "worker")];
  for (const pid of frozen) signal(pid, "SIGSTOP");
  for (let visit = 0; visit < 3; visit++) expect(await statusOf(`${hop.url}/${codeOf(1)}`)).toBe(302);
  await expect.poll(health).toMatchObject({ status: "degraded", problems: ["app", "worker"], waitingClicks: 3 });
  await expect.poll(async () => (await health()).oldestWaitingSeconds).toBeGreaterThanOrEqual(3);
  for (const pid of frozen) signal(pid, "SIGCONT");
  await expect.poll(health).toMatchObject({ status: "ready", waitingClicks: 0, oldestWaitingSeconds: null });
});

test("a link paused on one instance stops on the other within a second", async () => {
  const isTooSlow = ({ verdict }: Outcome) => verdict !== "pass";
  let outcomes = await measureStaleness(await share(), 10, 0);
  // A stall of the machine spoils one series; a front that doesn't receive the pauses fails all of them.
  for (let tries = 1; tries < 4 && outcomes.some(isTooSlow); tries++) {
    outcomes = await measureStaleness(await share(), 10, 0);
  }
  expectPass(...outcomes);
});

test("an uncaught error in the front or the app cuts nobody off, and the process is replaced", async () => {
  expectPass(...(await surviveUncaughtErrors(await share(), BUSY_LIMIT_MS)));
});

test("every registered header with an odd value leaves every process running", async () => {
  const values = ["close, trailer, transfer-encoding, content-length, host"];
  expectPass(await answerOddRequests(await share(), { values }));
});

test("a flood of made-up codes and clicks delays nobody, and its clicks are limited", async () => {
  // Other tests run at the same time: `npm run test:faults` judges the speed.
  const size = { healthyMs: 500, floodMs: 3_000, perSecond: 1_000, timeouts };
  expectPass(...(await withstandFlood(await share(), { ...size, variables, judgesSpeed: false })));
});

test("the embedded database recovers when all its processes are killed under load, and no click is lost", async () => {
  expectPass(await killEmbeddedPostgres(1, timeouts, BUSY_LIMIT_MS));
});
