import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

export type Hop = {
  url: string;
  /** What it printed so far. */
  output: () => string;
  process: ChildProcess;
  /** SIGTERM, and its exit code. */
  stop: () => Promise<number | null>;
};

const START_TIMEOUT_MS = 60_000;

/** What a terminal would run. A process group of its own takes the signals of its terminal. */
const COMMANDS = { node: [process.execPath, "server/bootstrap/start.mjs"], npm: ["npm", "start"] } as const;

/** One of COMMANDS, or the path of another Node. */
type Command = keyof typeof COMMANDS | { program: string };

/** Starts the built product as `npm start` does, and waits for its banner. */
export async function startHop(variables: Record<string, string>, command: Command = "node"): Promise<Hop> {
  const child = spawnHop(variables, command);
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString("utf8");
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!output.includes("is running at")) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Hop did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: `http://localhost:${variables.PORT}`,
    output: () => output,
    process: child,
    stop: async () => {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      const [code] = await exited;
      return code as number | null;
    },
  };
}

/** The same without waiting, for starts that are to fail. */
export function spawnHop(variables: Record<string, string>, command: Command = "node"): ChildProcess {
  const [program, ...args] =
    typeof command === "string" ? COMMANDS[command] : [command.program, "server/bootstrap/start.mjs"];
  return spawn(program, args, {
    detached: command === "npm",
    env: { ...process.env, DATABASE_URL: "", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** One role alone, as `npm run start:front` and its like do. */
export function spawnRole(
  role: "front" | "app" | "worker",
  variables: Record<string, string>,
  stderr: "inherit" | "pipe" = "inherit",
): ChildProcess {
  return spawn(process.execPath, ["server/bootstrap/role.mjs", role], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "ignore", stderr],
  });
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== "object" || !address) throw new Error("no port");
  return address.port;
}
