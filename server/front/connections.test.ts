import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import type { Server } from "node:http";
import { until } from "@/lib/testing/until";
import { type FrontAndApp, startFrontAndApp } from "@/server/testing/front-and-app";

const VISIT = "GET /abc HTTP/1.1\r\nHost: hop.example\r\n\r\n";
const CALL = "POST /api/x HTTP/1.1\r\nHost: hop.example\r\nContent-Length: 5\r\n\r\n";

let servers: FrontAndApp;
/** The front's sweep of idle connections, which would close those that are left open. */
let sweepIdle = () => {};

beforeEach(async () => {
  const sweep = jest.spyOn(globalThis, "setInterval").mockImplementation((run) => {
    sweepIdle = run;
    return setTimeout(() => undefined);
  });
  // An answer that does not end, so clients disconnect in the middle of it.
  servers = await startFrontAndApp({ replyMs: 5, onCall: (_request, response) => void response.write("first") });
  sweep.mockRestore();
  // So would Node's timeout.
  for (const server of [servers.front, servers.app]) server.keepAliveTimeout = 60_000;
});

afterEach(() => servers.close());

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
const openFiles = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);

test.each([
  ["before they said anything", []],
  ["in the middle of a head", ["GET /abc HTTP/1.1\r\nHost:"]],
  ["before the answer to a visit", [VISIT]],
  ["after it", [VISIT, "wait"]],
  ["in the middle of a body", [CALL, "ab"]],
  ["in the middle of the app's answer", [`${CALL}abcde`, "wait"]],
  ["in the middle of the app's answer, behind a visit", [VISIT, "wait", `${CALL}abcde`, "wait"]],
])("a hundred clients that disconnect %s leave no connection and no file open", async (_name, steps) => {
  const before = openFiles();
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const socket = servers.dial();
      await once(socket, "connect");
      for (const step of steps) {
        if (step === "wait") await once(socket, "data");
        else socket.write(step);
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
      // Some end gracefully, some with a reset.
      if (index % 2) socket.resetAndDestroy();
      else socket.destroy();
    }),
  );
  await until(async () => (await connectionsOf(servers.front)) === 0 && (await connectionsOf(servers.app)) === 0);
  await until(async () => openFiles() <= before);
});

test("idle connections are closed, unless a visit arrived while the process stalled", async () => {
  const [idle, busy] = [servers.dial(), servers.dial()];
  for (const socket of [idle, busy]) {
    socket.write(VISIT);
    await once(socket, "data");
  }
  sweepIdle();
  setTimeout(() => {
    busy.write(VISIT);
    sweepIdle();
  });
  await Promise.all([once(busy, "data"), once(idle, "close")]);
});
