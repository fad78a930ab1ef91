import { createUrl, expect, peek, rawCall, test } from "@/e2e/api/support";
import { shortestOf } from "@/lib/testing/stalls";

const PERSON =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
/** Promise A5. */
const VISIBLE_MS = 2_000;

test("a visit reaches live viewers within two seconds, uncompressed", async ({ request, createUser }) => {
  const admin = await createUser({ role: "overall_admin" });
  const url = await createUrl(request, admin);
  const timeVisit = async () => {
    let visitedAt = 0;
    const answer = await peek(`/api/analytics/live?url=${url.id}`, admin, (text) => {
      if (visitedAt === 0) {
        visitedAt = performance.now();
        void rawCall("GET", `/${url.shortCode}`, { headers: { "User-Agent": PERSON } });
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
  const timeThree = async () => Math.max(await timeVisit(), await timeVisit(), await timeVisit());
  expect(await shortestOf(4, VISIBLE_MS, timeThree)).toBeLessThan(VISIBLE_MS);
});

test("closing a stream frees its slot", async ({ createUser }) => {
  const admin = await createUser({ role: "overall_admin" });
  for (let time = 0; time < 12; time++) {
    const statusOf = async () =>
      (await peek("/api/analytics/live", admin, (text) => text.startsWith(": listening"))).status;
    // A slow server may notice the end of the streams before only after the next request.
    await expect.poll(statusOf, { message: `time ${time}` }).toBe(200);
  }
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
