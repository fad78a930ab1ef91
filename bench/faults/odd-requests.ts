import { connect, type Socket } from "node:net";
import { judged, type Outcome, thousands, unless } from "@/bench/faults/outcome";
import type { Running } from "@/bench/faults/running";
import { codeOf, insertSession } from "@/bench/harness/database";
import { until } from "@/bench/harness/processes";
import { pidsOf, statusOf } from "@/bench/harness/product";
import { getKnown } from "@/bench/harness/visitors";
import { isProcessAlive } from "@/lib/process";
import { REGISTERED_HEADERS } from "@/server/testing/registered-headers";

const METHODS = ["GET", "POST", "DELETE"] as const;
const ROLES = ["front", "app", "worker"] as const;
/** The number of links that this row visits. */
export const ODD_LINKS = 64;
const CONNECTIONS = 16;
const ANSWER_MS = 60_000;
const MAX_ATTEMPTS = 3;

/** Values that no sane client sends. */
const ODD_VALUES = [
  "a",
  "",
  "0",
  "-1",
  "close, trailer, transfer-encoding, content-length, host",
  "trailers, chunked;q=1",
  "100-continue",
  ",,,;;;==",
  '"',
  "\x80\xff\xe9",
  "../../etc/passwd",
  "%00%0d%0aX-Injected: 1",
  "{{7*7}}",
  "x".repeat(4_000),
];

type Options = { values?: string[]; names?: string[] };
type Odd = { method: string; target: string; field: string };

/**
 * B17: every registered header with odd values, with three methods, to a code, a page and a call. A well-formed visit
 * follows on the same connection: it must get its own answer, or the connection must close.
 */
export async function answerOddRequests(
  { database, hop }: Running,
  { values = ODD_VALUES, names = REGISTERED_HEADERS }: Options = {},
): Promise<Outcome> {
  const cookie = await insertSession(database);
  const before = ROLES.flatMap((role) => pidsOf(hop, role));
  const port = Number(new URL(hop.url).port);
  // The first call loads the app's code.
  await until(async () => (await statusOf(`${hop.url}/api/groups`)) === 401, ANSWER_MS);

  for (let n = 1; n <= ODD_LINKS; n++) await getKnown(`${hop.url}/${codeOf(n)}`);

  const queue = oddRequests(names, values);
  const sent = queue.length;
  const problems: string[] = [];
  let answered = 0;
  const worker = async () => {
    for (let odd = queue.pop(); odd; odd = queue.pop()) {
      const problem = await askUntilServed(port, odd, cookie);
      if (problem === null) answered += 1;
      else problems.push(`${odd.method} ${odd.target} with ${odd.field.slice(0, 60)}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));

  const survivors = before.filter(isProcessAlive);
  return judged(
    "B17",
    "every registered header with odd values: no process ends, no request gets another's answer, no 5xx",
    `${thousands(sent)} requests, ${thousands(answered)} answered as they should be; ${survivors.length} of ${before.length} processes live on`,
    [
      ...problems.slice(0, 5),
      ...unless(problems.length <= 5, `${problems.length} such requests in all`),
      ...unless(survivors.length === before.length, `a process ended: ${hop.output().slice(-2_000)}`),
    ],
  );
}

function oddRequests(names: string[], values: string[]): Odd[] {
  const targets = (n: number) => [`/${codeOf(1 + (n % ODD_LINKS))}`, "/paused", "/api/groups"];
  let n = 0;
  return names.flatMap((name) =>
    values.flatMap((value) =>
      METHODS.flatMap((method) => targets(n++).map((target) => ({ method, target, field: `${name}: ${value}` }))),
    ),
  );
}

/** A busy machine may return 503 for a moment. If the request caused it, it does so each time. */
async function askUntilServed(port: number, odd: Odd, cookie: string): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    const problem = await ask(port, odd, cookie);
    if (attempt === MAX_ATTEMPTS || !problem?.startsWith("returned 503")) return problem;
  }
}

let visits = 0;

/** Returns what went wrong, or null. */
async function ask(port: number, { method, target, field }: Odd, cookie: string): Promise<string | null> {
  const n = 1 + (visits++ % ODD_LINKS);
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", () => undefined);
  const hasHost = /^host:/i.test(field);
  socket.write(
    `${method} ${target} HTTP/1.1\r\n${hasHost ? "" : "Host: hop.example\r\n"}${field}\r\nCookie: ${cookie}\r\n\r\n` +
      `GET /${codeOf(n)} HTTP/1.1\r\nHost: hop.example\r\nConnection: close\r\n\r\n`,
    "latin1",
  );
  const isOver = await closed(socket);
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  const final = statuses.filter((status) => status >= 200);
  if (!isOver) return `no end of the answer: ${final.join(", ") || "nothing"}`;
  if (final.length === 0) return "no answer";
  if (final.some((status) => status >= 500)) return `returned ${final.join(", ")}`;
  if (received.includes("X-Injected")) return "the value became a header";
  if (final.length > 2) return `more answers than requests: ${final.join(", ")}`;
  // If the first request has no clear end, the connection closes or ends with a 400.
  if (final.length === 1 || final[1] === 400) return null;
  const location = [...received.matchAll(/location: \S*\/a\/path\S*\/(\d+)\r\n/gi)].at(-1)?.[1];
  return final[1] === 302 && location === String(n) ? null : `returned ${final.join(", ")} to ${location}, not to ${n}`;
}

async function closed(socket: Socket): Promise<boolean> {
  const isClosed = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_MS);
    const onClosed = () => {
      clearTimeout(timer);
      resolve(true);
    };
    socket.once("end", onClosed).once("close", onClosed);
  });
  socket.destroy();
  return isClosed;
}
