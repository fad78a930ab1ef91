import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { answerFor } from "@/lib/redirect/answer";
import { bundleScript } from "@/lib/testing/bundle-script";
import { shortestOf } from "@/lib/testing/stalls";
import { openOutput, openRequestLog, routeOf } from "@/server/front/request-log";

function openMemoryLog() {
  const lines: Record<string, unknown>[] = [];
  const log = openRequestLog({
    write: (line) => lines.push(JSON.parse(line)),
    flush: () => undefined,
    close: () => undefined,
  });
  return { log, lines };
}

type Done = (error: Error | null, count: number) => void;

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

test("a visit is logged without its code, address, query and destination", () => {
  const { log, lines } = openMemoryLog();
  const answer = log.watchVisits((_head, _peer, reply) => {
    reply(answerFor(null));
    return true;
  });
  const head = { method: "GET", target: "/spring?to=ann@example.com", userAgent: "x", referer: "y" } as const;
  const reached = jest.fn();
  expect(answer({ ...head, host: "hop.example" } as never, "203.0.113.7", reached)).toBe(true);
  expect(reached).toHaveBeenCalledTimes(1);
  expect(lines).toEqual([
    {
      level: 30,
      time: expect.any(String),
      role: "front",
      requestId: expect.stringMatching(UUID),
      method: "GET",
      route: "short link",
      status: 404,
      ms: expect.any(Number),
      msg: "request",
    },
  ]);
  log.close();
});

test("a request that is not a visit is not logged as one", () => {
  const { log, lines } = openMemoryLog();
  expect(log.watchVisits(() => false)({} as never, undefined, () => undefined)).toBe(false);
  expect(lines).toEqual([]);
  log.close();
});

test("other requests are logged with the id that their response has", async () => {
  const { log, lines } = openMemoryLog();
  const server = createServer((request, response) => {
    log.watch(request, response);
    if (request.url === "/api/urls") response.setHeader("X-Request-Id", "id-of-the-app");
    response.statusCode = 201;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const idOf = (method: string, path: string) =>
    new Promise<unknown>((resolve, reject) => {
      send({ port, method, path }, (response) => {
        response.resume().once("end", () => resolve(response.headers["x-request-id"]));
      })
        .once("error", reject)
        .end();
    });
  expect(await idOf("POST", "/api/urls")).toBe("id-of-the-app");
  const own = await idOf("GET", "/users?q=ann");
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(lines).toMatchObject([
    { requestId: "id-of-the-app", method: "POST", route: "/api/urls", status: 201 },
    { requestId: own, method: "GET", route: "/users", status: 201 },
  ]);
  expect(own).toMatch(UUID);
  log.close();
});

test("each write is whole lines that fit into PIPE_BUF, so that processes sharing a pipe don't tear them", () => {
  const writes: string[] = [];
  const take = (_fd: number, written: unknown) => {
    writes.push(String(written));
    return Buffer.byteLength(String(written));
  };
  jest.spyOn(fs, "writeSync").mockImplementation(take);
  jest
    .spyOn(fs, "write")
    // The callback comes last, with or without an encoding before it.
    .mockImplementation(((fd: number, written: unknown, ...rest: unknown[]) =>
      (rest.at(-1) as Done)(null, take(fd, written))) as never);
  const log = openRequestLog();
  const answer = log.watchVisits((_head, _peer, reply) => {
    reply(answerFor(null));
    return true;
  });
  for (let i = 0; i < 200; i++) answer({ method: "GET" } as never, undefined, () => undefined);
  log.close();
  jest.restoreAllMocks();
  expect(writes.join("").split("\n")).toHaveLength(201);
  for (const written of writes) {
    expect(Buffer.byteLength(written)).toBeLessThanOrEqual(4_096);
    expect(written.endsWith("\n")).toBe(true);
  }
});

test("a full disk under standard output's file neither ends the process nor delays its exit", () => {
  const file = path.resolve("server/front/request-log.ts");
  const script = `
    import { setTimeout as sleep } from "node:timers/promises";
    import { openOutput } from ${JSON.stringify(file)};
    const output = openOutput(1);
    for (let round = 0; round < 3; round++) {
      output.write(\`\${"x".repeat(3_500)}\\n\`);
      await sleep(50);
    }
    output.close();
    process.exitCode = 7;`;
  const folder = fs.mkdtempSync(path.join(tmpdir(), "hop-request-log-"));
  const outfile = bundleScript(script, folder);
  const full = fs.openSync("/dev/full", "w");
  const { status } = spawnSync(process.execPath, [outfile], { stdio: ["ignore", full, "inherit"], timeout: 30_000 });
  fs.closeSync(full);
  fs.rmSync(folder, { recursive: true });
  expect(status).toBe(7);
});

test("an unread pipe doesn't delay exit", async () => {
  expect(await shortestOf(4, 2_000, timeToClose)).toBeLessThan(2_000);
});

/** Milliseconds that closing a log with a full pipe takes. */
async function timeToClose(): Promise<number> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "hop-request-log-"));
  const pipe = path.join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  // Both of its ends are open, so writing fills it.
  const fd = fs.openSync(pipe, "r+");
  const output = openOutput(fd);
  for (let i = 0; i < 2_000; i++) output.write(`${"x".repeat(99)}\n`);
  const began = performance.now();
  output.close();
  const took = performance.now() - began;
  const received = Buffer.alloc(100);
  fs.readSync(fd, received);
  expect(received.toString()).toBe(`${"x".repeat(99)}\n`);
  fs.closeSync(fd);
  fs.rmSync(folder, { recursive: true });
  return took;
}

test.each([
  ["/", "/"],
  ["/?q=ann@example.com", "/"],
  ["/urls", "/urls"],
  ["/urls/01980000-0000-7000-8000-000000000000?x=1", "/urls"],
  ["/auth/verify/0123456789abcdef", "/auth"],
  ["/analytics/shared/s3cret", "/analytics"],
  ["/api/urls/spring/qr", "/api/urls"],
  ["/api/v1/urls/spring", "/api/v1"],
  ["/api/ann@example.com", "/api"],
  ["/_next/static/chunk.js", "/_next"],
  ["/health/ready", "/health"],
  ["/spring/x", "other"],
  ["/.env", "other"],
  ["http://hop.example/spring", "other"],
  ["*", "other"],
])("the route of %s is %s", (url, route) => {
  expect(routeOf(url)).toBe(route);
});
