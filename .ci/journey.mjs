import assert from "node:assert/strict";
import { until } from "./checks.mjs";

export const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** The token of the sign-in link that a start prints. @param {string} output */
export function findToken(output) {
  return /\/auth\/verify\/(\w+)/.exec(output)?.[1];
}

/** Signs in with a printed link as its page's button does. @returns the cookie */
export async function signIn(url, token) {
  assert.equal((await fetch(`${url}/auth/verify/${token}`)).status, 200, "the link's page");
  const answer = await fetch(`${url}/api/auth/verify/${token}`, { method: "POST" });
  assert.equal(answer.status, 200, "signing in");
  const cookie = /^[^;]*session=[^;]+/.exec(answer.headers.get("set-cookie") ?? "")?.[0];
  assert.ok(cookie, "a session cookie");
  return cookie;
}

/** Creates a link. @returns {Promise<string>} its code */
export async function createLink(url, cookie, originalUrl) {
  const answer = await fetch(`${url}/api/urls`, {
    method: "POST",
    headers: { "Content-Type": "application/json", cookie },
    body: JSON.stringify({ originalUrl }),
  });
  assert.equal(answer.status, 201, await answer.clone().text());
  return (await answer.json()).shortCode;
}

export async function visit(url, code) {
  const answer = await fetch(`${url}/${code}`, { redirect: "manual", headers: { "User-Agent": FIREFOX } });
  await answer.arrayBuffer();
  return { status: answer.status, location: answer.headers.get("location") };
}

/** Waits until a link has this many clicks. */
export function untilCounted(url, cookie, code, clicks) {
  return until(`${clicks} clicks of ${code}`, async () => {
    const urls = await (await fetch(`${url}/api/urls?q=${code}`, { headers: { cookie } })).json();
    return urls.find(({ shortCode }) => shortCode === code)?.clickCount === clicks;
  });
}
