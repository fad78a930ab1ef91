import { setTimeout as sleep } from "node:timers/promises";
import { unzipSync } from "fflate";
import { PNG } from "pngjs";
import { judged, type Outcome, seconds, thousands, unless } from "@/bench/faults/outcome";
import { readRecorded, recordUpdates } from "@/bench/faults/recorded";
import { withRunning } from "@/bench/faults/running";
import {
  type Database,
  insertLinks,
  insertSession,
  readNumber,
  type Server,
  scratchFolder,
} from "@/bench/harness/database";
import { until } from "@/bench/harness/processes";
import { type Instance, startRole } from "@/bench/harness/product";
import { paths } from "@/lib/paths";
import { decodeWithZxing } from "@/lib/qr/child/decoders";
import { QR_FILE_MAX_CODES } from "@/lib/qr/files/schema";

const FINISH_LIMIT_MS = 120_000;
const BASE_URL = "https://hop.example";

/** B15: kill -9 of the worker several times while it renders a ZIP file. A trigger records each code that is stored. */
export async function resumeQrFile(server: Server, kills: number): Promise<Outcome> {
  const database = await server.createDatabase();
  const codes = QR_FILE_MAX_CODES;
  await insertLinks(database, codes);
  await insertSession(database);
  await recordUpdates(database, "qr_file_items", "position");
  const id = await requestFile(database);
  const options = { dataDir: scratchFolder(), databaseUrl: database.url };
  let worker: Instance = await startRole("worker", options);
  const seen: number[] = [];
  let [last, wentBack] = [0, 0];
  const look = async () => {
    const done = await countDone(database, id);
    if (done < last) wentBack += 1;
    last = done;
    return done;
  };
  for (let kill = 0; kill < kills; kill++) {
    const killAt = ((kill + 1) * codes) / (kills + 2);
    await until(async () => (await look()) >= killAt, FINISH_LIMIT_MS, 5);
    await sleep(Math.random() * 60);
    await worker.killAll();
    seen.push(await look());
    worker = await startRole("worker", options);
  }
  const began = performance.now();
  await until(async () => (await look()) === codes, FINISH_LIMIT_MS, 20);
  const took = performance.now() - began;
  await worker.stop();
  const stored = await readRecorded(database);
  return judged(
    "B15",
    `kill -9 of the worker during a ZIP file of ${thousands(codes)} QR codes: it resumes, each code stored once`,
    `killed at ${seen.map(thousands).join(", ")}; finished ${seconds(took)} after the last`,
    [
      ...unless(last === codes, `${thousands(last)} codes are done`),
      ...unless(wentBack === 0, `the progress went back ${wentBack} times`),
      ...unless(stored.rows === codes, `${codes - stored.rows} codes were skipped`),
      ...unless(stored.times === codes, `${stored.times - codes} codes were stored twice`),
      ...unless((seen.at(-1) ?? codes) < codes, "it finished before it could be killed"),
    ],
  );
}

/** A12: every file of a large ZIP decodes to its short URL. */
export function readEveryCode(server: Server, codes: number): Promise<Outcome> {
  return withRunning(server, { links: codes }, async ({ database, hop }) => {
    await database.pool.query("UPDATE short_urls SET qr_generated_at = now()");
    const headers = { cookie: await insertSession(database), "Content-Type": "application/json" };
    const began = performance.now();
    const body = JSON.stringify({ filter: {}, size: { px: 256 } });
    const asked = await fetch(hop.url + paths.api.qrFiles, { method: "POST", headers, body });
    if (asked.status !== 202) throw new Error(`asking for a file: ${asked.status}`);
    const { id } = await asked.json();
    await until(async () => (await countDone(database, id)) === codes, FINISH_LIMIT_MS, 100);
    const archive = await (await fetch(hop.url + paths.api.qrFileDownload(id), { headers })).arrayBuffer();
    const took = performance.now() - began;
    const files = unzipSync(new Uint8Array(archive));
    const unread: string[] = [];
    for (const [shortUrl, name] of listedIn(files["manifest.csv"])) {
      if ((await decode(files[name])) !== `${shortUrl}?qr=1`) unread.push(name);
    }
    return judged(
      "A12",
      `every file of a ZIP of ${thousands(codes)} QR codes decodes to its short URL`,
      `${thousands(codes - unread.length)} read; ready and downloaded in ${seconds(took)}`,
      [
        ...unless(unread.length === 0, `${unread.length} unread (${unread[0]})`),
        ...unless(listedIn(files["manifest.csv"]).length === codes, "the list is not complete"),
        ...unless(Object.keys(files).length === codes + 1, `${Object.keys(files).length} files`),
      ],
    );
  });
}

/** Short URLs and names of files, from lines of: id, short code, short URL, destination, placement, file name. */
function listedIn(manifest: Uint8Array | undefined): [shortUrl: string, name: string][] {
  const [, ...lines] = Buffer.from(manifest ?? [])
    .toString()
    .trim()
    .split("\r\n");
  return lines.map((line) => line.split(",")).map((cells) => [cells[2] ?? "", cells.at(-1) ?? ""]);
}

async function decode(png: Uint8Array | undefined): Promise<string | undefined> {
  return png && decodeWithZxing(PNG.sync.read(Buffer.from(png)));
}

/** Inserts the same rows as POST /api/qr-files. */
async function requestFile({ pool }: Database): Promise<string> {
  await pool.query("UPDATE short_urls SET qr_generated_at = now()");
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO qr_files (id, requested_by_id, format, size, base_url, expires_at)
     SELECT gen_random_uuid(), id, 'png', '{"px":256}', $1, now() + interval '1 day' FROM users LIMIT 1 RETURNING id`,
    [BASE_URL],
  );
  const id = rows[0]?.id ?? "";
  await pool.query(
    `INSERT INTO qr_file_items (file_id, position, url_id, original_url)
     SELECT $1, row_number() OVER (ORDER BY id), id, original_url FROM short_urls`,
    [id],
  );
  return id;
}

function countDone(database: Database, id: string): Promise<number> {
  return readNumber(database, "SELECT count(bytes) FROM qr_file_items WHERE file_id = $1", [id]);
}
