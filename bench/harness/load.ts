import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { ADDRESSES } from "@/bench/harness/addresses";

/** A browser's user agent, since an empty one would count as a bot. */
export const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

export type Load = {
  requests: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Responses with status 400 or above, and broken connections. */
  errors: number;
};

/**
 * The requested paths: a single one, random ones, a prefix with each number once, or one path to which bodies are
 * posted in turn.
 */
export type Paths =
  | { kind: "one"; path: string }
  | { kind: "random"; codes: string[] }
  | { kind: "fresh"; prefix: string }
  | { kind: "posts"; path: string; headers: Record<string, string>; bodies: string[] };

type Options = {
  url: string;
  paths: Paths;
  seconds: number;
  connections?: number;
  /** Requests per second; as many as the server can take if omitted. */
  perSecond?: number;
  folder: string;
};

const CONNECTIONS = 64;
let scripts = 0;

/**
 * As many requests as the server can take over 64 keep-alive connections, from wrk. They appear to come through a
 * trusted proxy, from enough addresses that none is limited. wrk does the counting; a script requests the paths and
 * prints the totals as JSON.
 */
export async function load({
  url,
  paths,
  seconds,
  connections = CONNECTIONS,
  perSecond,
  folder,
}: Options): Promise<Load> {
  const script = path.join(folder, `load-${++scripts}.lua`);
  const pause = perSecond ? pauseInLua((connections * 1000) / perSecond) : "";
  writeFileSync(script, `${requestsInLua(paths, folder)}\n${pause}\n${SUMMARY_IN_LUA}`);
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
  if (!line) throw new Error(`wrk printed no totals:\n${stdout}`);
  const { requests, us, p50, p99, errors } = JSON.parse(line) as Record<
    "requests" | "us" | "p50" | "p99" | "errors",
    number
  >;
  return { requests, requestsPerSecond: requests / (us / 1e6), p50Ms: p50 / 1000, p99Ms: p99 / 1000, errors };
}

/** wrk's pauses are whole milliseconds, so they alternate; random, so that connections don't send all at once. */
function pauseInLua(ms: number): string {
  return `delay = function() return math.floor(math.random() * ${2 * ms} + 0.5) end`;
}

/** The nth visitor's address (addressOf). */
const ADDRESS_IN_LUA = `local function address(n)
  return "10." .. (64 + math.floor(n / 256) % 64) .. "." .. (n % 256) .. ".1"
end`;

function requestsInLua(paths: Paths, folder: string): string {
  if (paths.kind === "fresh") {
    return `${ADDRESS_IN_LUA}
local n = 0
local head, middle, tail
init = function(args)
  wrk.headers["X-Forwarded-For"] = "@"
  head, middle, tail = wrk.format("GET", "/@"):match("^(.-)@(.-)@(.*)$")
end
request = function()
  n = n + 1
  return head .. "${paths.prefix}" .. n .. middle .. address(n) .. tail
end`;
  }
  // Prepared in advance, so that all requests cost the same.
  return `${ADDRESS_IN_LUA}
local requests = {}
local function add(method, path, body)
  wrk.headers["X-Forwarded-For"] = address(#requests)
  requests[#requests + 1] = wrk.format(method, path, nil, body)
end
init = function(args)
  math.randomseed(${Math.floor(Math.random() * 1e6)})
  ${additionsInLua(paths, folder)}
end
local n = 0
request = function()
  n = n + 1
  return requests[${paths.kind === "random" ? "math.random(#requests)" : "n % #requests + 1"}]
end`;
}

function additionsInLua(paths: Exclude<Paths, { kind: "fresh" }>, folder: string): string {
  if (paths.kind === "one") return `for n = 1, ${ADDRESSES} do add("GET", "${paths.path}") end`;
  const list = path.join(folder, `list-${scripts}.txt`);
  if (paths.kind === "random") {
    writeFileSync(list, paths.codes.join("\n"));
    return `for code in io.lines("${list}") do add("GET", "/" .. code) end`;
  }
  writeFileSync(list, paths.bodies.join("\n"));
  const headers = Object.entries(paths.headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
  return [...headers, `for body in io.lines("${list}") do add("POST", "${paths.path}", body) end`].join("\n  ");
}

const SUMMARY_IN_LUA = `done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"requests":%d,"us":%d,"p50":%d,"p99":%d,"errors":%d}\\n', summary.requests,
    summary.duration, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;
