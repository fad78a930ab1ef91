import { expect, test } from "@playwright/test";
import { goOnWithBulkJob } from "@/bench/faults/bulk-jobs";
import { killEmbeddedPostgres } from "@/bench/faults/embedded";
import { withstandFlood } from "@/bench/faults/flood";
import { measureStaleness } from "@/bench/faults/instances";
import { loseNoClick, replayTwice, stopGracefully } from "@/bench/faults/kills";
import { answerOddRequests } from "@/bench/faults/odd-requests";
import type { Outcome } from "@/bench/faults/outcome";
import { surviveUncaughtErrors } from "@/bench/faults/uncaught-errors";
import { cleanUp } from "@/bench/harness/clean-up";
import { codeOf, insertLinks, type Server, scratchFolder, startServer } from "@/bench/harness/database";
import { signal } from "@/bench/harness/processes";
import { pidsOf, startEverything, statusOf } from "@/bench/harness/product";

// The quick ones of `npm run test:faults`, on a Postgres of their own: they end processes under load.
test.describe.configure({ mode: "serial" });

let server: Server;
test.beforeAll(async () => {
  server = await startServer({ fsync: "off", synchronous_commit: "off" });
});
test.afterAll(cleanUp);

function expectPass(...outcomes: Outcome[]): void {
  for (const { verdict, promise, measured } of outcomes) expect(verdict, `${promise}: ${measured}`).toBe("pass");
}

test("no click is lost, and none counted twice, when a front, the worker and everything are killed under load", async () => {
  expectPass(await loseNoClick(server, 3));
});

test("a spool that comes back twice counts once", async () => {
  expectPass(await replayTwice(server));
});

test("SIGTERM under load fails no request and leaves no click behind", async () => {
  expectPass(await stopGracefully(server));
});

test("a link that is paused on one instance stops on the other within a second", async () => {
  expectPass(...(await measureStaleness(server, 10, 0)));
});

test("a job over 10,000 links goes on after kill -9 of the worker, each link done once", async () => {
  expectPass(await goOnWithBulkJob(server, 10_000, 1));
});

test("an uncaught error in the front or the app cuts nobody off, and the process is replaced", async () => {
  // How soon is judged by the fault run, which has the machine to itself.
  expectPass(...(await surviveUncaughtErrors(server, 10_000)));
});

test("every registered header, with an odd value, leaves every process running", async () => {
  expectPass(await answerOddRequests(server, { values: ["close, trailer, transfer-encoding, content-length, host"] }));
});

test("/health/ready names roles that are frozen, and counts the clicks that wait", async () => {
  const database = await server.createDatabase();
  await insertLinks(database, 1);
  const hop = await startEverything({ dataDir: scratchFolder(), databaseUrl: database.url });
  const health = async () => (await fetch(`${hop.url}/health/ready`)).json();
  await expect.poll(health).toMatchObject({ status: "ready", problems: [], roles: { app: "up", worker: "up" } });
  const frozen = [...pidsOf(hop, "app"), ...pidsOf(hop, "worker")];
  for (const pid of frozen) signal(pid, "SIGSTOP");
  for (let visit = 0; visit < 3; visit++) expect(await statusOf(`${hop.url}/${codeOf(1)}`)).toBe(302);
  await expect.poll(health).toMatchObject({ status: "degraded", problems: ["app", "worker"], waitingClicks: 3 });
  expect((await health()).oldestWaitingSeconds).toBeGreaterThanOrEqual(3);
  for (const pid of frozen) signal(pid, "SIGCONT");
  await expect.poll(health).toMatchObject({ status: "ready", waitingClicks: 0, oldestWaitingSeconds: null });
  await hop.stop();
});

test("a flood of made-up codes and of clicks keeps nobody from their links, and its clicks are limited", async () => {
  // Other tests run at the same time: how fast visitors are answered is for `npm run test:faults` to say.
  const variables = { CLICK_LIMIT_BURST: "500", UNKNOWN_LIMIT_BURST: "100" };
  const size = { healthyMs: 500, floodMs: 3_000, perSecond: 1_000 };
  expectPass(...(await withstandFlood(server, { ...size, variables, judgesSpeed: false })));
});

test("the embedded database comes back when all its processes are killed under load, and no click is lost", async () => {
  expectPass(await killEmbeddedPostgres(1));
});
