import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { env } from "@/lib/env";

/** A Unix socket's path ends at 104 bytes on macOS, 108 on Linux. */
const LONGEST_SOCKET_PATH = 100;

/** Where the app listens and the front finds it: in DATA_DIR, or in the system's folder where that path is too long. */
export function appSocketPath(): string {
  const dataDir = path.resolve(env().DATA_DIR);
  const id = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\hop-${id}`;
  const beside = path.join(dataDir, "run", "app", "app.sock");
  return beside.length <= LONGEST_SOCKET_PATH ? beside : path.join(tmpdir(), `hop-app-${id}`, "app.sock");
}
