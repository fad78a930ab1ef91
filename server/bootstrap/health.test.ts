import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";

/** Runs the health check. @returns its exit code and what it prints */
function check(variables: Record<string, string>, ...args: string[]): Promise<[number, string]> {
  const env = { ...process.env, ...variables };
  return new Promise((resolve) => {
    execFile(process.execPath, ["server/bootstrap/health.mjs", ...args], { env }, (error, stdout) =>
      resolve([Number(error?.code ?? 0), stdout.trim()]),
    );
  });
}

describe("the front", () => {
  const servers: Server[] = [];
  afterAll(() => Promise.all(servers.map((server) => once(server.close(), "close"))));

  async function listen(address: string, code = 200, status = "ready"): Promise<string> {
    const server = createServer((request, response) =>
      response.writeHead(request.url === "/health/ready" ? code : 404).end(JSON.stringify({ status })),
    ).listen(0, address);
    servers.push(server);
    await once(server, "listening");
    return String((server.address() as AddressInfo).port);
  }

  test.each([
    ["::", "::1"],
    ["[::]", "127.0.0.1"],
    ["", "127.0.0.1"],
    ["[::1]", "::1"],
    ["127.0.0.1", "127.0.0.1"],
  ])("with HOST=%s is found on %s", async (HOST, address) => {
    expect(await check({ HOST, PORT: await listen(address) })).toEqual([0, "ready"]);
  });

  test("that is unavailable, or does not run, is reported", async () => {
    const PORT = await listen("127.0.0.1", 503, "unavailable");
    expect(await check({ HOST: "", PORT })).toEqual([1, "503 unavailable"]);
    expect(await check({ HOST: "127.0.0.1", PORT: "1" })).toEqual([1, expect.stringContaining("ECONNREFUSED")]);
  });
});

test.each([
  ["fresh", 0, 0],
  ["old", -60, 1],
  ["of a clock that was set back", 3_600, 1],
])("a heartbeat that is %s", async (_name, seconds, code) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hop-health-"));
  const file = path.join(folder, "worker.heartbeat");
  const at = Date.now() / 1_000 + seconds;
  writeFileSync(file, "");
  utimesSync(file, at, at);
  expect((await check({ DATA_DIR: folder }, "worker"))[0]).toBe(code);
  rmSync(folder, { recursive: true });
});
