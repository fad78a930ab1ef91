import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { check, until } from "./checks.mjs";
import { CONTAINER_MS, freePort, makeVolume, podman, runContainer, USER } from "./containers.mjs";
import { createLink, findToken, signIn, untilCounted, visit } from "./journey.mjs";

const read = (name) => parse(readFileSync(`deploy/kubernetes/${name}.yaml`, "utf8"));

/**
 * Runs the containers of the StatefulSet as a pod would: the same arguments, variables and volumes, read-only roots, in
 * its order. Not run: the kubelet, probes over HTTP, the claim and the disruption budget.
 */
export async function checkRoles(work, databaseUrl) {
  const { initContainers, containers } = read("stateful-set").spec.template.spec;
  const [migrate, worker, app] = initContainers;
  const [front] = containers;
  const port = await freePort();
  const start = podOf({ folder: path.join(work, "pod"), databaseUrl, port });
  const url = `http://localhost:${port}`;

  await check("Kubernetes: the init container migrates", async () => {
    const container = start(migrate);
    assert.equal(await container.ended, 0, container.output());
  });
  const running = { worker: start(worker), app: start(app), front: start(front) };
  await check("Kubernetes: the probes of app and worker pass, and the front is ready", async () => {
    for (const { name, livenessProbe } of [worker, app]) {
      const { command } = livenessProbe.exec;
      await until(`the probe of ${name}`, () => podman("exec", running[name].name, ...command), CONTAINER_MS);
    }
    await until("the front", async () => (await fetch(`${url}${front.readinessProbe.httpGet.path}`)).ok, CONTAINER_MS);
    assert.equal((await fetch(`${url}${front.livenessProbe.httpGet.path}`)).status, 200);
  });
  await check("Kubernetes: a page over the socket, a redirect by the front, a click stored by the worker", async () => {
    const link = podman(
      "exec",
      running.worker.name,
      "node",
      "server/bootstrap/hop.mjs",
      "sign-in-link",
      "you@example.com",
    );
    const cookie = await signIn(url, findToken(link));
    assert.equal((await fetch(url, { headers: { cookie } })).status, 200);
    const code = await createLink(url, cookie, "https://example.com/pod");
    assert.equal((await visit(url, code)).status, 302);
    // Two fronts, whose process ids mean nothing in the worker's container: it must not take their spools from them.
    for (let visits = 1; visits <= 10; visits++) {
      if (visits > 1) assert.equal((await visit(url, code)).status, 302);
      await untilCounted(url, cookie, code, visits);
    }
  });
  await check("Kubernetes: the front has no secret but the database's", () => {
    assert.equal(podman("exec", running.front.name, "ls", "/run/secrets/hop").trim(), "database-url");
  });
  for (const name of ["front", "app", "worker"]) {
    await check(`Kubernetes: ${name} stops on SIGTERM`, async () => {
      const { code, seconds } = await running[name].stop();
      assert.equal(code, 0, running[name].output());
      return `${seconds.toFixed(1)} s`;
    });
  }
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
    volumes.filter((volume) => volume.secret).map((volume) => [volume.name, makeSecret(folder, volume, secret)]),
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
function makeSecret(folder, { name, secret: { items } }, values) {
  const target = makeVolume(path.join(folder, name), USER);
  const keys = items?.map(({ key }) => key) ?? Object.keys(values);
  for (const key of keys) {
    writeFileSync(path.join(target, key), `${values[key]}\n`);
    chmodSync(path.join(target, key), 0o444);
  }
  return target;
}
