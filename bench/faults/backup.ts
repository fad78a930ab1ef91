import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Contents, compareContents, readContents, recount, tryRestored } from "@/bench/faults/backup-checks";
import { failBackups } from "@/bench/faults/backup-failures";
import { openEmbedded, postmasterOf } from "@/bench/faults/embedded";
import { judged, type Outcome, seconds, skipped, thousands, unless } from "@/bench/faults/outcome";
import { codesThatDiffer, untilAllStored } from "@/bench/faults/reconcile";
import { fillClicks } from "@/bench/fill/fill";
import {
  codeOf,
  countClicks,
  type Database,
  insertApiKey,
  insertSession,
  readStored,
  type Stored,
  scratchFolder,
} from "@/bench/harness/database";
import { type CommandRun, startCommand } from "@/bench/harness/hop-command";
import { MAIL_PASSWORD, MAIL_USER, startMailServer } from "@/bench/harness/mail-server";
import { signal, until, withDescendants } from "@/bench/harness/processes";
import { type Instance, pidsOf, startEverything } from "@/bench/harness/product";
import { startPostgres15 } from "@/bench/harness/replicated";
import { startVisits, type Visits } from "@/bench/harness/visitors";
import { isProcessAlive } from "@/lib/process";

const LINKS = 1_000;
const DAYS = 60;
const PER_SECOND = 500;
const WARM_UP_MS = 30_000;
const SNAPSHOT_WITHIN_MS = 30_000;
const AFTER_MS = 2_000;
const GONE_WITHIN_MS = 30_000;
const MAX_MEMORY = 400_000_000;
const PASSPHRASE = "correct horse battery staple";
const SECRET = "the secret of the installation that is backed up";

type Site = {
  hop: Instance;
  database: Database;
  dataDir: string;
  cookie: string;
  apiKey: string;
  /** Clicks stored before the visits. */
  filled: Stored;
};

/** The arguments that follow "backup" or "restore". */
type BackupFile = { file: string; args: string[] };

/** B21: a backup under load, restored on Postgres 15, and onto the machine that has lost its database. */
export async function backUpAndRestore({ clicks }: { clicks: number }): Promise<Outcome[]> {
  const target = await startPostgres15();
  if (!target) return [skipped("B21", "a backup under load", "needs Debian's package postgresql-15")];
  const site = await startSite(clicks);
  const folder = scratchFolder();
  const saved = nameBackup(folder);
  const visits = startSiteVisits(site);
  await until(async () => (await countClicks(site.database)) > site.filled.rows, WARM_UP_MS, 100);
  const backup = await backUpAtKnownMoment(site, saved);
  const failed = await failBackups(variablesOf(site), folder);
  const lost = await loseDatabase(site, visits, saved);
  const restored = await restoreOnto(target, { site, saved, contents: backup.contents });
  return [judgeBackup(backup, visits), restored, lost, failed];
}

function nameBackup(folder: string): BackupFile {
  const file = path.join(folder, "hop.backup");
  const passphraseFile = path.join(folder, "passphrase");
  writeFileSync(passphraseFile, PASSPHRASE);
  return { file, args: [file, "--passphrase-file", passphraseFile] };
}

function variablesOf({ dataDir }: Pick<Site, "dataDir">): Record<string, string> {
  return { DATABASE_URL: "", DATA_DIR: dataDir, AUTH_SECRET: SECRET, SMTP_HOST: "" };
}

/**
 * Hop with the embedded database, two months of clicks, a key, a session and a mail server that requires a password.
 */
async function startSite(clicks: number): Promise<Site> {
  const dataDir = scratchFolder();
  const hop = await startEverything({ dataDir, databaseUrl: "", variables: { AUTH_SECRET: SECRET } });
  const database = await openEmbedded(dataDir);
  await fillClicks(database.pool, { clicks, links: LINKS, days: DAYS }, () => undefined);
  const { apiKey } = await insertApiKey(database, 1);
  const cookie = await insertSession(database);
  await saveMailServer(hop.url, cookie);
  return { hop, database, dataDir, cookie, apiKey, filled: await readStored(database) };
}

async function saveMailServer(url: string, cookie: string): Promise<void> {
  const settings = {
    smtp_host: "127.0.0.1",
    smtp_port: await startMailServer(),
    smtp_user: MAIL_USER,
    smtp_password: MAIL_PASSWORD,
    smtp_from_email: "hop@example.com",
  };
  const body = JSON.stringify({ settings: Object.entries(settings).map(([key, value]) => ({ key, value })) });
  const headers = { Cookie: cookie, "Content-Type": "application/json" };
  const saved = await fetch(`${url}/api/settings`, { method: "PUT", headers, body });
  if (!saved.ok) throw new Error(`settings: ${saved.status} ${await saved.text()}`);
}

function startSiteVisits({ hop }: Site): Visits {
  const code = () => codeOf(1 + Math.floor(Math.random() * LINKS));
  return startVisits({ targets: [hop.url], code, connections: 16, perSecond: PER_SECOND });
}

type Backup = CommandRun & { contents: Contents };

/**
 * Runs hop backup, and reads the database as it is at the same moment: the worker, which alone writes now, is frozen
 * from before the backup's snapshot until this one's. Visitors continue, and their clicks wait in the spool.
 */
async function backUpAtKnownMoment(site: Site, { args }: BackupFile): Promise<Backup> {
  const { hop, database } = site;
  const workers = pidsOf(hop, "worker");
  for (const pid of workers) signal(pid, "SIGSTOP");
  const backup = startCommand(["backup", ...args], variablesOf(site));
  const client = await database.pool.connect();
  try {
    const isCopying = async () => {
      const { rowCount } = await client.query(
        "SELECT FROM pg_stat_activity WHERE application_name = 'hop-backup' AND query LIKE 'COPY %'",
      );
      return rowCount === 1;
    };
    if (!(await until(isCopying, SNAPSHOT_WITHIN_MS))) throw new Error("the backup took no snapshot");
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT FROM users");
    for (const pid of workers) signal(pid, "SIGCONT");
    const run = await backup.ended;
    return { ...run, contents: await readContents(client) };
  } finally {
    for (const pid of workers) signal(pid, "SIGCONT");
    await client.query("ROLLBACK");
    client.release();
  }
}

function judgeBackup({ result, exitCode, ms, bytes }: Backup, visits: Visits): Outcome {
  const wrong = visits.answers.filter(({ status }) => status !== 302).length + visits.unanswered.length;
  const rows = (result.rows ?? {}) as Record<string, number>;
  const clicks = rows.visits ?? 0;
  return judged(
    "B21",
    "hop backup of the embedded database under 500 visits/s, encrypted: none fails, memory does not grow with the clicks",
    `${thousands(clicks)} clicks in ${seconds(ms)} with the reading back, ${megabytes(Number(result.bytes))} on disk, ${megabytes(bytes)} of memory; ${thousands(visits.answers.length)} visits`,
    [
      ...unless(exitCode === 0, `exit code ${exitCode}: ${JSON.stringify(result)}`),
      ...unless(wrong === 0, `${wrong} visits were not redirected`),
      ...unless(bytes < MAX_MEMORY, "too much memory"),
    ],
  );
}

type Wanted = { site: Site; saved: BackupFile; contents: Contents };

async function restoreOnto(target: Database, { site, saved, contents }: Wanted): Promise<Outcome> {
  const variables = { ...variablesOf(site), DATABASE_URL: target.url, DATA_DIR: scratchFolder() };
  const { exitCode, result, ms, bytes } = await startCommand(["restore", ...saved.args], variables).ended;
  const promise =
    "hop restore onto Postgres 15: every row as at the snapshot; the key and the mail password work, the old session does not";
  if (exitCode !== 0)
    return judged("B21", promise, "not restored", [`exit code ${exitCode}: ${JSON.stringify(result)}`]);
  const checks = [
    await compareContents(target, contents),
    await recount(target),
    await tryRestored({ ...site, database: target, variables: { AUTH_SECRET: SECRET }, code: codeOf(1) }),
  ];
  const summary = checks.map((check) => check.summary).join(", ");
  const problems = checks.flatMap((check) => check.problems);
  return judged("B21", promise, `${seconds(ms)}, ${megabytes(bytes)} of memory; ${summary}`, problems);
}

/** Kills all processes and deletes the database's files; the machine's spool remains. */
async function loseDatabase({ hop, dataDir, filled }: Site, visits: Visits, saved: BackupFile): Promise<Outcome> {
  for (const pid of pidsOf(hop, "worker")) signal(pid, "SIGSTOP");
  await sleep(AFTER_MS);
  await visits.stop();
  await hop.killAll();
  const postgres = withDescendants(postmasterOf(dataDir));
  for (const pid of postgres) signal(pid, "SIGKILL");
  await until(() => !postgres.some(isProcessAlive), GONE_WITHIN_MS);
  rmSync(path.join(dataDir, "postgres"), { recursive: true });
  const began = performance.now();
  const { exitCode, result } = await startCommand(["restore", ...saved.args], variablesOf({ dataDir })).ended;
  const again = await startEverything({ dataDir, databaseUrl: "", variables: { AUTH_SECRET: SECRET } });
  const backMs = performance.now() - began;
  const database = await openEmbedded(dataDir);
  const received = visits.answers.filter(({ status }) => status === 302).length;
  await untilAllStored(database, filled.rows + received);
  const stored = await readStored(database);
  const recounted = await recount(database);
  await again.stop();
  const differing = codesThatDiffer(filled, stored, visits);
  return judged(
    "B21",
    "kill -9 of everything, and the database's files are lost: after hop restore, the clicks of the spool that is left are counted once",
    `redirecting ${seconds(backMs)} after the restore began; ${thousands(received)} received, ${thousands(stored.rows - filled.rows)} stored, ${recounted.summary}`,
    [
      ...unless(exitCode === 0, `exit code ${exitCode}: ${JSON.stringify(result)}`),
      ...unless(differing.length === 0, `${differing.length} links differ: ${differing.slice(0, 3)}`),
      ...unless(stored.rows === stored.distinct, `${stored.rows} rows, ${stored.distinct} distinct`),
      ...recounted.problems,
    ],
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`;
}
