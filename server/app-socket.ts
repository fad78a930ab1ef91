import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { env } from "@/lib/env";

/** The path of a Unix socket is limited to 104 bytes on macOS, 108 on Linux. */
const MAX_SOCKET_PATH = 100;

/** The app's socket, in DATA_DIR or, if that path is too long, in the system's temporary folder. */
export function appSocketPath(): string {
  const dataDir = path.resolve(env().DATA_DIR);
  const id = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\hop-${id}`;
  const beside = path.join(dataDir, "run", "app", "app.sock");
  return beside.length <= MAX_SOCKET_PATH ? beside : path.join(tmpdir(), `hop-app-${id}`, "app.sock");
}
