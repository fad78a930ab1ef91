import { writeFileSync } from "node:fs";
import path from "node:path";
import { scratchFolder } from "@/bench/harness/database";
import { start, until } from "@/bench/harness/processes";
import { statusOf } from "@/bench/harness/product";
import { freePort } from "@/e2e/hop";

const START_TIMEOUT_MS = 30_000;
/** A logged request without a complete response of a server (HAProxy's manual, "Session state at disconnection"). */
const FAILED = / - - (?!--)\S{4} \d+\//;

export type Balancer = {
  url: string;
  /** The latest lines of its log about requests that a server didn't answer. */
  failures: () => string[];
  stop: () => Promise<unknown>;
};

/**
 * HAProxy with the settings of docs/operations.md in front of instances, given by their ports. Visitors, who all come
 * from this machine, are told apart by X-Forwarded-For.
 */
export async function startBalancer(ports: number[]): Promise<Balancer> {
  const port = await freePort();
  const file = path.join(scratchFolder(), "haproxy.cfg");
  const servers = ports.map(
    (one, index) => `  server hop${index + 1} 127.0.0.1:${one} check inter 500ms fall 2 rise 1`,
  );
  writeFileSync(
    file,
    `global
  log stdout format raw daemon
defaults
  log global
  option httplog
  option dontlog-normal
  mode http
  timeout connect 2s
  timeout client 65s
  timeout server 65s
  retries 3
  option redispatch 1
frontend visitors
  bind 127.0.0.1:${port}
  default_backend hop
backend hop
  balance hdr(X-Forwarded-For)
  hash-type consistent
  option httpchk GET /health/ready
${servers.join("\n")}
`,
  );
  const started = start("haproxy", ["-db", "-f", file]);
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () => {
    if (started.hasEnded()) throw new Error(`HAProxy did not start:\n${started.output()}`);
    return [302, 404].includes(await statusOf(`${url}/no-such-code`));
  };
  if (!(await until(isUp, START_TIMEOUT_MS, 100))) throw new Error(`HAProxy does not answer:\n${started.output()}`);
  const failures = () =>
    started
      .output()
      .split("\n")
      .filter((line) => FAILED.test(line));
  return { url, failures, stop: started.stop };
}
