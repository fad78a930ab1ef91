import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { collectOutput } from "./checks.mjs";
import { freePort } from "./containers.mjs";

export const DOMAIN = "hop.example";

/**
 * Passes connections on to a port, and counts them.
 *
 * @param {number} target
 */
export async function startRelay(target) {
  let connections = 0;
  const sockets = new Set();
  const server = createServer((socket) => {
    connections += 1;
    const onward = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ]) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: server.address().port,
    connections: () => connections,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Starts Debian's nginx with deploy/nginx/hop.conf, on other ports and with a certificate of its own. */
export async function startNginx(folder, upstream) {
  mkdirSync(folder, { recursive: true });
  const ports = { http: await freePort(), https: await freePort() };
  const certificate = path.join(folder, "fullchain.pem");
  const key = path.join(folder, "privkey.pem");
  const options = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${DOMAIN}`];
  execFileSync("openssl", [...options, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  const configuration = readFileSync("deploy/nginx/hop.conf", "utf8")
    .replace(/^\s*listen \[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${ports.http};`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${ports.https} ssl`)
    .replace("127.0.0.1:3000", `127.0.0.1:${upstream}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
  writeFileSync(path.join(folder, "hop.conf"), configuration);
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const account = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    path.join(folder, "nginx.conf"),
    `${account} daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events {} http { access_log off; ${places.join(" ")} include ${folder}/hop.conf; }`,
  );
  return {
    name: "nginx",
    ports,
    stop: run("nginx", ["-c", path.join(folder, "nginx.conf"), "-e", `${folder}/error.log`]),
  };
}

/** Starts Debian's Caddy with deploy/caddy/Caddyfile, on other ports and with a certificate of its own. */
export async function startCaddy(folder, upstream) {
  mkdirSync(folder, { recursive: true });
  const ports = { http: await freePort(), https: await freePort() };
  const file = path.join(folder, "Caddyfile");
  writeFileSync(
    file,
    `{
	http_port ${ports.http}
	https_port ${ports.https}
	default_bind 127.0.0.1
	admin off
	local_certs
	skip_install_trust
	storage file_system ${folder}/storage
}
import ${path.resolve("deploy/caddy/Caddyfile")}
`,
  );
  const variables = { HOP_DOMAIN: DOMAIN, HOP_UPSTREAM: `127.0.0.1:${upstream}`, XDG_CONFIG_HOME: folder };
  return { name: "Caddy", ports, stop: run("caddy", ["run", "--adapter", "caddyfile", "--config", file], variables) };
}

/** @returns a function that stops the program and waits for its end */
function run(program, args, variables = {}) {
  const child = spawn(program, args, { env: { ...process.env, ...variables }, stdio: ["ignore", "ignore", "pipe"] });
  const output = collectOutput(child);
  const ended = new Promise((resolve) => child.once("close", resolve));
  void ended.then(
    (code) => code && process.stderr.write(`${program} ended with ${code}:\n${output().slice(-2_000)}\n`),
  );
  return async () => {
    child.kill("SIGTERM");
    await ended;
  };
}
