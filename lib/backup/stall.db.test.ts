import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { writeBackupFile } from "@/lib/backup/file";
import { STALL, unlessStalled } from "@/lib/backup/stall";
import { env } from "@/lib/env";

const databaseUrl = env().DATABASE_URL ?? "";

let folder: string;
let proxy: Server;
let clients: Socket[];
beforeEach(() => {
  Object.assign(STALL, { windowMs: 300, minBytes: 1_000, graceMs: 50 });
  folder = mkdtempSync(path.join(tmpdir(), "hop-stall-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  proxy?.close();
});

/** The database behind a network that fails before the first rows. */
async function databaseThatVanishes(): Promise<string> {
  const { host, port, database, user, password } = new Client({ connectionString: databaseUrl });
  clients = [];
  proxy = createServer((client) => {
    clients.push(client);
    const server = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    server.pipe(client);
    client.on("data", (part) => {
      if (part.includes("COPY (")) server.unpipe(client);
      server.write(part);
    });
    client.on("error", () => undefined).on("close", () => server.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return `postgresql://${user}:${encodeURIComponent(password ?? "")}@127.0.0.1:${(proxy.address() as AddressInfo).port}/${database}`;
}

test("a backup ends, and leaves neither a file nor a connection, when the database stops responding", async () => {
  const file = path.join(folder, "hop.backup");
  const writing = writeBackupFile(file, { databaseUrl: await databaseThatVanishes() });
  await expect(writing).rejects.toThrow(/^Only \d+ bytes was transferred in 1 minute: .* is stuck or too slow\.$/);
  expect(readdirSync(folder)).toEqual([]);
  const [client] = clients;
  if (client && !client.destroyed) await once(client, "close");
  expect(clients).toHaveLength(1);
});

test("work that continues is not stopped, however long it takes", async () => {
  STALL.windowMs = 400;
  const done = unlessStalled(undefined, async ({ onBytes }) => {
    for (let window = 0; window < 3; window++) {
      onBytes(STALL.minBytes);
      await sleep(300);
    }
    return "done";
  });
  expect(await done).toBe("done");
});
