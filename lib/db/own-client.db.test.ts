import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { Client } from "pg";
import { withOwnClient } from "@/lib/db/own-client";
import { env } from "@/lib/env";
import { until } from "@/lib/testing/until";

const { host, port, database, user, password } = new Client({ connectionString: env().DATABASE_URL });
let proxy: Server;
let url: string;
let isSilent = false;
beforeAll(async () => {
  proxy = createServer((client) => {
    const server = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    client.pipe(server);
    server.on("data", (part) => isSilent || client.write(part));
    client.on("error", () => undefined).on("close", () => server.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port: proxyPort } = proxy.address() as AddressInfo;
  url = `postgresql://${user}:${encodeURIComponent(password ?? "")}@127.0.0.1:${proxyPort}/${database}`;
});
afterAll(() => proxy.close());

/** The pending timer of the connection to the proxy: 02 is a keep-alive probe (proc(5)). */
function readTimer(): string | undefined {
  const remote = `:${(proxy.address() as AddressInfo).port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = readFileSync("/proc/net/tcp", "utf8").split("\n");
  const fields = lines
    .map((line) => line.trim().split(/\s+/))
    .find((one) => one[2]?.endsWith(remote) && one[3] === "01");
  return fields?.[5]?.slice(0, 2);
}

test("the kernel probes whether the other side is still there", async () => {
  if (process.platform !== "linux") return;
  const timer = await withOwnClient({ url, name: "hop-test" }, async (client) => {
    await client.query("SELECT");
    // The acknowledgement of what was sent comes first.
    await until(() => readTimer() !== "01" && readTimer() !== "04");
    return readTimer();
  });
  expect(timer).toBe("02");
});

test("the signal closes a connection that no longer responds", async () => {
  const stopping = new AbortController();
  const working = withOwnClient({ url, name: "hop-test", signal: stopping.signal }, (client) => {
    isSilent = true;
    const answer = client.query("SELECT");
    stopping.abort(new Error("enough"));
    return answer;
  });
  await expect(working).rejects.toThrow("enough");
  isSilent = false;
});
