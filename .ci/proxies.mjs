// The checks of `.ci/proxies`, on a Hop with its embedded Postgres.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { ensureInstalled } from "../server/bootstrap/install.mjs";
import { check, collectOutput, finish, until } from "./checks.mjs";
import { freePort } from "./containers.mjs";
import { FIREFOX } from "./journey.mjs";
import { ensurePackages } from "./packages.mjs";
import { checkProxy, clicksOf } from "./proxy-checks.mjs";
import { ask } from "./proxy-client.mjs";
import { DOMAIN, startCaddy, startNginx, startRelay } from "./proxy-processes.mjs";

const MAX_EXPOSURE = 4;
const STRANGER = "127.0.0.6";

assert.equal(await ensurePackages("nginx-light", "caddy", "systemd", "openssl"), undefined);
await ensureInstalled({ withDevelopment: true });
const { ensureBuilt } = await import("../server/bootstrap/build.mjs");
await ensureBuilt();
const folder = mkdtempSync(path.join(tmpdir(), "hop-proxies-"));
const hop = await startHop(path.join(folder, "data"));
const relay = await startRelay(hop.port);
const proxies = [
  await startNginx(path.join(folder, "nginx"), relay.port),
  await startCaddy(path.join(folder, "caddy"), relay.port),
];
try {
  let code = "";
  for (const proxy of proxies) code = await checkProxy(proxy, { hop, relay });
  await checkUntrusted(code);
  await checkSystemd();
} finally {
  for (const { stop } of proxies) await stop();
  relay.stop();
  await hop.stop();
  rmSync(folder, { recursive: true });
}
finish();

async function startHop(dataDir) {
  const port = await freePort();
  const variables = { PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, DATABASE_URL: "", SMTP_HOST: "" };
  const settings = { BASE_URL: `https://${DOMAIN}`, TRUSTED_PROXIES: "127.0.0.1", FAVICONS: "off" };
  const child = spawn(process.execPath, ["server/bootstrap/hop.mjs", "start"], {
    env: { ...process.env, ...variables, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collectOutput(child);
  const ended = new Promise((resolve) => child.once("close", resolve));
  await until("Hop's banner", () => output().includes("is running at"), 120_000).catch((error) => {
    throw new Error(`${error.message}\n${output()}`);
  });
  const password = readFileSync(path.join(dataDir, "postgres-app-password"), "utf8").trim();
  const pool = new pg.Pool({
    host: path.join(dataDir, "run/postgres"),
    user: "hop",
    password,
    database: "hop",
    max: 1,
  });
  return {
    port,
    pool,
    /** A new sign-in link: each works once. */
    link: () =>
      execFileSync(process.execPath, ["server/bootstrap/hop.mjs", "sign-in-link", "admin@example.com"], {
        encoding: "utf8",
        env: { ...process.env, ...variables, ...settings },
      }),
    stop: async () => {
      await pool.end();
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Straight to Hop, from an address that is not in TRUSTED_PROXIES. */
async function checkUntrusted(code) {
  await check("without a proxy, X-Forwarded-For is not believed", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.9", "User-Agent": FIREFOX };
    assert.equal((await ask(hop.port, `/${code}`, { isPlain: true, headers, from: STRANGER })).status, 302);
    const addresses = await until("the click", async () => {
      const rows = await clicksOf(hop.pool, code);
      return rows.some(({ address }) => address === STRANGER) && rows.map(({ address }) => address);
    });
    assert.ok(!addresses.includes("203.0.113.9"));
  });
}

async function checkSystemd() {
  const unit = "deploy/systemd/hop.service";
  await check("systemd-analyze verify finds nothing in the unit", () => {
    assert.equal(execFileSync("systemd-analyze", ["verify", unit], { encoding: "utf8", stdio: "pipe" }), "");
  });
  await check(`systemd-analyze security gives it at most ${MAX_EXPOSURE}`, () => {
    const text = execFileSync("systemd-analyze", ["security", "--offline=true", "--no-pager", unit], {
      encoding: "utf8",
    });
    const level = /exposure level for hop\.service: ([\d.]+)/.exec(text)?.[1];
    assert.ok(Number(level) <= MAX_EXPOSURE, level);
    return level;
  });
}
