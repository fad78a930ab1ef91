import { createServer, type Server, type Socket } from "node:net";
import type pg from "pg";
import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { inRead, readPool } from "@/lib/db/read-pool";
import { createReplica, type Replica } from "@/lib/db/replica";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { processWide } from "@/lib/process-wide";
import { createUrl } from "@/lib/urls/create";
import { listUrls } from "@/lib/urls/list";
import { createUrlSchema } from "@/lib/urls/schema";

const opened = processWide("hopReplica", (): { replica?: Replica } => ({}));

/** The replica's state: the database as it was when the test began. */
let snapshot: pg.PoolClient;
let replica: jest.Mocked<Pick<Replica, "isCurrent" | "query">> & Replica;

beforeEach(async () => {
  snapshot = await pool().connect();
  replica = {
    isCurrent: jest.fn(() => Promise.resolve(true)),
    query: jest.fn((config) => snapshot.query(config)),
    status: () => ({ isUsed: true, lagSeconds: 0 }),
    close: () => undefined,
  };
  opened.replica = replica;
});

afterEach(async () => {
  await snapshot.query("ROLLBACK");
  snapshot.release();
  delete opened.replica;
});

/** From now on, the replica shows no change. */
async function stopReplay(): Promise<void> {
  await snapshot.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await snapshot.query("SELECT FROM users");
}

const create = (actor: Actor, fields: object = {}) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/page", ...fields }));
const list = async (actor: Actor) => (await listUrls(actor)).items.map(({ id }) => id);

test("a request that reads lists from the replica if that is current, and from the primary otherwise", async () => {
  const actor = await createUser();
  await stopReplay();
  const { id } = await create(actor);
  expect(await list(actor)).toEqual([id]);
  expect(await inRead(() => list(actor))).toEqual([]);
  replica.isCurrent.mockResolvedValue(false);
  expect(await inRead(() => list(actor))).toEqual([id]);
});

test("each request decides once, independently of others", async () => {
  const actor = await createUser();
  await inRead(async () => [await list(actor), await list(actor)]);
  expect(replica.isCurrent).toHaveBeenCalledTimes(1);
  await Promise.all([inRead(() => list(actor)), inRead(() => list(actor))]);
  expect(replica.isCurrent).toHaveBeenCalledTimes(3);
});

test("a query that fails on the replica is answered by the primary, and so are those that follow", async () => {
  const actor = await createUser();
  const { id } = await create(actor);
  replica.query.mockRejectedValue(new Error("Connection terminated unexpectedly"));
  expect(await inRead(async () => [await list(actor), await list(actor)])).toEqual([[id], [id]]);
  expect(replica.query).toHaveBeenCalledTimes(1);
});

test("a query that took too long on the replica is not repeated", async () => {
  replica.query.mockRejectedValue(Object.assign(new Error("canceling statement"), { code: "57014" }));
  await expect(inRead(() => readPool().query({ text: "SELECT 1" }))).rejects.toMatchObject({ code: "57014" });
});

test("a right that was just revoked is not read from a replica that is behind", async () => {
  const [creator, member] = [await createUser(), await createUser()];
  const groupId = await createGroup(creator, member);
  const { id } = await create(creator, { groupId });
  await stopReplay();
  expect(await inRead(() => list(member))).toEqual([id]);
  await prisma().groupMembership.deleteMany({ where: { userId: member.id } });
  expect(await inRead(() => list(member))).toEqual([]);
  expect(replica.query).toHaveBeenCalled();
});

describe("a replica that can't be used", () => {
  let frozen: Server;
  const sockets = new Set<Socket>();
  let url: string;

  beforeAll(async () => {
    frozen = createServer((socket) => void sockets.add(socket.on("error", () => undefined)));
    await new Promise<void>((resolve) => frozen.listen(0, "127.0.0.1", resolve));
    url = `postgresql://hop@127.0.0.1:${(frozen.address() as { port: number }).port}/hop`;
  });

  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    frozen.close();
  });

  const ask = async (replicaUrl: string) => {
    const one = createReplica({ url: replicaUrl, primary: pool, settings: {} });
    const isCurrent = await one.isCurrent();
    const query = one.query({ text: "SELECT 1" }).then(
      () => "answered",
      () => "rejected",
    );
    const outcome = { isCurrent, isUsed: one.status().isUsed, query: await query };
    one.close();
    return outcome;
  };

  test("one that accepts connections and never answers delays no request", async () => {
    expect(await ask(url)).toEqual({ isCurrent: false, isUsed: false, query: "rejected" });
  });

  test("one that is gone", async () => {
    expect(await ask("postgresql://hop@127.0.0.1:1/hop")).toMatchObject({ isCurrent: false, query: "rejected" });
  });
});
