import { chmodSync, lstatSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import * as z from "@/lib/zod";
import { makePrivateFolder } from "@/server/data-dir/private-folder";
import { controlSocketPath } from "@/server/front/app-socket";
import { StartError } from "@/server/processes/start-error";
import type { Reloaded } from "@/server/supervisor/reload";

// One line of JSON each way, since the two ends may be of different versions.
const requestSchema = z.object({ reload: z.object({ folder: z.string().min(1) }) });
const answerSchema = z.union([
  z.object({
    reloaded: z.object({ version: z.string(), folder: z.string(), applied: z.array(z.string()), ms: z.number() }),
  }),
  z.object({ error: z.string() }),
]);
type Request = z.infer<typeof requestSchema>;
type Answer = z.infer<typeof answerSchema>;

/** Longer than any request. A client that sends more, or nothing, is cut off. */
const MAX_BYTES = 64 * 1024;
const SILENT_MS = 5_000;

const NOT_TAKEN = "reloads are not available";
const OTHER_USER = "Run this as the user that Hop runs as, or as root.";

/**
 * Accepts reload requests on a socket in a folder that only the user of this process (and root) can enter.
 *
 * @param options.silentMs shorter in tests
 * @returns a function that stops it
 */
export function serveControl(reload: (folder: string) => Promise<Reloaded>, { silentMs = SILENT_MS } = {}): () => void {
  const file = controlSocketPath();
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.setTimeout(silentMs, () => socket.destroy());
    void readLine(socket)
      .then(async (line) => {
        socket.setTimeout(0);
        const request = requestSchema.safeParse(JSON.parse(line));
        const answer = request.success ? await perform(request.data, reload) : { error: "unknown request" };
        socket.end(`${JSON.stringify(answer satisfies Answer)}\n`);
      })
      .catch(() => socket.destroy());
  });
  // Links redirect without it.
  server.on("error", (error) => log.error({ err: error }, NOT_TAKEN));
  try {
    makePrivateFolder(path.dirname(file));
    chmodSync(path.dirname(file), 0o700);
    rmSync(file, { force: true });
    server.listen(file);
  } catch (error) {
    log.error({ err: error }, NOT_TAKEN);
  }
  return () => server.close();
}

async function perform({ reload: { folder } }: Request, reload: (folder: string) => Promise<Reloaded>) {
  try {
    return { reloaded: await reload(folder) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Makes the Hop that runs on DATA_DIR replace its processes with those of a build, and waits until it has.
 *
 * @throws StartError with the reason if it doesn't
 */
export async function requestReload(folder: string): Promise<Reloaded> {
  const file = controlSocketPath();
  assertOfHop(path.dirname(file));
  const socket = connect(file);
  const request: Request = { reload: { folder } };
  socket.write(`${JSON.stringify(request)}\n`);
  const line = await readLine(socket).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EACCES") throw new StartError(OTHER_USER);
    throw new StartError(error.code ? NOT_LISTENING : "Hop stopped before the reload was finished; see its log.");
  });
  socket.destroy();
  const answer = answerSchema.parse(JSON.parse(line));
  if ("error" in answer) throw new StartError(answer.error);
  return answer.reloaded;
}

/**
 * In the system's temporary folder, anyone could have created the folder, with a socket that pretends to be Hop's.
 *
 * @throws StartError unless it belongs to the user who has locked DATA_DIR, and nobody else can enter it
 */
function assertOfHop(folder: string): void {
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (!found) throw new StartError(NOT_LISTENING);
    const { uid } = statSync(path.join(env().DATA_DIR, "hop.pid"));
    const isPrivate = found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
    if (!isPrivate)
      throw new StartError(
        `${folder} is not a private folder of the user that Hop runs as: remove it and restart Hop.`,
      );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EACCES") throw new StartError(OTHER_USER);
    throw code === "ENOENT" ? new StartError(NOT_LISTENING) : error;
  }
}

const NOT_LISTENING = "The running Hop can't reload: it is starting or stopping, or is an earlier version. Restart it.";

/** @throws Error if the other end closes before a complete line */
function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("closed")));
    createInterface({ input: socket }).once("line", resolve).on("error", reject);
  });
}
