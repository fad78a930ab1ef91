import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createConcurrencyLimiter, createTurns } from "@/server/front/client-concurrency";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

class FakeResponse extends EventEmitter {
  destroyed = false;
  status = 0;
  setHeader = jest.fn();
  writeHead = (status: number) => {
    this.status = status;
    return this;
  };
  end = () => this.close();
  close() {
    this.destroyed = true;
    this.emit("close");
  }
}

function open(limits: Parameters<typeof createTurns>[0]) {
  const limiter = createTurns(limits);
  const answered: string[] = [];
  const ask = (url: string, ip = "192.0.2.1") => {
    const request = { url, method: "GET", headers: { "x-hop-client-ip": ip } } as unknown as IncomingMessage;
    const response = new FakeResponse();
    limiter.take(request, response as unknown as ServerResponse, () => answered.push(url));
    return response;
  };
  return { ask, answered, size: limiter.size };
}

const LIMITS = { atOnce: 2, waiting: 2, holdMs: 1_000 };

test("a client's requests are answered a few at once, in order, and others' do not wait for them", () => {
  const { ask, answered, size } = open(LIMITS);
  const [first, , third] = ["/1", "/2", "/3", "/4"].map((url) => ask(url));
  ask("/other", "192.0.2.2").close();
  expect(answered).toEqual(["/1", "/2", "/other"]);
  first?.close();
  expect(answered).toEqual(["/1", "/2", "/other", "/3"]);
  third?.close();
  expect(answered.at(-1)).toBe("/4");
  expect(size()).toBe(1);
});

test("the addresses of one IPv6 /64 are one client", () => {
  const { ask, answered } = open(LIMITS);
  for (const n of [1, 2, 3]) ask(`/${n}`, `2001:db8::${n}`);
  expect(answered).toEqual(["/1", "/2"]);
});

test("when too many wait, the next is refused", () => {
  const { ask, answered } = open(LIMITS);
  expect(["/1", "/2", "/3", "/4", "/5"].map((url) => ask(url).status)).toEqual([0, 0, 0, 0, 429]);
  expect(answered).toEqual(["/1", "/2"]);
});

test("a request whose client left while it waited is not answered", () => {
  const { ask, answered, size } = open(LIMITS);
  const all = ["/1", "/2", "/3", "/4"].map((url) => ask(url));
  all[2]?.close();
  for (const response of all) response.close();
  expect(answered).toEqual(["/1", "/2", "/4"]);
  expect(size()).toBe(0);
});

test("a request that takes long does not keep others waiting, and ends once", () => {
  const { ask, answered, size } = open(LIMITS);
  const slow = [ask("/slow-1"), ask("/slow-2")];
  const next = [ask("/3"), ask("/4")];
  jest.advanceTimersByTime(1_000);
  expect(answered).toEqual(["/slow-1", "/slow-2", "/3", "/4"]);
  for (const response of slow) response.close();
  ask("/5");
  expect(answered).not.toContain("/5");
  for (const response of next) response.close();
  expect(answered).toContain("/5");
  jest.advanceTimersByTime(1_000);
  expect(size()).toBe(0);
});

test("a call ends with its headers, so that open streams keep no other call waiting", () => {
  let onHeaders = () => {};
  const limiter = createTurns({ ...LIMITS, atOnce: 1 }, (_response, done) => {
    onHeaders = done;
  });
  const answered: string[] = [];
  const ask = (url: string) => {
    const request = { url, method: "GET", headers: {} } as unknown as IncomingMessage;
    const response = new FakeResponse();
    limiter.take(request, response as unknown as ServerResponse, () => answered.push(url));
    return response;
  };
  const stream = ask("/api/analytics/live");
  ask("/api/urls");
  expect(answered).toEqual(["/api/analytics/live"]);
  onHeaders();
  expect(answered).toEqual(["/api/analytics/live", "/api/urls"]);
  stream.close();
  ask("/api/groups");
  expect(answered).not.toContain("/api/groups");
});

test.each([
  ["/urls", 8],
  ["/api/urls", 32],
  ["/api", 32],
  ["/api/v1/openapi.json", 32],
  ["/_next/static/chunks/a.js", 8],
])("of 40 requests of a client for %s, %d are answered at once", (url, expected) => {
  const take = createConcurrencyLimiter();
  let answered = 0;
  for (let n = 0; n < 40; n++) {
    const request = { url, method: "GET", headers: {} } as unknown as IncomingMessage;
    take(request, new FakeResponse() as unknown as ServerResponse, () => {
      answered += 1;
    });
  }
  expect(answered).toBe(expected);
});

test("pages, calls and the public API do not wait for each other", () => {
  const take = createConcurrencyLimiter();
  const answered: string[] = [];
  for (const url of ["/urls", "/api/urls", "/api/v1/urls"]) {
    for (let n = 0; n < 40; n++) {
      const request = { url, method: "GET", headers: {} } as unknown as IncomingMessage;
      take(request, new FakeResponse() as unknown as ServerResponse, () => answered.push(url));
    }
  }
  expect(new Set(answered).size).toBe(3);
});
