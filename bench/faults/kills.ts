import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, seconds, thousands, unless } from "@/bench/faults/outcome";
import { codesThatDiffer, reconcile, type Timeouts, untilAllStored } from "@/bench/faults/reconcile";
import { type Running, startRunning } from "@/bench/faults/running";
import { codeOf, countClicks, insertLinks, readStored, type Server, scratchFolder } from "@/bench/harness/database";
import { signal, until } from "@/bench/harness/processes";
import { drained, type Instance, pidsOf, startEverything, startRole } from "@/bench/harness/product";
import { longestGap, mergeVisits, receivedByCode, startVisits, type Visits } from "@/bench/harness/visitors";
import { freePort } from "@/e2e/hop";
import { readBacklog } from "@/lib/clicks/backlog";

const LINKS = 200;
const someCode = () => codeOf(1 + Math.floor(Math.random() * LINKS));

/** Includes all visits since its start, since its clicks are reconciled with them. */
export type Visited = Running & { earlier: Visits[] };

export async function startVisited(server: Server): Promise<Visited> {
  // Logs why a reload was refused (reload.ts).
  const variables = { LOG_LEVEL: process.env.LOG_LEVEL ?? "error" };
  return Object.assign(await startRunning(server, { links: LINKS, variables }), { earlier: [] });
}

/** Visits all links, so that the front knows them however busy the database is later on. */
export async function visitAll({ hop, earlier }: Visited): Promise<void> {
  let turn = 0;
  const code = () => codeOf(1 + (turn++ % LINKS));
  const visits = startVisits({ targets: [hop.url], code, connections: 8, perSecond: 500 });
  earlier.push(visits);
  if (!(await until(() => receivedByCode(visits).size === LINKS, 60_000, 50)))
    throw new Error("not all links are redirected");
  await visits.stop();
}

type Load = { kills: number; perSecond?: number; timeouts?: Timeouts | undefined };

/** B2: kill -9 of a front, of the worker or of everything, at random moments under load. Leaves it running. */
export async function loseNoClick(running: Visited, { kills, perSecond = 2_000, timeouts }: Load): Promise<Outcome> {
  const { database, earlier } = running;
  const visits = startVisits({ targets: [running.hop.url], code: someCode, connections: 32, perSecond });
  earlier.push(visits);
  const killed = { front: 0, worker: 0, everything: 0 };
  for (let kill = 0; kill < kills; kill++) {
    await sleep(300 + Math.random() * 700);
    // One of each kind first, then random ones.
    const kinds = ["everything", "front", "worker"] as const;
    const victim = kinds[kill < kinds.length ? kill : Math.floor(Math.random() * kinds.length)] ?? "front";
    killed[victim] += 1;
    if (victim === "everything") {
      await running.hop.killAll();
      await running.restart();
    } else {
      killRole(running.hop, victim);
    }
  }
  await untilServing(visits);
  await visits.stop();
  const { summary, problems } = await reconcile(database, mergeVisits(earlier), timeouts);
  return judged(
    "B2",
    "no click lost: stored ≥ received, ≤ received + in doubt",
    `kill -9 of the fronts ${killed.front}, worker ${killed.worker}, everything ${killed.everything} times: ${summary}`,
    problems,
  );
}

function killRole(hop: Instance, role: "front" | "app" | "worker"): void {
  for (const pid of pidsOf(hop, role)) signal(pid, "SIGKILL");
}

/** Waits until a visit is answered again after a kill. */
async function untilServing(visits: Visits): Promise<boolean> {
  const from = visits.answers.length;
  return until(() => visits.answers.length > from + 100, 60_000, 20);
}

/** B3: kill -9 of the worker as soon as its commit is visible, before the worker learns of it. */
export async function countNoneTwice(server: Server, kills: number): Promise<Outcome> {
  const database = await server.createDatabase();
  await insertLinks(database, LINKS);
  const options = { dataDir: scratchFolder(), databaseUrl: database.url, port: await freePort() };
  let front = await startRole("front", options);
  let worker = await startRole("worker", options);
  const all: Visits[] = [];
  let missed = 0;
  for (let kill = 0; kill < kills; kill++) {
    signal(worker.pid, "SIGSTOP");
    const visits = startVisits({ targets: [front.url], code: someCode, connections: 16 });
    await until(() => visits.answers.length >= 300, 5_000);
    await visits.stop();
    all.push(visits);
    // A front that stops leaves complete segments, which the worker removes after its commit.
    const isRemoval = kill % 2 === 1;
    if (isRemoval) await front.stop();
    const before = await countClicks(database);
    signal(worker.pid, "SIGCONT");
    if (!(await until(async () => (await countClicks(database)) > before, 5_000, 0))) missed += 1;
    await worker.killAll();
    if (isRemoval) front = await startRole("front", options);
    worker = await startRole("worker", options);
  }
  const { summary, problems } = await reconcile(database, mergeVisits(all));
  await front.stop();
  await worker.stop();
  return judged(
    "B3",
    "none counted twice: rows = distinct events = clickCount",
    `${kills} kills after the commit: ${summary}`,
    [...problems, ...unless(missed === 0, `${missed} times no commit was seen within 5 s`)],
  );
}

/** B3: a spool that was stored already is put back, as from a backup or a copied folder. */
export async function replayTwice(server: Server, timeouts?: Timeouts): Promise<Outcome> {
  const database = await server.createDatabase();
  await insertLinks(database, LINKS);
  const options = { dataDir: scratchFolder(), databaseUrl: database.url, port: await freePort() };
  const spool = path.join(options.dataDir, "spool");
  const copy = path.join(scratchFolder(), "spool");
  const front = await startRole("front", options);
  const visits = startVisits({ targets: [front.url], code: someCode, connections: 16 });
  await until(() => visits.answers.length >= 1_000, 60_000);
  await visits.stop();
  await front.stop();
  cpSync(spool, copy, { recursive: true });
  const untilSettled = () => untilAllStored(database, visits.answers.length, { limitMs: 60_000, noProgressMs: 60_000 });
  let worker = await startRole("worker", options);
  await untilSettled();
  for (let pass = 1; pass < 3; pass++) {
    await worker.stop();
    rmSync(spool, { recursive: true, force: true });
    cpSync(copy, spool, { recursive: true });
    worker = await startRole("worker", options);
    await untilSettled();
  }
  // The restored spool must not block new clicks.
  const again = await startRole("front", options);
  const later = startVisits({ targets: [again.url], code: someCode, connections: 16 });
  await until(() => later.answers.length >= 100, 60_000);
  await later.stop();
  const { summary, problems } = await reconcile(database, mergeVisits([visits, later]), timeouts);
  await again.stop();
  await worker.stop();
  return judged("B3", "a spool that is replayed twice counts once", `${summary} after three passes`, problems);
}

/** Responses that are not redirects, and missing ones. */
function failures(visits: Visits): string[] {
  const wrong = visits.answers.filter(({ status }) => status !== 302);
  const first = visits.unanswered[0]?.error ?? wrong[0]?.status;
  const count = wrong.length + visits.unanswered.length;
  return unless(count === 0, `${count} failed (${first})`);
}

const OUT_WITHIN_MS = 10_000;

/** B5: SIGTERM at 500 requests/s. */
export async function stopGracefully(
  visited: Visited,
  timeouts?: Timeouts,
  outWithinMs = OUT_WITHIN_MS,
): Promise<Outcome> {
  const { database, hop, earlier } = visited;
  await visitAll(visited);
  // Clicks of earlier visits that got no answer may still wait in the spool.
  await drained(hop.dataDir);
  const before = await readStored(database);
  const visits = startVisits({ targets: [hop.url], code: someCode, connections: 16, perSecond: 500 });
  await sleep(2_000);
  const took = await hop.stop();
  await visits.stop();
  // Segments of killed fronts stay for a while, although they are stored.
  const { waitingClicks } = await readBacklog(path.join(hop.dataDir, "spool"));
  const differing = codesThatDiffer(before, await readStored(database), visits);
  const { summary, problems } = await reconcile(database, mergeVisits([...earlier, visits]), timeouts);
  return judged(
    "B5",
    `SIGTERM under load: 0 failed, out in ≤ ${outWithinMs / 1000} s, spool drained`,
    `out in ${seconds(took)}; ${summary}`,
    [
      ...failures(visits),
      ...unless(took <= outWithinMs, "it took too long"),
      ...unless(waitingClicks === 0, `${waitingClicks} clicks left`),
      ...unless(differing.length === 0, `${differing.length} links differ (${differing[0]})`),
      ...problems,
    ],
  );
}

/** B5: two instances behind one balancer are stopped and started in turn. */
export async function rollTwoInstances(server: Server): Promise<Outcome> {
  const database = await server.createDatabase();
  await insertLinks(database, LINKS);
  const options = [
    { dataDir: scratchFolder(), databaseUrl: database.url, port: await freePort() },
    { dataDir: scratchFolder(), databaseUrl: database.url, port: await freePort() },
  ];
  const instances = await Promise.all(options.map(startEverything));
  const visits = startVisits({
    targets: instances.map(({ url }) => url),
    code: someCode,
    connections: 16,
    perSecond: 500,
  });
  await sleep(1_000);
  const times: number[] = [];
  for (const [index, option] of options.entries()) {
    times.push((await instances[index]?.stop()) ?? Number.NaN);
    instances[index] = await startEverything(option);
    await sleep(500);
  }
  await visits.stop();
  const { summary, problems } = await reconcile(database, visits);
  for (const instance of instances) await instance.stop();
  return judged(
    "B5",
    "two instances rolling under load: 0 failed",
    `out in ${times.map(seconds).join(" and ")}; ${summary}; ${visits.sentAgain} resent on a new connection`,
    [...failures(visits), ...unless(Math.max(...times) <= OUT_WITHIN_MS, "it took too long"), ...problems],
  );
}

const BACK_WITHIN_MS = 500;

/** B5: kill -9 of one role at a time. */
export async function killRoles(server: Server): Promise<Outcome[]> {
  const { hop } = await startRunning(server, { links: LINKS });
  const outcomes: Outcome[] = [];
  for (const role of ["app", "worker", "front"] as const) {
    const visits = startVisits({ targets: [hop.url], code: someCode, connections: 16, perSecond: 500 });
    await sleep(1_000);
    const killedAt = performance.now();
    killRole(hop, role);
    await sleep(3_000);
    const gap = longestGap(visits, killedAt, performance.now());
    await visits.stop();
    outcomes.push(
      judged(
        "B5",
        `kill -9 of the ${role}: redirects continue, or are back within 0.5 s`,
        `longest pause ${seconds(gap)}; ${visits.unanswered.length} cut off, ${thousands(visits.answers.length)} answered`,
        [
          ...unless(gap <= BACK_WITHIN_MS, "the pause was too long"),
          // Requests that the killed front was handling can't be answered by another.
          ...(role === "front" ? [] : failures(visits)),
          ...unless(pidsOf(hop, role).length > 0, "it did not come back"),
        ],
      ),
    );
  }
  await hop.stop();
  return outcomes;
}
