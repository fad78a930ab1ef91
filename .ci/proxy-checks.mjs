import assert from "node:assert/strict";
import https from "node:https";
import { check, until } from "./checks.mjs";
import { FIREFOX, findToken } from "./journey.mjs";
import { ask, CLIENT, open } from "./proxy-client.mjs";
import { DOMAIN } from "./proxy-processes.mjs";

const MEGABYTE = 1024 * 1024;
const REQUESTS = 60;
const MAX_CONNECTIONS = 3;
const SPOOFED = "203.0.113.9";

/** What must hold behind each proxy. @returns {Promise<string>} the code of a link */
export async function checkProxy({ name, ports }, { hop, relay }) {
  const get = (path, options) => ask(ports.https, path, options);
  await until(name, async () => (await get("/health/live")).status === 200);
  let cookie = "";
  let code = "";

  await check(`${name}: plain HTTP leads to HTTPS`, async () => {
    const { status, headers } = await ask(ports.http, "/spring?x=1", { isPlain: true });
    assert.ok([301, 308].includes(status), String(status));
    assert.match(headers.location, new RegExp(`^https://${DOMAIN}(:\\d+)?/spring\\?x=1$`));
  });
  await check(`${name}: the sign-in page, with HSTS`, async () => {
    const { status, headers, text } = await get("/");
    assert.equal(status, 200);
    assert.match(text, /Sign in/i);
    assert.match(headers["strict-transport-security"], /max-age=\d+/);
  });
  await check(`${name}: signing in sets a Secure cookie, whatever X-Forwarded-Proto says`, async () => {
    const token = findToken(hop.link());
    const headers = { "X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.example" };
    assert.equal((await get(`/auth/verify/${token}`, { headers })).status, 200);
    const answer = await get(`/api/auth/verify/${token}`, { method: "POST", headers });
    assert.equal(answer.status, 200, answer.text);
    const [set] = answer.headers["set-cookie"].filter((text) => text.includes("session="));
    assert.match(set, /^__Host-.*; Secure/);
    cookie = set.split(";")[0];
    const page = await get("/", { headers: { cookie } });
    assert.match(page.text, /Dashboard/);
  });
  await check(`${name}: redirects, and counts for the client's address and not a forged one`, async () => {
    code = await createLink(get, cookie);
    const headers = { "X-Forwarded-For": SPOOFED, "X-Forwarded-Host": "evil.example", "User-Agent": FIREFOX };
    const answer = await get(`/${code}`, { headers });
    assert.deepEqual([answer.status, answer.headers.location], [302, "https://example.com/proxy"]);
    const [row] = await until("the click", async () => {
      const rows = await clicksOf(hop.pool, code);
      return rows.length > 0 && rows;
    });
    assert.equal(row.address, CLIENT);
  });
  await check(`${name}: forwarded hosts don't change where pages lead`, async () => {
    const answer = await get("/dashboard", { headers: { cookie, "X-Forwarded-Host": "evil.example" } });
    assert.ok(answer.status >= 300 && answer.status < 400);
    assert.doesNotMatch(answer.headers.location, /evil/);
  });
  await check(`${name}: live updates arrive at once`, () => checkLive(ports, { cookie, code, get }));
  await check(`${name}: a logo passes, and bodies above the limit get 413`, async () => {
    const send = (bytes) =>
      get("/api/qr-logos", {
        method: "POST",
        headers: { cookie, "Content-Type": "image/png" },
        body: Buffer.alloc(bytes),
      });
    // It is not an image: Hop has read all of it to say so.
    assert.equal((await send(2 * MEGABYTE - 1)).status, 400);
    const refused = await send(3 * MEGABYTE);
    assert.deepEqual([refused.status, JSON.parse(refused.text).code], [413, "too_large"]);
    assert.equal((await send(6 * MEGABYTE)).status, 413);
  });
  await check(`${name}: ${REQUESTS} requests use at most ${MAX_CONNECTIONS} connections to Hop`, async () => {
    const before = relay.connections();
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; i < REQUESTS; i++) assert.equal((await get(`/${code}`, { agent })).status, 302);
    agent.destroy();
    const used = relay.connections() - before;
    assert.ok(used <= MAX_CONNECTIONS, `${used} connections`);
    return `${used}`;
  });
  return code;
}

async function createLink(get, cookie) {
  const answer = await get("/api/urls", {
    method: "POST",
    headers: { cookie, "Content-Type": "application/json" },
    body: JSON.stringify({ originalUrl: "https://example.com/proxy" }),
  });
  assert.equal(answer.status, 201, answer.text);
  return JSON.parse(answer.text).shortCode;
}

/** Of a link, the addresses that its visitors had. */
export async function clicksOf(pool, code) {
  const { rows } = await pool.query(
    `SELECT host(ip_address) AS address FROM visits JOIN short_urls ON short_urls.id = url_id WHERE short_code = $1`,
    [code],
  );
  return rows;
}

/** A buffering proxy would hold the event back until the stream ends. */
async function checkLive(ports, { cookie, code, get }) {
  const stream = await open(ports.https, "/api/analytics/live", { headers: { cookie, Accept: "text/event-stream" } });
  try {
    assert.equal(stream.statusCode, 200);
    let received = "";
    stream.on("data", (chunk) => {
      received += chunk;
    });
    await until("the first bytes of the stream", () => received.length > 0, 10_000);
    const eventsBefore = received.split("data:").length;
    await get(`/${code}`, { headers: { "User-Agent": FIREFOX } });
    await until("the event of a visit", () => received.split("data:").length > eventsBefore, 10_000);
  } finally {
    stream.destroy();
  }
}
