import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { mountDisk } from "@/bench/faults/full-disk";
import { judged, type Outcome, unless } from "@/bench/faults/outcome";
import { startCommand } from "@/bench/harness/hop-command";
import { signal, until } from "@/bench/harness/processes";

const STARTS_WITHIN_MS = 30_000;

type Variables = Record<string, string>;
type Attempt = { measured: string; problems: string[] };

/** Sends SIGTERM while the backup copies. */
async function interruptBackup(variables: Variables, folder: string): Promise<Attempt> {
  const file = path.join(folder, "interrupted.backup");
  const { pid, ended } = startCommand(["backup", file], variables);
  await until(() => existsSync(`${file}.partial`), STARTS_WITHIN_MS);
  signal(pid, "SIGTERM");
  const { exitCode } = await ended;
  const left = readdirSync(folder).filter((name) => name.startsWith("interrupted"));
  const problems = [
    ...unless(exitCode === 143, `exit code ${exitCode} after SIGTERM`),
    ...unless(left.length === 0, `${left} is left`),
  ];
  return { measured: `SIGTERM: exit code ${exitCode}`, problems };
}

async function backUpToFullDisk(variables: Variables): Promise<Attempt> {
  const disk = mountDisk("1m");
  if (!disk) return { measured: "full disk: needs root", problems: [] };
  const { exitCode, result } = await startCommand(["backup", path.join(disk, "full.backup")], variables).ended;
  const left = readdirSync(disk);
  const isNamed = String(result.error).endsWith("full.backup cannot be used: there is no space left on its disk.");
  return {
    measured: `full disk: exit code ${exitCode}`,
    problems: [
      ...unless(exitCode === 1 && isNamed, `${exitCode}, ${JSON.stringify(result)}`),
      ...unless(left.length === 0, `${left} is left`),
    ],
  };
}

/** Backups that cannot succeed. */
export async function failBackups(variables: Variables, folder: string): Promise<Outcome> {
  const attempts = [await interruptBackup(variables, folder), await backUpToFullDisk(variables)];
  return judged(
    "B21",
    "hop backup, interrupted and onto a full disk: nothing is left behind",
    attempts.map(({ measured }) => measured).join("; "),
    attempts.flatMap(({ problems }) => problems),
  );
}
