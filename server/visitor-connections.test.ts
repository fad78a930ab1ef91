import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { answerFor } from "@/lib/redirect/answer";
import { createClientIpRule } from "@/lib/redirect/client-ip";
import { type AppProxy, createAppProxy } from "@/server/app-proxy";
import { interceptVisits } from "@/server/visitor-connections";

const LINK = { id: "1", status: "active", destination: "https://example.com/" } as const;
const VISIT = "GET /abc HTTP/1.1\r\nHost: hop.example\r\n\r\n";
const CALL = "POST /api/x HTTP/1.1\r\nHost: hop.example\r\nContent-Length: 5\r\n\r\n";

let folder: string;
let app: Server;
let front: Server;
let proxy: AppProxy;
let visitors: ReturnType<typeof interceptVisits>;
/** How long a visit's answer takes. */
let replyMs: number;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-visitors-"));
  replyMs = 0;
  const socketPath = path.join(folder, "app.sock");
  // An answer that does not end: who goes away leaves in the middle of it.
  app = createServer((_request, response) => void response.write("first")).listen(socketPath);
  proxy = createAppProxy(socketPath, createClientIpRule([]));
  front = createServer((request, response) => proxy.pass(request, response));
  visitors = interceptVisits(front, ({ target }, _peer, reply) => {
    if (target !== "/abc") return false;
    setTimeout(() => reply(answerFor(LINK)), replyMs);
    return true;
  });
  front.listen(0, "127.0.0.1");
  await Promise.all([once(app, "listening"), once(front, "listening")]);
});

afterEach(async () => {
  visitors.cut();
  proxy.close();
  for (const server of [front, app]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  rmSync(folder, { recursive: true, force: true });
});

async function dial(): Promise<Socket> {
  const socket = connect((front.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
const openFiles = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 4_000;
  while (!(await isSo())) {
    expect(Date.now()).toBeLessThan(deadline);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test.each([
  ["before they said anything", []],
  ["in the middle of a head", ["GET /abc HTTP/1.1\r\nHost:"]],
  ["before the answer to a visit", [VISIT]],
  ["after it", [VISIT, "wait"]],
  ["in the middle of a body", [CALL, "ab"]],
  ["in the middle of the app's answer", [`${CALL}abcde`, "wait"]],
  ["in the middle of the app's answer, behind a visit", [VISIT, "wait", `${CALL}abcde`, "wait"]],
])("a hundred clients that break off %s leave no connection and no file open", async (_name, steps) => {
  const before = openFiles();
  replyMs = 5;
  await Promise.all(
    Array.from({ length: 100 }, async (_, place) => {
      const socket = await dial();
      for (const step of steps) {
        if (step === "wait") await once(socket, "data");
        else socket.write(step);
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
      // Some end in order, some with a reset.
      if (place % 2) socket.resetAndDestroy();
      else socket.destroy();
    }),
  );
  await until(async () => (await connectionsOf(front)) === 0 && (await connectionsOf(app)) === 0);
  await until(async () => openFiles() <= before);
});
