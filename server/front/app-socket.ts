import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { EnvError, env } from "@/lib/env";

/** In bytes. The path of a Unix socket is limited to 104 on macOS, 108 on Linux. */
const MAX_SOCKET_PATH = 100;

/**
 * The app's socket, in DATA_DIR or, if that path is too long, in the system's temporary folder. During a reload two
 * generations of processes run, each with its own.
 *
 * @throws EnvError if both are too long
 */
export function appSocketPath(generation = env().HOP_GENERATION ?? 1): string {
  return socketPath("app", generation === 1 ? "app" : `app-${generation}`);
}

/** The socket on which the supervisor accepts reload requests. */
export function controlSocketPath(): string {
  return socketPath("control", "control");
}

function socketPath(folder: string, name: string): string {
  const dataDir = path.resolve(env().DATA_DIR);
  const beside = path.join(dataDir, "run", folder, `${name}.sock`);
  if (Buffer.byteLength(beside) <= MAX_SOCKET_PATH) return beside;
  const id = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const inTemporary = path.join(tmpdir(), `hop-${folder}-${id}`, `${name}.sock`);
  if (Buffer.byteLength(inTemporary) <= MAX_SOCKET_PATH) return inTemporary;
  throw new EnvError(["DATA_DIR: its path and that of TMPDIR are too long for sockets: set a shorter DATA_DIR."]);
}
