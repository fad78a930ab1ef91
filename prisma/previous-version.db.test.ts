import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build, stop } from "esbuild";
import { freePort } from "@/e2e/hop";
import { countUsers } from "@/lib/clicks/count-users";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { getQrCode } from "@/lib/qr/queries";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import { regenerateQr } from "@/lib/qr/regenerate";
import { scanPng } from "@/lib/qr/testing/scan-png";
import { getSumStats } from "@/lib/stats/queries";
import { getUrlOrThrow } from "@/lib/urls/queries";

/** The release before this one. While instances are upgraded, both run on the schema of the newer one. */
const PREVIOUS = "d5d671ef662d8aebf38d5c50bf367a1e1647ef22";
const PARTS = ["lib", "server", "prisma", "package.json", "prisma.config.ts", "tsconfig.json"];
const HOST = "127.0.0.1";

/** Runs in the previous version, with the front's address and an administrator as arguments. */
const JOURNEY = `
import { getBulkJob } from "@/lib/bulk-jobs/queries";
import { startBulkJob } from "@/lib/bulk-jobs/start";
import { closePool } from "@/lib/db/pool";
import { getQrCode } from "@/lib/qr/queries";
import { qrQuerySchema } from "@/lib/qr/schema";
import { createUrl } from "@/lib/urls/create";
import { listUrls } from "@/lib/urls/list";
import { updateUrl } from "@/lib/urls/update";

const [front, admin] = [process.argv[2], JSON.parse(process.argv[3])];
const until = async (condition) => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
};
const { id, shortCode } = await createUrl(admin, { originalUrl: "http://10.0.0.1/", generateQR: true });
const list = async () => (await listUrls(admin)).items.find((url) => url.id === id);
const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
// HEAD is not counted.
const visit = (method) => fetch(front + "/" + shortCode, { method, redirect: "manual", headers: { "User-Agent": userAgent } });
await until(async () => (await visit("HEAD").catch(() => null))?.status === 302);
const { status, headers } = await visit("GET");
await until(async () => (await list()).clickCount === 1);
const jobs = {};
for (const kind of ["regenerate-qr", "refresh-favicons"]) {
  const job = await startBulkJob(admin, kind);
  await until(async () => (await getBulkJob(admin, job.id)).state === "done");
  jobs[kind] = (await getBulkJob(admin, job.id)).totalUrls;
}
await updateUrl(admin, id, { status: "paused" });
await until(async () => (await visit("HEAD")).headers.get("location")?.endsWith("/paused"));
const { bytes } = await getQrCode(admin, id, qrQuerySchema.parse({}));
console.log(JSON.stringify({ id, status, location: headers.get("location"), jobs, png: bytes.toString("base64") }));
await closePool();
`;

/** Whether this clone has the commit; a shallow clone may not. */
function hasPrevious(): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", `${PREVIOUS}^{commit}`], { stdio: "ignore" });
    return true;
  } catch (error) {
    const isShallow = execFileSync("git", ["rev-parse", "--is-shallow-repository"], { encoding: "utf8" });
    if (isShallow.trim() !== "true") throw error;
    console.warn(`Skipped: this shallow clone lacks commit ${PREVIOUS}`);
    return false;
  }
}

let folder: string;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  if (!hasPrevious()) return;
  folder = mkdtempSync(path.join(tmpdir(), "hop-previous-"));
  const archive = execFileSync("git", ["archive", PREVIOUS, ...PARTS], { maxBuffer: 1e9 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  execFileSync("node_modules/.bin/prisma", ["generate"], {
    cwd: folder,
    stdio: "ignore",
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true" },
  });
  writeFileSync(path.join(folder, "server/journey.ts"), JOURNEY);
  await build({
    absWorkingDir: folder,
    entryPoints: ["front", "worker", "qr-thread", "journey"].map((name) => `server/${name}.ts`),
    outdir: "dist/server",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "warning",
    alias: { "next/server": "next/server.js" },
  });
  await stop();
});

afterAll(async () => {
  for (const child of processes.filter(({ exitCode }) => exitCode === null)) {
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await exited;
  }
  if (folder) rmSync(folder, { recursive: true, force: true });
});

function environment(port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: "production",
    LOG_LEVEL: "fatal",
    DATA_DIR: path.join(folder, "data"),
    HOST,
    PORT: String(port),
    AUTH_SECRET: "a secret of the previous version, which is long enough",
  };
}

function startRole(name: "front" | "worker", port: number): void {
  const env = { ...environment(port), HOP_ROLE: name };
  processes.push(spawn(process.execPath, [`dist/server/${name}.mjs`], { cwd: folder, env, stdio: "inherit" }));
}

function runJourney(port: number, actor: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = ["dist/server/journey.mjs", `http://${HOST}:${port}`, JSON.stringify(actor)];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: environment(port),
      stdio: ["ignore", "pipe", "inherit"],
    });
    processes.push(child);
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.once("exit", (code) => (code === 0 ? resolve(output) : reject(new Error(`exit code ${code}: ${output}`))));
  });
}

test("the previous version runs on the migrated schema beside this one", async () => {
  if (!folder) return;
  mkdirSync(path.join(folder, "data"));
  await pool().query("INSERT INTO settings (key, value, updated_at) VALUES ('base_url', 'https://hop.example', now())");
  const port = await freePort();
  startRole("front", port);
  startRole("worker", port);
  const admin = await createUser({ role: "overall_admin" });
  const { id, png, ...journey } = JSON.parse(await runJourney(port, admin));
  expect(journey).toEqual({
    status: 302,
    location: "http://10.0.0.1/",
    jobs: { "regenerate-qr": 1, "refresh-favicons": 1 },
  });
  expect((await pool().query("SELECT FROM qr_codes")).rowCount).toBe(1);

  const { bytes, lastModified } = await getQrCode(admin, id, qrQuerySchema.parse({}));
  // Its mask may differ (decision 0055).
  const content = scanPng(bytes);
  expect(content).toMatch(/\?qr=1$/);
  expect(scanPng(Buffer.from(png, "base64"))).toBe(content);
  const { url } = await getUrlOrThrow(admin, id);
  expect(lastModified).toEqual(url.qrGeneratedAt);
  expect(url).toMatchObject({ status: "paused", clickCount: 1n });
  expect(await regenerateQr(admin)).toMatchObject({ updatedCount: 1 });

  // It counts nothing for users: its click has marked the day.
  const ownStats = () => getSumStats(admin, null, { range: "7d" });
  expect(await ownStats()).toMatchObject({ clicks: 1, breakdowns: { access: [{ name: "direct", clicks: 1 }] } });
  expect((await ownStats()).breakdowns.browser).toBeUndefined();
  const count = () => inTransaction(pool(), (client) => countUsers(0).convert(client, { wasFinished: false }));
  while ((await count()) !== null);
  expect(await ownStats()).toMatchObject({ clicks: 1, breakdowns: { browser: [{ name: "Firefox", clicks: 1 }] } });
});
