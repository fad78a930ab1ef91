import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setPageStatus, withPageStatus } from "@/lib/http/page-status";

test("a page sets the status of its own response only, until headers are sent", async () => {
  const outcomes: boolean[] = [];
  const server = createServer((request, response) => {
    const answer = async () => {
      await new Promise(setImmediate);
      if (request.url === "/gone") outcomes.push(setPageStatus(404));
      response.write("shown");
      if (request.url === "/late") outcomes.push(setPageStatus(404));
      response.end();
    };
    void withPageStatus(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect(await Promise.all(["/gone", "/there", "/late"].map(ask))).toEqual([404, 200, 200]);
  expect(outcomes.sort()).toEqual([false, true]);
  expect(setPageStatus(404)).toBe(false);
  server.closeAllConnections();
  server.close();
});
