// For health checks of containers, which have no curl: exits with 0 if Hop gets traffic (/health/ready); with "app" or
// "worker", if that role runs on DATA_DIR.
import { once } from "node:events";
import { statSync } from "node:fs";
import { get } from "node:http";
import path from "node:path";
import { json } from "node:stream/consumers";

/** Same value as in server/processes/heartbeat.ts. */
const DOWN_AFTER_MS = 5_000;
const TIMEOUT_MS = 4_000;
const OK = 200;

const [role] = process.argv.slice(2);
try {
  const problem = role ? findStale(role) : await findUnready();
  process.stdout.write(`${problem ?? "ready"}\n`);
  process.exit(problem ? 1 : 0);
} catch (error) {
  process.stdout.write(`${error.message}\n`);
  process.exit(1);
}

async function findUnready() {
  const { HOST = "", PORT = "3000" } = process.env;
  const host = HOST.replace(/^\[|\]$/g, "");
  // A machine may lack IPv4, IPv6 or the name localhost.
  const addresses = ["", "0.0.0.0", "::"].includes(host) ? ["127.0.0.1", "::1"] : [host];
  const answers = await Promise.allSettled(addresses.map((address) => ask(address, Number(PORT || "3000"))));
  const answer = answers.find(({ status }) => status === "fulfilled");
  if (!answer) throw answers[0].reason;
  const { code, status } = answer.value;
  return code === OK ? undefined : `${code} ${status}`;
}

/** Unlike fetch, http takes addresses with a zone. */
async function ask(host, port) {
  const request = get({ host, port, path: "/health/ready", agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const [response] = await once(request, "response");
  return { code: response.statusCode, ...(await json(response)) };
}

function findStale(name) {
  const { mtimeMs } = statSync(path.join(process.env.DATA_DIR || ".data", `${name}.heartbeat`));
  // In the future if the clock was set back, but only until the next heartbeat.
  return Math.abs(Date.now() - mtimeMs) > DOWN_AFTER_MS
    ? `no heartbeat of the ${name} for ${DOWN_AFTER_MS / 1_000} s`
    : undefined;
}
