import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { isProcessAlive } from "@/lib/process";
import { bundleScript } from "@/lib/testing/bundle-script";
import { until } from "@/lib/testing/until";

/** A supervisor with one front, which answers only once it has lost the supervisor. */
const SUPERVISOR_AND_FRONT = `
  import cluster from "node:cluster";
  import { createServer } from "node:http";
  import { runRole } from "@/server/processes/role";

  cluster.schedulingPolicy = cluster.SCHED_NONE;
  if (cluster.isPrimary) cluster.fork();
  else await runRole(async () => {
    const server = createServer((_request, response) => {
      process.once("disconnect", () => setTimeout(() => response.end("answered"), 200));
      console.log("asked");
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    console.log(server.address().port + " " + process.pid);
    return { stop: () => new Promise((resolve) => server.close(resolve)) };
  });`;

/** A supervisor with one role, which only reaches its start after losing the supervisor. */
const SUPERVISOR_AND_ROLE = `
  import { fork } from "node:child_process";
  import { runRole } from "@/server/processes/role";

  if (!process.send) console.log(fork(process.argv[1]).pid);
  else {
    while (process.connected) await new Promise((resolve) => setTimeout(resolve, 20));
    await runRole(async () => ({ stop: async () => undefined }));
    setInterval(() => undefined, 60_000);
  }`;

let folder: string;
let role = 0;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-orphan-"));
});
afterEach(() => {
  if (isProcessAlive(role)) process.kill(role, "SIGKILL");
  rmSync(folder, { recursive: true });
});

/** The program as a process, and the lines that it prints. */
function start(program: string) {
  const outfile = bundleScript(program, folder);
  const env = { NODE_ENV: "test" as const, PATH: process.env.PATH, LOG_LEVEL: "silent" };
  const supervisor = spawn(process.execPath, [outfile], { env, stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: supervisor.stdout })[Symbol.asyncIterator]();
  return { supervisor, nextLine: async () => String((await lines.next()).value) };
}

test("a front whose supervisor is killed answers the requests in progress, then exits", async () => {
  const { supervisor, nextLine } = start(SUPERVISOR_AND_FRONT);
  const [port, front = 0] = (await nextLine()).split(" ").map(Number);
  role = front;
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  answer.catch(() => undefined);
  expect(await nextLine()).toBe("asked");
  supervisor.kill("SIGKILL");
  await once(supervisor, "exit");
  expect(await answer).toBe("answered");
  await until(() => !isProcessAlive(front));
});

test("a role whose supervisor is killed while it is loading exits", async () => {
  const { supervisor, nextLine } = start(SUPERVISOR_AND_ROLE);
  role = Number(await nextLine());
  supervisor.kill("SIGKILL");
  await until(() => !isProcessAlive(role));
});
