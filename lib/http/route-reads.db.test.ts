import { NextRequest } from "next/server";
import { pool } from "@/lib/db/pool";
import { readPool } from "@/lib/db/read-pool";
import type { Replica } from "@/lib/db/replica";
import { loadPage } from "@/lib/http/load-page";
import { route } from "@/lib/http/route";
import { processWide } from "@/lib/process-wide";

const opened = processWide("hopReplica", (): { replica?: Replica } => ({}));
const query = jest.fn((config) => pool().query(config));

beforeEach(() => {
  query.mockClear();
  const status = () => ({ isUsed: true, lagSeconds: 0 });
  opened.replica = { isCurrent: () => Promise.resolve(true), query, status, close: () => undefined };
});

afterEach(() => {
  delete opened.replica;
});

const read = async () => (await readPool().query({ text: "SELECT 1 AS one" })).rows;

test.each([
  ["GET", true],
  ["HEAD", true],
  ["POST", false],
  ["PUT", false],
  ["DELETE", false],
])("a %s reads from the replica: %s", async (method, does) => {
  const handler = route({ auth: "public" }, read);
  const request = new NextRequest("http://localhost/api/items", { method });
  expect((await handler(request, { params: Promise.resolve({}) })).status).toBe(200);
  expect(query).toHaveBeenCalledTimes(does ? 1 : 0);
});

test("so does a page, and nothing else", async () => {
  expect(await loadPage(read)).toEqual([{ one: 1 }]);
  expect(query).toHaveBeenCalledTimes(1);
  await read();
  expect(query).toHaveBeenCalledTimes(1);
});
