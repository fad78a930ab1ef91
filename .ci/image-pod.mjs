import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { check, until } from "./checks.mjs";
import { CONTAINER_MS, freePort, makeVolume, podman, runContainer, USER } from "./containers.mjs";
import { createLink, findToken, signIn, untilCounted, visit } from "./journey.mjs";

const read = (name) => parse(readFileSync(`deploy/kubernetes/${name}.yaml`, "utf8"));

/** For node in the container: kills the app, and prints its process id. */
const KILL_APP = `
  const { readdirSync, readFileSync } = require("node:fs");
  const others = readdirSync("/proc").filter((name) => Number(name) > 0 && Number(name) !== process.pid);
  const app = others.find((pid) => readFileSync(\`/proc/\${pid}/cmdline\`, "utf8").includes("dist/server/app.mjs"));
  process.kill(Number(app), "SIGKILL");
  console.log(app);
`;

/**
 * Runs the containers of the StatefulSet as a pod would: the same arguments, variables and volumes, read-only roots, in
 * its order. Not run: the kubelet, the claim and the disruption budget.
 */
export async function checkPod(work, databaseUrl) {
  const { initContainers, containers } = read("stateful-set").spec.template.spec;
  const [migrate] = initContainers;
  const [{ startupProbe, readinessProbe, livenessProbe }] = containers;
  const port = await freePort();
  const start = podOf({ folder: path.join(work, "pod"), databaseUrl, port });
  const url = `http://localhost:${port}`;
  const statusOf = async ({ httpGet }) => (await fetch(`${url}${httpGet.path}`)).status;

  await check("Kubernetes: the init container migrates", async () => {
    const container = start(migrate);
    assert.equal(await container.ended, 0, container.output());
  });
  const hop = start(containers[0]);
  const exec = (...command) => podman("exec", hop.name, ...command);
  await check("Kubernetes: the probes pass", async () => {
    await until("the startup probe", () => exec(...startupProbe.exec.command), CONTAINER_MS);
    await until("the readiness probe", async () => (await statusOf(readinessProbe)) === 200);
    assert.equal(await statusOf(livenessProbe), 200);
  });
  let cookie = "";
  let code = "";
  await check("Kubernetes: a page, redirects by two fronts, clicks stored by the worker", async () => {
    const link = exec("node", "server/bootstrap/hop.mjs", "sign-in-link", "you@example.com");
    cookie = await signIn(url, findToken(link));
    assert.equal((await fetch(url, { headers: { cookie } })).status, 200);
    code = await createLink(url, cookie, "https://example.com/pod");
    for (let visits = 1; visits <= 10; visits++) {
      assert.equal((await visit(url, code)).status, 302);
      await untilCounted(url, cookie, code, visits);
    }
  });
  await check("Kubernetes: while the app is killed, the pod stays ready, redirects and starts it again", async () => {
    const killed = exec("node", "-e", KILL_APP).trim();
    assert.equal(await statusOf(readinessProbe), 200);
    assert.equal((await visit(url, code)).status, 302);
    await untilCounted(url, cookie, code, 11);
    assert.match(hop.output(), new RegExp(`"pid":${killed}.*role stopped unexpectedly`));
    assert.equal(await statusOf(livenessProbe), 200);
  });
  await check("Kubernetes: the container stops on SIGTERM", async () => {
    const { code: exitCode, seconds } = await hop.stop();
    assert.equal(exitCode, 0, hop.output());
    return `${seconds.toFixed(1)} s`;
  });
}

/** @returns a function that starts a container of the pod */
function podOf({ folder, databaseUrl, port }) {
  const { volumes } = read("stateful-set").spec.template.spec;
  const secret = { ...read("secret.example").stringData, "database-url": databaseUrl };
  const config = {
    ...read("config-map").data,
    BASE_URL: `http://localhost:${port}`,
    SMTP_HOST: "",
    PORT: String(port),
    WEB_CONCURRENCY: "2",
  };
  mkdirSync(folder, { recursive: true });
  const data = makeVolume(path.join(folder, "data"));
  const mounted = Object.fromEntries(
    volumes.filter((volume) => volume.secret).map((volume) => [volume.name, makeSecret(folder, volume.name, secret)]),
  );
  return ({ name, args, env, volumeMounts }) =>
    runContainer({
      name: `hop-pod-${process.pid}-${name}`,
      args,
      variables: { ...config, ...Object.fromEntries(env.map((variable) => [variable.name, variable.value])) },
      volumes: volumeMounts.flatMap((mount) => {
        if (mount.name === "data") return [`${data}:${mount.mountPath}`];
        return mounted[mount.name] ? [`${mounted[mount.name]}:${mount.mountPath}:ro`] : [];
      }),
    });
}

/** The files of a secret volume, readable by Hop. */
function makeSecret(folder, name, values) {
  const target = makeVolume(path.join(folder, name), USER);
  for (const [key, value] of Object.entries(values)) {
    writeFileSync(path.join(target, key), `${value}\n`);
    chmodSync(path.join(target, key), 0o444);
  }
  return target;
}
