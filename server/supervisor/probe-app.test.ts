import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { probeApp } from "@/server/supervisor/probe-app";

let folder: string;
let server: Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-probe-"));
});
afterEach(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

/** Starts an app that answers the requests with these statuses, in order. */
async function startApp(...statuses: number[]): Promise<{ socket: string; requested: string[] }> {
  const requested: string[] = [];
  server = createServer((request, response) => {
    requested.push(request.url ?? "");
    response.writeHead(statuses[requested.length - 1] ?? 200).end();
  });
  const socket = path.join(folder, "app.sock");
  await new Promise<void>((resolve) => server?.listen(socket, resolve));
  return { socket, requested };
}

test("an app that answers as expected passes, even after 503s", async () => {
  const { socket, requested } = await startApp(503, 503, 200, 503, 401);
  await probeApp(socket, 1);
  expect(requested).toEqual(["/", "/", "/", "/api/auth/user", "/api/auth/user"]);
});

test.each([
  ["page", [500], "the new app returned 500 for / instead of 200; see the log"],
  ["call", [200, 200], "the new app returned 200 for /api/auth/user instead of 401; see the log"],
])("an app whose first %s is unexpected fails at once", async (_what, statuses, message) => {
  const { socket } = await startApp(...statuses);
  await expect(probeApp(socket)).rejects.toThrow(message);
});

test("an app that stops while the database is away fails", async () => {
  const { socket } = await startApp(503);
  server?.once("request", (_request, response) => response.once("finish", () => server?.close()));
  await expect(probeApp(socket, 1)).rejects.toThrow("the new app doesn't answer");
});
