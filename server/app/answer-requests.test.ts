import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerRequests } from "@/server/app/answer-requests";

test("shared pages and public QR codes are limited, other pages aren't", async () => {
  const pages = { refuse: async () => false };
  const server = createServer(answerRequests((_request, response) => response.end(), pages, false));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const statusOf = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    await response.text();
    return response.status;
  };
  try {
    const statuses: number[] = [];
    for (let opened = 0; opened < 150; opened++) statuses.push(await statusOf("/spring.qr"));
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
    expect(await statusOf("/analytics")).toBe(200);
  } finally {
    server.close();
  }
});
