import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { scratchFolder } from "@/bench/harness/database";
import { type Started, start, until } from "@/bench/harness/processes";
import { statusOf } from "@/bench/harness/product";
import { freePort } from "@/e2e/hop";

/** Debian's nginx with the part of deploy/nginx/hop.conf that passes requests on, without TLS. */
export async function startNginx(upstream: number): Promise<Started & { url: string }> {
  const folder = scratchFolder();
  const port = await freePort();
  const [pool = "", , server = ""] = readFileSync("deploy/nginx/hop.conf", "utf8")
    .split(/^(?=upstream|server)/m)
    .slice(1);
  const configuration = `${pool}${server}`
    .replace("127.0.0.1:3000", `127.0.0.1:${upstream}`)
    .replace(/^\s*listen \[::\].*\n/gm, "")
    .replace(/listen 443 .*;/, `listen 127.0.0.1:${port};`)
    .replace(/^\s*ssl_.*\n/gm, "");
  mkdirSync(path.join(folder, "temp"));
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/temp/${name};`,
  );
  const account = process.getuid?.() === 0 ? "user root;" : "";
  const file = path.join(folder, "nginx.conf");
  writeFileSync(
    file,
    `${account} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
     events {} http { access_log off; ${places.join(" ")} ${configuration} }`,
  );
  const started = start("nginx", ["-c", file, "-e", path.join(folder, "error.log")]);
  const url = `http://127.0.0.1:${port}`;
  if (!(await until(async () => (await statusOf(`${url}/health/live`)) === 200, 30_000, 20))) {
    throw new Error(
      `nginx does not answer: ${started.output()}${readFileSync(path.join(folder, "error.log"), "utf8")}`,
    );
  }
  return { ...started, url };
}
