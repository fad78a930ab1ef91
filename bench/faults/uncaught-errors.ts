import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, seconds, thousands, unless } from "@/bench/faults/outcome";
import type { Running } from "@/bench/faults/running";
import { codeOf } from "@/bench/harness/database";
import { signal, until } from "@/bench/harness/processes";
import { type Instance, pidsOf } from "@/bench/harness/product";
import { longestGap, startVisits } from "@/bench/harness/visitors";

/** Value of NODE_OPTIONS with which every process throws on SIGUSR2, outside any request or promise. */
export const THROW_ON_SIGNAL =
  '--import="data:text/javascript,process.on(`SIGUSR2`,()=>{setTimeout(()=>{throw(new(Error)(`provoked`))})})"';
const LINKS = 50;
const BODY = JSON.stringify({ email: "nobody@example.com" });
const HALF = Math.floor(BODY.length / 2);
const BACK_WITHIN_MS = 500;
const WAIT_MS = 60_000;
const ARRIVAL_MS = 1_000;

/** B5: an uncaught error in the front and in the app, started with THROW_ON_SIGNAL. Nothing in progress is cut off. */
export async function surviveUncaughtErrors({ hop }: Running, backWithinMs = BACK_WITHIN_MS): Promise<Outcome[]> {
  return [await throwIn(hop, "front", backWithinMs), await throwIn(hop, "app", backWithinMs)];
}

async function throwIn(hop: Instance, role: "front" | "app", backWithinMs: number): Promise<Outcome> {
  const [pid = 0] = pidsOf(hop, role);
  const visits = startVisits({
    targets: [hop.url],
    code: () => codeOf(1 + Math.floor(Math.random() * LINKS)),
    connections: 16,
    perSecond: 500,
  });
  await until(() => visits.answers.length > 100, WAIT_MS);
  const pending = await beginRequest(hop);
  const thrownAt = performance.now();
  signal(pid, "SIGUSR2");
  const isReplaced = await until(() => pidsOf(hop, role).some((one) => one !== pid), WAIT_MS);
  const status = await pending.finish();
  const isGone = await until(() => !pidsOf(hop, role).includes(pid), WAIT_MS);
  const answered = visits.answers.length;
  await until(() => visits.answers.length > answered + 100, WAIT_MS);
  const gap = longestGap(visits, thrownAt, performance.now());
  await visits.stop();
  return judged(
    "B5",
    `an uncaught error in the ${role}: nothing in progress is cut off, redirects back within ${seconds(backWithinMs)}`,
    `longest pause ${seconds(gap)}; ${visits.unanswered.length} cut off, ${thousands(visits.answers.length)} answered; the call in progress got ${status || "no answer"}`,
    [
      ...unless(isReplaced && isGone, "the process was not replaced"),
      ...unless(gap <= backWithinMs, "the pause was too long"),
      ...unless(visits.unanswered.length === 0, "visitors were cut off"),
      ...unless(status === 200, "the call in progress was cut off"),
    ],
  );
}

/** Sends half of a call. `finish` sends the rest and returns the status, 0 without a response. */
async function beginRequest({ url }: Instance): Promise<{ finish: () => Promise<number> }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", () => undefined);
  const head = `POST /api/auth/request HTTP/1.1\r\nHost: hop.example\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`;
  await write(socket, head + BODY.slice(0, HALF));
  // Long enough to reach the app.
  await sleep(ARRIVAL_MS);
  return {
    finish: async () => {
      await write(socket, BODY.slice(HALF));
      await until(() => received.includes("\r\n\r\n") || socket.closed, WAIT_MS);
      socket.destroy();
      return Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0);
    },
  };
}

function write(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve) => socket.write(text, () => resolve()));
}
