import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import pg from "pg";
import { connectTo, WELCOME } from "@/server/testing/transaction-pooler";

/** Messages that begin a statement: Query and Parse. */
const STATEMENT = /^[QP]/;

/**
 * A proxy that gives each client a session of its own on the primary, but sends SELECTs without volatile functions to a
 * standby, as Pgpool-II does. The standby is another session of the same server.
 *
 * @returns its URL, and a function that stops it
 */
export async function startLoadBalancer(databaseUrl: string) {
  const volatile = await findVolatileFunctions(databaseUrl);
  const balancer = createServer(async (client) => {
    client.on("error", () => undefined);
    client.pause();
    const [primary, standby] = await Promise.all([connectTo(databaseUrl), connectTo(databaseUrl)]);
    for (const { socket } of [primary, standby]) {
      socket.on("data", (bytes) => client.write(bytes));
      client.on("close", () => socket.destroy());
    }
    let chosen = primary;
    client.once("data", () => {
      client.write(WELCOME);
      client.on("data", (bytes) => {
        const text = bytes.toString("latin1");
        if (STATEMENT.test(text)) chosen = text.includes("SELECT") && !volatile.test(text) ? standby : primary;
        chosen.socket.write(bytes);
      });
    });
    client.on("end", () => client.destroy());
    client.resume();
  });
  await once(balancer.listen(0, "127.0.0.1"), "listening");
  const url = `postgresql://hop@127.0.0.1:${(balancer.address() as AddressInfo).port}/hop`;
  return { url, stop: () => void balancer.close() };
}

async function findVolatileFunctions(databaseUrl: string): Promise<RegExp> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT DISTINCT proname AS name FROM pg_proc WHERE provolatile = 'v'",
  );
  await client.end();
  return new RegExp(`\\b(${rows.map(({ name }) => name).join("|")})\\(`);
}
