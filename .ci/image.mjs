// The checks of `.ci/image`, on the images that it has built. Its argument is a folder for volumes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { check, finish, until } from "./checks.mjs";
import { CONTAINER_MS, freePort, makeVolume, podman, runContainer, startPostgres, USER } from "./containers.mjs";
import { checkPod } from "./image-pod.mjs";
import { createLink, findToken, signIn, untilCounted, visit } from "./journey.mjs";
import { checkSchemas } from "./schemas.mjs";

const MAX_BYTES = 400e6;
const MAX_START_MS = 3_000;
const MAX_STARTS = 3;
const MAX_STOP_SECONDS = 10;
const EXIT_CONFIG = 78;

const work = path.resolve(process.argv[2] ?? "");
const postgres = await startPostgres(path.join(work, "postgres"));
try {
  for (const image of ["hop", "hop:embedded"]) await check(`${image} has at most 400 MB`, () => checkSize(image));
  await check("the image names its user, health check and source", checkConfiguration);
  await checkLife("hop", { DATABASE_URL: postgres.createDatabase("whole") });
  await checkLife("hop:embedded", {});
  await checkPod(work, postgres.createDatabase("pod"));
  await checkBadInput();
  await checkSchemas(path.join(work, "schemas"));
} finally {
  postgres.stop();
}
finish();

function checkSize(image) {
  const bytes = Number(podman("image", "inspect", "--format", "{{.Size}}", `localhost/${image}`));
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
  return `${Math.round(bytes / 1e6)} MB`;
}

function checkConfiguration() {
  const [{ Config, Labels }] = JSON.parse(podman("image", "inspect", "localhost/hop"));
  assert.equal(Config.User, `${USER}:${USER}`);
  assert.deepEqual(Config.Entrypoint, ["node", "server/bootstrap/hop.mjs"]);
  assert.equal(Labels["org.opencontainers.image.licenses"], "MIT");
  assert.equal(Labels["org.opencontainers.image.version"], JSON.parse(readFileSync("package.json", "utf8")).version);
}

/** A first start, a signed-in page, a counted visit, an orderly stop, and a second start. */
async function checkLife(image, variables) {
  const name = `hop-life-${process.pid}`;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const options = {
    name,
    image: `localhost/${image}`,
    variables: { PORT: String(port), ...variables },
    volumes: [`${makeVolume(path.join(work, `data-${image.replace(":", "-")}`))}:/data`],
  };
  const container = runContainer(options);
  let cookie = "";
  let code = "";
  await check(`${image}: starts, and prints a sign-in link`, () => untilRunning(container));
  await check(`${image}: shows a signed-in dashboard`, async () => {
    cookie = await signIn(url, findToken(container.output()));
    const page = await fetch(url, { headers: { cookie } });
    assert.equal(page.status, 200);
    assert.match(await page.text(), /Dashboard/);
  });
  await check(`${image}: redirects and counts`, async () => {
    code = await createLink(url, cookie, "https://example.com/image");
    assert.deepEqual(await visit(url, code), { status: 302, location: "https://example.com/image" });
    await untilCounted(url, cookie, code, 1);
  });
  await check(`${image}: renders a QR code (sharp, fonts, decoders)`, () => checkQrCode(url, cookie));
  await check(`${image}: is healthy, without root, npm and a compiler, on a read-only root`, () => checkInside(name));
  await check(`${image}: stops on SIGTERM`, () => checkStop(container));
  await check(`${image}: starts again with its data in less than 3 s`, () => checkRestart(options, `${url}/${code}`));
  await check(`${image}: starts again after it was killed`, () => checkKill(options, `${url}/${code}`));
}

/** What killed processes leave names process ids, which repeat in the next container. */
async function checkKill(options, link) {
  for (let round = 0; round < MAX_STARTS; round++) {
    const container = runContainer(options);
    await untilRunning(container);
    assert.equal((await fetch(link, { redirect: "manual" })).status, 302);
    podman("kill", "--signal", "KILL", options.name);
    await container.ended;
  }
}

/** The shortest of a few starts, because the machine may be busy. */
async function checkRestart(options, link) {
  const startsMs = [];
  while (startsMs.length < MAX_STARTS && !(Math.min(...startsMs) < MAX_START_MS)) {
    const container = runContainer(options);
    const { at } = await untilRunning(container);
    const { StartedAt } = JSON.parse(podman("inspect", options.name))[0].State;
    startsMs.push(at - Date.parse(StartedAt));
    assert.equal((await fetch(link, { redirect: "manual" })).status, 302);
    await checkStop(container);
  }
  assert.ok(Math.min(...startsMs) < MAX_START_MS, `${startsMs.join(", ")} ms`);
  return `${Math.min(...startsMs)} ms`;
}

/** @returns when the banner came */
async function untilRunning(container) {
  let hasEnded = false;
  void container.ended.then(() => {
    hasEnded = true;
  });
  const isUp = () => container.output().includes("is running at");
  await until("the banner", () => isUp() || hasEnded, CONTAINER_MS);
  assert.ok(isUp(), container.output());
  return { at: Date.now() };
}

async function checkQrCode(url, cookie) {
  const urls = await (await fetch(`${url}/api/urls`, { headers: { cookie } })).json();
  for (const format of ["png", "svg", "webp", "pdf"]) {
    const answer = await fetch(`${url}${urls[0].qrCodeUrl}?format=${format}`, { headers: { cookie } });
    assert.equal(answer.status, 200, format);
  }
  const design = { caption: "Scan me" };
  const proof = await fetch(`${url}/api/qr-proof`, {
    method: "POST",
    headers: { "Content-Type": "application/json", cookie },
    body: JSON.stringify({ design }),
  });
  assert.notEqual(proof.status, 500, await proof.text());
}

function checkInside(name) {
  const run = (...command) => podman("exec", name, ...command).trim();
  assert.equal(run("node", "server/bootstrap/health.mjs"), "ready");
  assert.equal(run("id", "-u"), String(USER));
  for (const program of ["npm", "npx", "corepack", "yarn", "gcc", "make", "python3"]) {
    assert.throws(() => run("sh", "-c", `command -v ${program}`), undefined, `${program} is in the image`);
  }
  for (const file of ["/opt/hop/x", "/x", "/usr/x"]) assert.throws(() => run("touch", file), /Read-only|Permission/);
}

async function checkStop(container) {
  const { code, seconds } = await container.stop();
  assert.equal(code, 0, container.output());
  assert.ok(seconds < MAX_STOP_SECONDS, `${seconds} s`);
  return `${seconds.toFixed(1)} s`;
}

async function checkBadInput() {
  const DATABASE_URL = postgres.createDatabase("bad");
  const PORT = String(await freePort());
  const own = makeVolume(path.join(work, "data-own"));
  const cases = [
    ["without a volume", [], /^DATA_DIR: \/data is not on a volume.*mount one, such as "-v hop:\/data"\.$/m],
    ["with a read-only volume", [`${own}:/data:ro`], /^DATA_DIR: \/data cannot be written \(EROFS\).*read-only\.$/m],
    [
      "with a volume of another user",
      [`${makeVolume(path.join(work, "data-other"), 0)}:/data`],
      /^DATA_DIR: \/data cannot be written \(EACCES\): it belongs to user 0, .*user 1000; run chown 1000:1000 on it\.$/m,
    ],
  ];
  for (const [title, volumes, message] of cases) {
    for (const args of [["start"], ["start", "--role", "front"]]) {
      await check(`${args.join(" ")} ${title} says why, and exits with ${EXIT_CONFIG}`, async () => {
        const container = runContainer({
          name: `hop-bad-${process.pid}`,
          args,
          variables: { DATABASE_URL, PORT, LOG_FORMAT: "text" },
          volumes,
        });
        assert.equal(await container.ended, EXIT_CONFIG, container.output());
        assert.match(container.output(), message);
      });
    }
  }
  await check("hop without DATABASE_URL says what to do", async () => {
    const container = runContainer({ name: `hop-bad-${process.pid}`, variables: { PORT }, volumes: [`${own}:/data`] });
    assert.notEqual(await container.ended, 0);
    assert.match(container.output(), /set DATABASE_URL/);
  });
}
