import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { withStaticFiles } from "@/server/front/static-files";

const SCRIPT = "console.log('Hop');".repeat(100);
const GZIP = { "Accept-Encoding": "br, GZIP, deflate" };

let folder: string;
let server: Server;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-files-"));
  mkdirSync(path.join(folder, "static", "chunks"), { recursive: true });
  writeFileSync(path.join(folder, "static", "chunks", "a.b..js"), SCRIPT);
  writeFileSync(path.join(folder, "static", "notes.txt"), "no type is known for it");
  writeFileSync(path.join(folder, "server.js"), "outside");
  const answer = withStaticFiles(path.join(folder, "static"), (_request, response) => response.end("passed"));
  server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

async function ask(target: string, { method = "GET", headers = GZIP as Record<string, string> } = {}) {
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ host: "127.0.0.1", port, path: target, method, headers, agent: false }).end();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  return { headers: response.headers, body: await buffer(response) };
}

test.each(["GET", "HEAD"])("%s returns a file compressed and immutable", async (method) => {
  for (const _time of ["first", "second"]) {
    const { headers, body } = await ask("/_next/static/chunks/a.b..js", { method });
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-encoding": "gzip",
      vary: "Accept-Encoding",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    if (method === "GET") expect(gunzipSync(body).toString()).toBe(SCRIPT);
    expect(Number(headers["content-length"])).toBeLessThan(SCRIPT.length / 10);
  }
});

test.each([
  ["a client that doesn't accept gzip", "/_next/static/chunks/a.b..js", { "Accept-Encoding": "br, gzip;q=0" }],
  ["a client that names no encoding", "/_next/static/chunks/a.b..js", {}],
  ["a file of another build", "/_next/static/chunks/b.js", GZIP],
  ["a folder", "/_next/static/chunks", GZIP],
  ["a type that isn't known", "/_next/static/notes.txt", GZIP],
  ["a path that leaves the folder", "/_next/static/../server.js", GZIP],
  ["an encoded path that leaves the folder", "/_next/static/..%2fserver.js", GZIP],
  ["a page", "/urls", GZIP],
])("passes on %s", async (_case, target, headers) => {
  expect((await ask(target, { headers })).body.toString()).toBe("passed");
});

test("passes on a file that can't be read, and answers it once it can", async () => {
  const file = path.join(folder, "static", "chunks", "a.b..js");
  rmSync(file);
  mkdirSync(file);
  expect((await ask("/_next/static/chunks/a.b..js")).body.toString()).toBe("passed");
  rmSync(file, { recursive: true });
  writeFileSync(file, SCRIPT);
  expect(gunzipSync((await ask("/_next/static/chunks/a.b..js")).body).toString()).toBe(SCRIPT);
});

test("without a build, everything is passed on", () => {
  const pass = jest.fn();
  withStaticFiles(path.join(folder, "nothing"), pass)({} as IncomingMessage, {} as never);
  expect(pass).toHaveBeenCalledTimes(1);
});
