import { fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileVariable, readSecretVariables } from "@/lib/secret-variables";
import * as z from "@/lib/zod";
import { LEAKING_VARIABLE, LIBPQ_VARIABLE, parseEnvFile } from "@/server/bootstrap/env-file.mjs";
import { forwardOutput } from "@/server/processes/process-output";
import type { Program } from "@/server/processes/role-process";
import { StartError } from "@/server/processes/start-error";

/** Messages from server/reload-check.ts, which may be of another version. */
const messageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("checking") }),
  z.object({ type: z.literal("refused"), lines: z.array(z.string()) }),
  z.object({
    type: z.literal("checked"),
    version: z.string(),
    webConcurrency: z.number(),
    applied: z.array(z.string()),
  }),
]);
export type CheckMessage = z.infer<typeof messageSchema>;

const DEFAULT_PORT = "5432";

/** A build that is silent for this long is considered hanging. */
const SILENT_MS = 30_000;

type Options = { environment: NodeJS.ProcessEnv; stopping: AbortSignal; silentMs?: number };

/**
 * Lets the build in a folder check its configuration and the database, and migrate, which may take long.
 *
 * @throws StartError
 */
export async function checkProgram(
  folder: string,
  { environment, stopping, silentMs = SILENT_MS }: Options,
): Promise<Program & { applied: string[] }> {
  const file = path.join(folder, "dist/server/reload-check.mjs");
  if (!existsSync(file)) throw new StartError(`${folder} has no build that can take over: restart Hop instead.`);
  const child = fork(file, { cwd: folder, env: environment, stdio: ["ignore", "inherit", "pipe", "ipc"] });
  if (child.stderr) forwardOutput(child.stderr, "reload-check");
  const stop = () => child.kill("SIGKILL");
  const silence = setTimeout(stop, silentMs);
  stopping.addEventListener("abort", stop);
  try {
    return await new Promise((resolve, reject) => {
      const refuse = (reason: string) => reject(new StartError(reason));
      child.on("message", (received) => {
        const { success, data: message } = messageSchema.safeParse(received);
        if (!success) return refuse(`the build in ${folder} is of a version that can't take over: restart Hop instead`);
        clearTimeout(silence);
        if (message.type === "refused") refuse(message.lines.join(" "));
        if (message.type === "checked") {
          const { version, webConcurrency, applied } = message;
          resolve({ folder, environment, version, webConcurrency, applied });
        }
      });
      child.once("error", (error) => refuse(error.message));
      child.once("exit", (code, signal) =>
        refuse(`the build in ${folder} doesn't start (${signal ?? `exit code ${code}`}); see the log`),
      );
    });
  } finally {
    clearTimeout(silence);
    stopping.removeEventListener("abort", stop);
    // It is done or must not continue, and a broken build might not exit on its own.
    stop();
  }
}

/**
 * Variables that a reload keeps: the supervisor uses them, or holds the resources that they name. Of DATABASE_URL, user,
 * password and options may change.
 */
const FIXED = [
  "DATABASE_URL",
  "DATA_DIR",
  "HOST",
  "PORT",
  "METRICS_ADDRESS",
  "LOG_FORMAT",
  "NODE_ENV",
  "HOP_CONTAINER",
];

/**
 * The environment of a reload: the running Hop's, with the folder's `.env` read again.
 *
 * @param running the supervisor's environment, including prepared variables
 * @throws StartError if `.env` can't be read, or the folder has none, and the running Hop has variables from one
 */
export function reloadedEnvironment(folder: string, running: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = path.join(folder, ".env");
  const earlier = (running.HOP_FROM_FILE ?? "").split(",").filter(Boolean);
  if (!existsSync(file) && earlier.length > 0) {
    throw new StartError(`${file} is missing, and ${earlier.join(", ")} came from such a file: copy it there.`);
  }
  const fromFile = existsSync(file) ? readVariables(file) : {};
  // The path of a secret's file was replaced with its contents (lib/env.ts).
  const isDropped = (name: string) =>
    !FIXED.includes(name) && (earlier.includes(name) || earlier.includes(fileVariable(name)));
  const kept = Object.fromEntries(Object.entries(running).filter(([name]) => !isDropped(name)));
  const isIgnored = (name: string) =>
    name === LEAKING_VARIABLE || (running.HOP_EMBEDDED_POSTGRES !== undefined && LIBPQ_VARIABLE.test(name));
  const isAdded = (name: string) =>
    !FIXED.includes(name) && !isIgnored(name) && !(name in kept) && !(name.replace(/_FILE$/, "") in kept);
  const added = Object.entries(fromFile).filter(([name]) => isAdded(name));
  const isGiven = ["DATABASE_URL", fileVariable("DATABASE_URL")].some((name) => earlier.includes(name));
  const database = isGiven ? readDatabaseUrl(folder, fromFile, running.DATABASE_URL) : {};
  return { ...kept, ...Object.fromEntries(added), ...database, NODE_ENV: running.NODE_ENV };
}

/** The URL of the running Hop's database as `.env` has it now, perhaps with another user or password. */
function readDatabaseUrl(folder: string, { DATABASE_URL, DATABASE_URL_FILE }: NodeJS.Dict<string>, running = "") {
  const file = DATABASE_URL_FILE && path.resolve(folder, DATABASE_URL_FILE);
  const { values, problems } = readSecretVariables({ DATABASE_URL, DATABASE_URL_FILE: file });
  if (problems.length > 0) throw new StartError(problems.join(" "));
  const url = values.DATABASE_URL ?? DATABASE_URL;
  if (!url) return {};
  if (placeOf(url) !== placeOf(running))
    throw new StartError("DATABASE_URL names another database: restart Hop instead.");
  return { DATABASE_URL: url };
}

/** The server and the database that a URL names, as node-postgres reads it. */
function placeOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, port, pathname, username, searchParams } = new URL(url);
  const server = [searchParams.get("host") ?? hostname, searchParams.get("port") ?? (port || DEFAULT_PORT)];
  return JSON.stringify([...server, pathname.slice(1) || username]);
}

function readVariables(file: string) {
  try {
    return parseEnvFile(readFileSync(file));
  } catch (error) {
    throw new StartError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
