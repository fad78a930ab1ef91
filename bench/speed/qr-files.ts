import path from "node:path";
import { codeOf, type Database, insertLinks, insertSession } from "@/bench/harness/database";
import { load } from "@/bench/harness/load";
import { until } from "@/bench/harness/processes";
import { type Instance, startBaseline, startEverything } from "@/bench/harness/product";
import { median } from "@/bench/harness/statistics";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";
import { ratios } from "@/bench/speed/redirects";
import { paths } from "@/lib/paths";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { logoSvg } from "@/lib/qr/testing/designs";

const CODES = 2_000;
const TIMEOUT_MS = 120_000;

/** A12: ZIP files of QR codes, plain and with a logo, and redirects in the meantime. */
export async function measureQrFiles(bench: Bench): Promise<Measurement[]> {
  const database = await bench.server.createDatabase();
  await insertLinks(database, CODES);
  await database.pool.query("UPDATE short_urls SET qr_generated_at = now()");
  const baseline = await startBaseline();
  const hop = await startEverything({ dataDir: path.join(bench.folder, "qr-files"), databaseUrl: database.url });
  const caller = await createCaller(database, hop);
  const run = (url: string) =>
    load({ url, paths: { kind: "one", path: `/${codeOf(1)}` }, seconds: bench.seconds, folder: bench.folder });

  await run(hop.url);
  const plain: number[] = [];
  for (let round = 0; round < bench.rounds; round++) plain.push((await makeFile(caller)).seconds);
  await addTemplate(caller);
  const withLogo: number[] = [];
  const base: number[] = [];
  const whileRendering: number[] = [];
  let bytes = 0;
  for (let round = 0; round < bench.rounds; round++) {
    const file = await makeFile(caller);
    withLogo.push(file.seconds);
    bytes = file.bytes;
    base.push((await run(baseline.url)).p99Ms);
    const making = makeFile(caller);
    whileRendering.push((await run(hop.url)).p99Ms);
    await making;
  }
  await hop.stop();
  await baseline.stop();
  const codes = `${CODES.toLocaleString("en")} codes`;
  const note = "PNG, from the request to the last byte of the download";
  return [
    measured({ id: "A12", what: `ZIP of ${codes}, plain`, unit: "s", values: plain, atMost: 5, note }),
    measured({
      id: "A12",
      what: `ZIP of ${codes} with a logo`,
      unit: "s",
      values: withLogo,
      atMost: 20,
      note: `${(bytes / 1e6).toFixed(1)} MB`,
    }),
    measured({
      id: "A12",
      what: "p99 of redirects while the ZIP with a logo is made, to the baseline's alone",
      unit: "x",
      values: ratios(whileRendering, base),
      atMost: 3,
      note: `${median(whileRendering).toFixed(1)} ms to ${median(base).toFixed(1)} ms`,
    }),
  ];
}

type Caller = (method: string, path: string, body?: string | Buffer) => Promise<Response>;

async function createCaller(database: Database, hop: Instance): Promise<Caller> {
  const cookie = await insertSession(database);
  return async (method, target, body) => {
    const type = typeof body === "string" ? "application/json" : "image/svg+xml";
    const response = await fetch(hop.url + target, {
      method,
      headers: { cookie, ...(body && { "content-type": type }) },
      ...(body && { body: new Uint8Array(Buffer.from(body)) }),
    });
    if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${await response.text()}`);
    return response;
  };
}

/** Adds a brand's design as the default of all links. */
async function addTemplate(call: Caller): Promise<void> {
  const { id } = await (await call("POST", paths.api.qrLogos, logoSvg())).json();
  const design = { ...DEFAULT_DESIGN, modules: "rounded", logo: { id, percent: 20 } };
  await call("POST", paths.api.qrTemplates, JSON.stringify({ name: "Brand", design, isDefault: true }));
}

/** Requests a file of all codes, waits until it is ready, downloads and deletes it. */
async function makeFile(call: Caller): Promise<{ seconds: number; bytes: number }> {
  const began = performance.now();
  const body = JSON.stringify({ filter: {}, format: "png" });
  const { id, total } = await (await call("POST", paths.api.qrFiles, body)).json();
  if (total !== CODES) throw new Error(`${total} codes instead of ${CODES}`);
  let isMade = false;
  const poll = async () => {
    const files: { id: string; done: number; failure: string | null }[] = await (
      await call("GET", paths.api.qrFiles)
    ).json();
    const file = files.find((one) => one.id === id);
    if (file?.failure) throw new Error(file.failure);
    isMade = file?.done === total;
    return isMade;
  };
  await until(poll, TIMEOUT_MS, 100);
  if (!isMade) throw new Error("the file was not made in time");
  const { byteLength } = await (await call("GET", paths.api.qrFileDownload(id))).arrayBuffer();
  const seconds = (performance.now() - began) / 1000;
  await call("DELETE", paths.api.qrFile(id));
  return { seconds, bytes: byteLength };
}
