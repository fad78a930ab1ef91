import { once } from "node:events";
import { Server as HttpServer, request } from "node:http";
import { connect, createServer, type Server } from "node:net";
import { freePort } from "@/e2e/hop";
import { log } from "@/lib/log";
import { until } from "@/lib/testing/until";
import { type Sample, sample } from "@/server/metrics/sample";
import { serveMetrics } from "@/server/metrics/serve";

let stop: (() => void) | undefined;
let port = 0;
let gathered = 0;
const others: Server[] = [];

beforeEach(async () => {
  log.level = "silent";
  [port, gathered] = [await freePort(), 0];
});
afterEach(() => {
  jest.restoreAllMocks();
  stop?.();
  stop = undefined;
  for (const other of others.splice(0)) other.close();
});

const gather = async (): Promise<Sample[]> => {
  gathered += 1;
  return [sample("hop_link_cache_links", 3, { role: "front", process: "1" })];
};

type Answer = { status: number | undefined; headers: Record<string, unknown>; text: string };

function ask(method: string, path: string, host = "127.0.0.1"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ method, path, host, port, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on("error", reject).end();
  });
}

async function untilServing(host?: string): Promise<Answer> {
  await until(() => ask("GET", "/metrics", host).catch(() => null));
  return ask("GET", "/metrics", host);
}

test("samples are served in Prometheus's text format, with help and type", async () => {
  stop = serveMetrics({ host: "127.0.0.1", port }, gather);
  const { status, headers, text } = await untilServing();
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  expect(text).toBe(
    '# HELP hop_link_cache_links Links in memory.\n# TYPE hop_link_cache_links gauge\nhop_link_cache_links{role="front",process="1"} 3\n',
  );
});

test.each([
  ["GET", "/metrics?name=x", 200],
  ["HEAD", "/metrics", 200],
  ["POST", "/metrics", 405],
  ["DELETE", "/metrics", 405],
  ["OPTIONS", "*", 404],
  ["GET", "/", 404],
  ["GET", "/metrics/", 404],
  ["GET", "//metrics", 404],
  ["GET", "/%6detrics", 404],
  ["GET", "/../metrics", 404],
])("%s %s answers %d", async (method, path, status) => {
  stop = serveMetrics({ host: "127.0.0.1", port }, gather);
  await untilServing();
  const answer = await ask(method, path);
  expect([answer.status, answer.text === ""]).toEqual([status, method === "HEAD"]);
});

test("IPv6", async () => {
  stop = serveMetrics({ host: "::1", port }, gather);
  expect((await untilServing("::1")).status).toBe(200);
});

test("a thousand scrapes gather once", async () => {
  stop = serveMetrics({ host: "127.0.0.1", port }, gather);
  await untilServing();
  jest.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
  gathered = 0;
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask("GET", "/metrics")));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  }
  expect(gathered).toBe(1);
});

test("a clock that is set back keeps no old scrape", async () => {
  stop = serveMetrics({ host: "127.0.0.1", port }, gather);
  await untilServing();
  gathered = 0;
  jest.spyOn(Date, "now").mockReturnValue(Date.now() - 3_600_000);
  jest.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
  await ask("GET", "/metrics");
  expect(gathered).toBe(1);
});

test("a failure to gather returns 500 without details, and the next scrape gathers again", async () => {
  let fails = true;
  stop = serveMetrics({ host: "127.0.0.1", port }, async () => {
    if (fails) throw new Error("postgresql://hop:secret@db/hop");
    return gather();
  });
  const { status, text } = await untilServing();
  expect([status, text]).toEqual([500, "Metrics could not be gathered; see the log.\n"]);
  fails = false;
  jest.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
  expect((await ask("GET", "/metrics")).status).toBe(200);
});

test("an address in use is logged once, and served as soon as it is free", async () => {
  const other = createServer().listen(port, "127.0.0.1");
  others.push(other);
  await once(other, "listening");
  const error = jest.spyOn(log, "error");
  const attempts = jest.spyOn(HttpServer.prototype, "listen");
  stop = serveMetrics({ host: "127.0.0.1", port }, gather, { retryMs: 5 });
  // The third attempt follows the failure of the second.
  await until(() => attempts.mock.calls.length >= 3);
  expect(error).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(error.mock.calls[0])).toContain(`127.0.0.1:${port}`);
  other.close();
  expect((await untilServing()).status).toBe(200);
});

test("an address of another machine is logged and retried", async () => {
  const error = jest.spyOn(log, "error");
  // RFC 5737: documentation only.
  stop = serveMetrics({ host: "192.0.2.1", port }, gather);
  await until(() => error.mock.calls.length > 0);
  expect(error.mock.calls[0]?.[0]).toMatchObject({ err: { code: "EADDRNOTAVAIL" } });
});

test("clients that never finish their request are limited in number, and do not keep others out for long", async () => {
  const limits = { headersMs: 100, requestMs: 100, inactiveMs: 100, answerMs: 100, checkMs: 50 };
  stop = serveMetrics({ host: "127.0.0.1", port }, gather, { limits });
  await untilServing();
  const slow = Array.from({ length: 150 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  let closed = 0;
  for (const socket of slow) {
    socket.on("close", () => {
      closed += 1;
    });
    socket.resume();
    socket.write("GET /metrics HTTP/1.1\r\nX-Slow: ");
  }
  // Connections beyond the maximum are closed at once, the others after the timeout for request headers.
  await until(() => closed >= 150);
  expect((await ask("GET", "/metrics")).status).toBe(200);
});

test("connections beyond the maximum are closed at once", async () => {
  const limits = { headersMs: 600_000, requestMs: 600_000, inactiveMs: 600_000, answerMs: 600_000, checkMs: 50 };
  stop = serveMetrics({ host: "127.0.0.1", port }, gather, { limits });
  await untilServing();
  let closed = 0;
  for (let opened = 0; opened < 150; opened++) {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    socket.resume().on("close", () => {
      closed += 1;
    });
  }
  await until(() => closed >= 50);
});
