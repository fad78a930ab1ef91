import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { listen } from "@/lib/db/listen";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { until } from "@/lib/testing/until";

const CHANNEL = "hop_test_channel";
/** Type and length of a Postgres message (Postgres, section 55.7). */
const HEAD_BYTES = 5;
const NOTIFICATION = 0x41;

let stop: (() => Promise<void>) | undefined;
let pooler: Server | undefined;
afterEach(async () => {
  await stop?.();
  pooler?.close();
  [stop, pooler] = [undefined, undefined];
});

function start(url: string) {
  const seen = { payloads: [] as string[], states: [] as boolean[] };
  stop = listen(url, {
    channel: CHANNEL,
    onNotify: (payload) => seen.payloads.push(payload),
    onListeningChange: (isListening) => seen.states.push(isListening),
  });
  return seen;
}

/** Passes on everything but notifications, as a pooler in transaction mode does. */
async function startPooler(): Promise<string> {
  const { connectionParameters } = new pg.Client(env().DATABASE_URL) as unknown as {
    connectionParameters: { host: string; port: number };
  };
  const { host, port } = connectionParameters;
  const upstream = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  pooler = createServer((client) => {
    const server = connect(upstream as { path: string });
    for (const socket of [client, server]) socket.on("error", () => undefined);
    client.pipe(server).on("close", () => client.destroy());
    client.on("close", () => server.destroy());
    passOn(server, client);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => pooler?.once("listening", resolve));
  const url = new URL(env().DATABASE_URL ?? "");
  url.searchParams.delete("host");
  url.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
  return url.href;
}

function passOn(server: Socket, client: Socket): void {
  let waiting = Buffer.alloc(0);
  server.on("data", (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= HEAD_BYTES) {
      const end = 1 + waiting.readUInt32BE(1);
      if (waiting.length < end) return;
      if (waiting[0] !== NOTIFICATION) client.write(waiting.subarray(0, end));
      waiting = waiting.subarray(end);
    }
  });
}

test("notifications of the channel arrive, those of others do not", async () => {
  const { payloads, states } = start(env().DATABASE_URL ?? "");
  await until(() => states.includes(true));
  await pool().query(`SELECT pg_notify('hop_probe', 'x'), pg_notify('${CHANNEL}', 'y')`);
  await until(() => payloads.length > 0);
  expect([payloads, states.at(-1)]).toEqual([["y"], true]);
});

test("behind a pooler that passes none on, it does not count as listening", async () => {
  const { payloads, states } = start(await startPooler());
  await until(() => states.length >= 2);
  expect([payloads, new Set(states)]).toEqual([[], new Set([false])]);
});

test("a certificate file that is missing for a while stops no process", async () => {
  log.level = "silent";
  const folder = mkdtempSync(path.join(tmpdir(), "hop-listen-"));
  const file = path.join(folder, "ca.pem");
  const url = new URL(env().DATABASE_URL ?? "");
  // Read also without TLS.
  for (const [name, value] of Object.entries({ sslmode: "disable", sslrootcert: file }))
    url.searchParams.set(name, value);
  const { states } = start(url.href);
  await until(() => states.includes(false));
  writeFileSync(file, "");
  await until(() => states.includes(true));
  expect(states[0]).toBe(false);
  rmSync(folder, { recursive: true });
});

test("the log calls a connection lost only once there was one", async () => {
  const [warned, informed] = [jest.spyOn(log, "warn").mockReturnValue(), jest.spyOn(log, "info").mockReturnValue()];
  const messages = () => [...warned.mock.calls, ...informed.mock.calls].map(([, message]) => message);
  const folder = mkdtempSync(path.join(tmpdir(), "hop-listen-"));
  const url = new URL(env().DATABASE_URL ?? "");
  const { searchParams } = url;
  // Nobody listens there.
  searchParams.set("host", folder);
  start(url.href);
  await until(() => messages().length > 0);
  expect(messages()).toEqual(["no LISTEN connection yet; falling back to short TTLs"]);
  expect(warned.mock.calls[0]?.[0]).toMatchObject({ channel: CHANNEL, err: { code: "ENOENT" } });
  await stop?.();
  rmSync(folder, { recursive: true });
  const { states } = start(env().DATABASE_URL ?? "");
  await until(() => states.at(-1) === true);
  await pool().query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'hop-listen'",
  );
  await until(() => states.length === 3 && states[2] === true);
  expect(messages().slice(1)).toEqual([
    "LISTEN connection lost; falling back to short TTLs",
    "LISTEN connection restored",
  ]);
  warned.mockRestore();
  informed.mockRestore();
});
