import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, seconds, thousands, unless } from "@/bench/faults/outcome";
import { type Database, insertLinks, type Server, scratchFolder } from "@/bench/harness/database";
import { until } from "@/bench/harness/processes";
import { type Instance, startRole } from "@/bench/harness/product";

const FINISH_LIMIT_MS = 60_000;

type Progress = { state: string; done: number; failed: number; total: number };

/**
 * B15: kill -9 of the worker in the middle of drawing all QR codes, again and again. What each link
 * had done to it is written down by a trigger, in the transactions of the worker.
 */
export async function goOnWithBulkJob(server: Server, links: number, kills: number): Promise<Outcome> {
  const database = await server.createDatabase();
  await insertLinks(database, links);
  await writeDownDrawings(database);
  const id = await insertJob(database, links);
  const options = { dataDir: scratchFolder(), databaseUrl: database.url };
  let worker: Instance = await startRole("worker", options);
  const seen: number[] = [];
  let wentBack = 0;
  for (let kill = 0; kill < kills; kill++) {
    const from = seen.at(-1) ?? 0;
    const isFurther = async () => (await readProgress(database, id)).done > from;
    if (!(await until(isFurther, FINISH_LIMIT_MS, 5))) break;
    await sleep(Math.random() * 60);
    await worker.killAll();
    const { state, done } = await readProgress(database, id);
    if (done < from) wentBack += 1;
    seen.push(done);
    worker = await startRole("worker", options);
    if (state === "done") break;
  }
  const began = performance.now();
  await until(async () => (await readProgress(database, id)).state === "done", FINISH_LIMIT_MS, 20);
  const took = performance.now() - began;
  await worker.stop();
  const { state, done, failed, total } = await readProgress(database, id);
  const drawn = await readDrawings(database);
  return judged(
    "B15",
    `kill -9 of the worker during a job over ${thousands(links)} links: it goes on, each link done once`,
    `killed at ${seen.map(thousands).join(", ")}; done ${seconds(took)} after the last: ${thousands(done)} of ${thousands(total)}`,
    [
      ...unless(state === "done", `it is ${state}`),
      ...unless(seen.length === kills && (seen.at(-1) ?? links) < links, "it was too fast to be killed in its middle"),
      ...unless(wentBack === 0, `the progress went back ${wentBack} times`),
      ...unless(done === links && total === links && failed === 0, `${done} of ${total} counted, ${failed} failed`),
      ...unless(drawn.links === links, `${links - drawn.links} links were skipped`),
      ...unless(drawn.times === links, `${drawn.times - links} links were done twice`),
    ],
  );
}

async function writeDownDrawings({ pool }: Database): Promise<void> {
  await pool.query("UPDATE short_urls SET qr_generated_at = '2020-01-01'");
  await pool.query("CREATE TABLE drawings (url_id uuid NOT NULL)");
  await pool.query("GRANT INSERT ON drawings TO PUBLIC");
  await pool.query(
    `CREATE FUNCTION write_down_drawing() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN INSERT INTO drawings VALUES (NEW.url_id); RETURN NULL; END $$`,
  );
  await pool.query(
    "CREATE TRIGGER written_down AFTER INSERT OR UPDATE ON qr_codes FOR EACH ROW EXECUTE FUNCTION write_down_drawing()",
  );
}

/** As the call of an administrator does. */
export async function insertJob({ pool }: Database, links: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO bulk_jobs (id, kind, total_urls, started_by_id, started_by_label)
     SELECT gen_random_uuid(), 'regenerate-qr', $1, id, 'Bench' FROM users LIMIT 1 RETURNING id`,
    [links],
  );
  return rows[0]?.id ?? "";
}

export async function readProgress({ pool }: Database, id: string): Promise<Progress> {
  const { rows } = await pool.query<Progress>(
    `SELECT state, updated_count + failed_count AS done, failed_count AS failed, total_urls AS total
     FROM bulk_jobs WHERE id = $1`,
    [id],
  );
  return rows[0] ?? { state: "", done: 0, failed: 0, total: 0 };
}

async function readDrawings({ pool }: Database): Promise<{ links: number; times: number }> {
  const { rows } = await pool.query<{ links: number; times: number }>(
    "SELECT count(DISTINCT url_id)::int AS links, count(*)::int AS times FROM drawings",
  );
  return rows[0] ?? { links: 0, times: 0 };
}
