import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onRequestError } from "@/instrumentation";
import { setPageStatus, withPageStatus } from "@/lib/http/page-status";

/** The statuses and Retry-After of a server's responses to paths. */
async function askAll(answer: (path: string, response: ServerResponse) => Promise<void>, paths: string[]) {
  const server = createServer((request, response) => {
    void withPageStatus(response, () => answer(request.url ?? "", response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const responses = await Promise.all(paths.map((path) => fetch(`http://127.0.0.1:${port}${path}`)));
  server.closeAllConnections();
  server.close();
  return responses.map(({ status, headers }) => [status, headers.get("retry-after")]);
}

test("a page sets the status of its own response only, until headers are sent", async () => {
  const outcomes: boolean[] = [];
  const answer = async (path: string, response: ServerResponse) => {
    await new Promise(setImmediate);
    if (path === "/gone") outcomes.push(setPageStatus(404));
    response.write("shown");
    if (path === "/late") outcomes.push(setPageStatus(404));
    response.end();
  };
  expect(await askAll(answer, ["/gone", "/there", "/late"])).toEqual([
    [404, null],
    [200, null],
    [200, null],
  ]);
  expect(outcomes.sort()).toEqual([false, true]);
  expect(setPageStatus(404)).toBe(false);
});

test("a page that the database has failed returns 503, and 500 for any other reason", async () => {
  const answer = async (path: string, response: ServerResponse) => {
    await new Promise(setImmediate);
    if (path !== "/fine") response.statusCode = 500;
    if (path === "/bug") onRequestError(new TypeError("x is undefined"));
    else if (path === "/locked") onRequestError(Object.assign(new Error("lock timeout"), { code: "55P03" }));
    else if (path !== "/unknown") onRequestError(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
    response.end();
  };
  expect(await askAll(answer, ["/away", "/locked", "/bug", "/unknown", "/fine"])).toEqual([
    [503, "5"],
    [503, "5"],
    [500, null],
    [500, null],
    [200, null],
  ]);
});
