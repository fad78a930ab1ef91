import path from "node:path";
import pg from "pg";
import { codeOf } from "@/bench/harness/database";
import { startRole, timeEverything } from "@/bench/harness/product";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";
import { startEmbeddedPostgres } from "@/server/postgres/embedded";

/** A9: from the spawn of the process to the first redirect. */
export async function measureStarts(bench: Bench): Promise<Measurement[]> {
  const database = await bench.links();
  const probePath = `/${codeOf(1)}`;
  const folder = (name: string) => path.join(bench.folder, name);
  const embedded = { dataDir: folder("embedded"), databaseUrl: "" };

  const alone: number[] = [];
  const external: number[] = [];
  const own: number[] = [];
  // An unknown code: the 404 shows that the engine has queried the new database.
  const first = await timeEverything(embedded, "/no-such-code");
  await insertOneLink(embedded.dataDir, codeOf(1));
  await first.stop();
  for (let round = 0; round < bench.rounds; round++) {
    const front = await startRole("front", { dataDir: folder("alone"), databaseUrl: database.url }, { probePath });
    alone.push(front.firstAnswerMs / 1000);
    await front.stop();
    const all = await timeEverything({ dataDir: folder("external"), databaseUrl: database.url }, probePath);
    external.push(all.firstAnswerMs / 1000);
    await all.stop();
    const whole = await timeEverything(embedded, probePath);
    own.push(whole.firstAnswerMs / 1000);
    await whole.stop();
  }
  const line = (what: string, values: number[], atMost: number, note = "") =>
    measured({ id: "A9", what: `first redirect after the start of ${what}`, unit: "s", values, atMost, note });
  return [
    line("the front alone", alone, 0.4),
    line("everything, external Postgres", external, 1, "npm start's own process, without npm"),
    line("everything, embedded Postgres", own, 3),
    line(
      "everything, the very first time",
      [first.firstAnswerMs / 1000],
      8,
      "creates the database; a 404 from it counts",
    ),
  ];
}

async function insertOneLink(dataDir: string, code: string): Promise<void> {
  const { url } = await startEmbeddedPostgres(dataDir);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
     SELECT gen_random_uuid(), $1, 'https://example.com/', id, now() FROM users LIMIT 1`,
    [code],
  );
  await client.end();
}
