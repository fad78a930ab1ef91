import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";

/** A browser: an empty user agent would count as a bot. */
export const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

export type Load = {
  requests: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers of 400 and above, and connections that broke. */
  errors: number;
};

/**
 * Which paths are asked for: one, some by chance, or each once: numbers after a prefix; or bodies
 * that are posted to one in turn.
 */
export type Paths =
  | { kind: "one"; path: string }
  | { kind: "random"; codes: string[] }
  | { kind: "fresh"; prefix: string }
  | { kind: "posts"; path: string; headers: Record<string, string>; bodies: string[] };

type Options = { url: string; paths: Paths; seconds: number; connections?: number; folder: string };

const CONNECTIONS = 64;
let scripts = 0;

export const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

/** As many requests as the server takes, over 64 kept connections, from wrk, or where that is missing autocannon. */
export function load(options: Options): Promise<Load> {
  return hasWrk ? loadByWrk(options) : loadByAutocannon(options);
}

/** wrk keeps its own count; a script asks for the paths and prints the sums as JSON. */
async function loadByWrk({ url, paths, seconds, connections = CONNECTIONS, folder }: Options): Promise<Load> {
  const script = path.join(folder, `load-${++scripts}.lua`);
  writeFileSync(script, `${requestsInLua(paths, folder)}\n${SUMMARY_IN_LUA}`);
  const { stdout } = await promisify(execFile)("wrk", [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--timeout=5s",
    "-H",
    `User-Agent: ${USER_AGENT}`,
    "-s",
    script,
    url + ("path" in paths ? paths.path : "/"),
  ]);
  const line = stdout.split("\n").find((text) => text.startsWith("{"));
  if (!line) throw new Error(`wrk said no sums:\n${stdout}`);
  const { requests, us, p50, p99, errors } = JSON.parse(line) as Record<
    "requests" | "us" | "p50" | "p99" | "errors",
    number
  >;
  return { requests, requestsPerSecond: requests / (us / 1e6), p50Ms: p50 / 1000, p99Ms: p99 / 1000, errors };
}

function requestsInLua(paths: Paths, folder: string): string {
  if (paths.kind === "one") return "";
  if (paths.kind === "fresh") {
    return `local n = 0
local head, tail
init = function(args)
  head, tail = wrk.format("GET", "/@"):match("^(.-)@(.*)$")
end
request = function()
  n = n + 1
  return head .. "${paths.prefix}" .. n .. tail
end`;
  }
  const list = path.join(folder, `list-${scripts}.txt`);
  if (paths.kind === "posts") {
    writeFileSync(list, paths.bodies.join("\n"));
    const headers = Object.entries(paths.headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
    return `local requests = {}
local n = 0
init = function(args)
  ${headers.join("\n  ")}
  for body in io.lines("${list}") do requests[#requests + 1] = wrk.format("POST", "${paths.path}", nil, body) end
end
request = function()
  n = n + 1
  return requests[n % #requests + 1]
end`;
  }
  writeFileSync(list, paths.codes.join("\n"));
  return `local requests = {}
init = function(args)
  math.randomseed(${Math.floor(Math.random() * 1e6)})
  for code in io.lines("${list}") do requests[#requests + 1] = wrk.format("GET", "/" .. code) end
end
request = function() return requests[math.random(#requests)] end`;
}

const SUMMARY_IN_LUA = `done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"requests":%d,"us":%d,"p50":%d,"p99":%d,"errors":%d}\\n', summary.requests,
    summary.duration, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;

async function loadByAutocannon({ url, paths, seconds, connections = CONNECTIONS }: Options): Promise<Load> {
  if (paths.kind === "posts") return postByAutocannon({ url, seconds, connections }, paths);
  let fresh = 0;
  const nextPath = () => {
    if (paths.kind === "one") return paths.path;
    if (paths.kind === "fresh") return `/${paths.prefix}${++fresh}`;
    return `/${paths.codes[Math.floor(Math.random() * paths.codes.length)]}`;
  };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { "User-Agent": USER_AGENT },
    requests: [{ method: "GET", setupRequest: (request) => ({ ...request, path: nextPath() }) }],
  });
  return toLoad(result);
}

async function postByAutocannon(
  { url, seconds, connections }: { url: string; seconds: number; connections: number },
  { path, headers, bodies }: Extract<Paths, { kind: "posts" }>,
): Promise<Load> {
  let next = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { "User-Agent": USER_AGENT, ...headers },
    requests: [
      {
        method: "POST",
        path,
        setupRequest: (request) => ({ ...request, body: bodies[next++ % bodies.length] ?? "" }),
      },
    ],
  });
  return toLoad(result);
}

function toLoad(result: autocannon.Result): Load {
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    errors: result["4xx"] + result["5xx"] + result.errors,
  };
}
