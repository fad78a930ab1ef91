// For health checks of containers, which have no curl: exits with 0 if Hop gets traffic (/health/ready); with "app" or
// "worker", if that role runs on DATA_DIR.
import { statSync } from "node:fs";
import path from "node:path";

/** Same value as in server/heartbeat.ts. */
const DOWN_AFTER_MS = 5_000;
const TIMEOUT_MS = 4_000;

const [role] = process.argv.slice(2);
try {
  const problem = role ? findStale(role) : await findUnready();
  process.stdout.write(`${problem ?? "ready"}\n`);
  process.exit(problem ? 1 : 0);
} catch (error) {
  process.stdout.write(`${error.cause?.message ?? error.message}\n`);
  process.exit(1);
}

async function findUnready() {
  const { HOST = "", PORT = "3000" } = process.env;
  const isWildcard = ["", "0.0.0.0", "::", "[::]"].includes(HOST);
  const address = isWildcard ? "localhost" : HOST.includes(":") && !HOST.startsWith("[") ? `[${HOST}]` : HOST;
  const answer = await fetch(`http://${address}:${PORT || "3000"}/health/ready`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { status } = await answer.json();
  return answer.ok ? undefined : `${answer.status} ${status}`;
}

function findStale(name) {
  const { mtimeMs } = statSync(path.join(process.env.DATA_DIR || ".data", `${name}.heartbeat`));
  return Date.now() - mtimeMs > DOWN_AFTER_MS
    ? `no heartbeat of the ${name} for ${DOWN_AFTER_MS / 1_000} s`
    : undefined;
}
