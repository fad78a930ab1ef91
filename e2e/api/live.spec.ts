import { call, createUrl, expect, peek, rawCall, sessionOf, test } from "@/e2e/api/support";
import { visit } from "@/e2e/visit";
import { shortestOf } from "@/lib/testing/stalls";

/** Promise A5. */
const VISIBLE_MS = 2_000;

test("a visit reaches live viewers within two seconds, uncompressed", async ({ request, createUser }) => {
  const admin = await createUser({ role: "overall_admin" });
  const url = await createUrl(request, admin);
  // After this, the front knows the link.
  await visit(`/${url.shortCode}`);
  const listed = async () => (await call(request, "GET", `/api/urls?q=${url.shortCode}`, { user: admin })).text;
  await expect.poll(async () => JSON.parse(await listed())[0]?.clickCount).toBe(1);
  const timeVisit = async () => {
    let visitedAt = 0;
    const answer = await peek(`/api/analytics/live?url=${url.id}`, admin, (text) => {
      if (visitedAt === 0) {
        visitedAt = performance.now();
        void visit(`/${url.shortCode}`);
      }
      return text.includes("event: changed");
    });
    const took = performance.now() - visitedAt;
    expect(answer.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "private, no-store, no-transform",
    });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    return took;
  };
  for (let time = 0; time < 3; time++) expect(await shortestOf(4, VISIBLE_MS, timeVisit)).toBeLessThan(VISIBLE_MS);
});

test("closing a stream frees its slot", async ({ createUser }) => {
  const admin = await createUser({ role: "overall_admin" });
  for (let time = 0; time < 12; time++) {
    const statusOf = async () =>
      (await peek("/api/analytics/live", admin, (text) => text.startsWith(": listening"))).status;
    // A slow server may notice the end of previous streams only after the next request.
    await expect.poll(statusOf, { message: `time ${time}` }).toBe(200);
  }
});

test("a viewer that leaves before the response frees its slot", async ({ baseURL, createUser }) => {
  const admin = await createUser({ role: "overall_admin" });
  for (let ms = 0; ms < 40; ms++) {
    const leaving = { headers: sessionOf(admin), signal: AbortSignal.timeout(ms) };
    await fetch(`${baseURL}/api/analytics/live`, leaving).then(
      ({ body }) => body?.cancel(),
      () => undefined,
    );
  }
  const statusOf = async () =>
    (await peek("/api/analytics/live", admin, (text) => text.startsWith(": listening"))).status;
  await expect.poll(statusOf).toBe(200);
});

test("HEAD opens no stream or download", async ({ createUser }) => {
  const admin = await createUser({ role: "overall_admin" });
  for (let time = 0; time < 8; time++) {
    for (const path of ["/api/analytics/live", "/api/analytics/export"]) {
      const headers = { Cookie: `hop.session=${admin.sessionToken}` };
      const answer = await rawCall("HEAD", path, { headers });
      expect([path, answer.status, answer.text]).toEqual([path, 200, ""]);
    }
  }
});
