import { type Database, insertLinks, type Server, scratchFolder } from "@/bench/harness/database";
import { type Instance, startEverything } from "@/bench/harness/product";
import { freePort } from "@/e2e/hop";

/** Hop on its own database, with links 1 to `links`. Functions that leave it unchanged can share one. */
export type Running = { database: Database; hop: Instance; restart: () => Promise<Instance> };

type Options = { links: number; variables?: Record<string, string> };

export async function startRunning(server: Server, { links, variables = {} }: Options): Promise<Running> {
  const database = await server.createDatabase();
  await insertLinks(database, links);
  const options = { dataDir: scratchFolder(), databaseUrl: database.url, port: await freePort(), variables };
  const running: Running = {
    database,
    hop: await startEverything(options),
    restart: async () => {
      running.hop = await startEverything(options);
      return running.hop;
    },
  };
  return running;
}

/** Starts one for `work` alone. */
export async function withRunning<T>(
  server: Server,
  options: Options,
  work: (running: Running) => Promise<T>,
): Promise<T> {
  const running = await startRunning(server, options);
  const result = await work(running);
  await running.hop.stop();
  return result;
}
