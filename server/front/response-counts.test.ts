import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { countResponse, responseSamples } from "@/server/front/response-counts";

const server = createServer((request, response) => {
  countResponse(request, response);
  const [status] = /\d{3}$/.exec(request.url ?? "") ?? [];
  if (status) response.writeHead(Number(status)).end();
});
let base: string;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const counts = () =>
  responseSamples().flatMap(({ value, labels = {} }) => (value > 0 ? `${labels.kind} ${labels.status} ${value}` : []));

test("responses are counted by kind and class, but not those that their client did not wait for", async () => {
  await expect(fetch(`${base}/api/urls`, { signal: AbortSignal.timeout(50) })).rejects.toThrow("timeout");
  for (const path of ["/200", "/urls/503", "/_next/static/304", "/api/urls/500", "/api/urls/500", "/api/v1/urls/429"]) {
    await fetch(base + path);
  }
  expect(counts()).toEqual(["page 2xx 1", "page 3xx 1", "page 5xx 1", "call 5xx 2", "api 4xx 1"]);
});
