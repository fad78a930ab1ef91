import { NextRequest } from "next/server";
import { POST as unlock } from "@/app/api/analytics/shared/route";
import { POST as requestSignIn } from "@/app/api/auth/request/route";
import { GET as getQr } from "@/app/api/urls/[id]/qr/route";
import type { Actor } from "@/lib/actor";
import { createCallingUser } from "@/lib/auth/testing/caller";
import { env } from "@/lib/env";
import { CLIENT_IP_HEADER } from "@/lib/http/front-headers";
import { stopJobs } from "@/lib/jobs/queue";
import { createShare } from "@/lib/shares/create";
import { MAX_WRONG_BY_CLIENT } from "@/lib/shares/password-limits";
import { createShareSchema } from "@/lib/shares/schema";
import { createUrl } from "@/lib/urls/create";

let mockActor: Actor;
jest.mock("../../lib/auth/session", () => ({ getActor: async () => mockActor }));

beforeAll(async () => {
  Object.assign(env(), { HOP_ROLE: "app", SIGNIN_LIMIT_IP: 2 });
  mockActor = await createCallingUser();
});
afterAll(stopJobs);

/** The status of a call from the client with an address. */
async function statusFrom(ip: string, call: typeof unlock, body: object): Promise<number> {
  const headers = { "Content-Type": "application/json", [CLIENT_IP_HEADER]: ip };
  const request = new NextRequest("http://hop.example/", { method: "POST", headers, body: JSON.stringify(body) });
  return (await call(request, { params: Promise.resolve({}) })).status;
}

test("sign-in requests for any email address are limited per client", async () => {
  let asked = 0;
  const ask = (ip: string) => statusFrom(ip, requestSignIn, { email: `user-${asked++}@example.com` });
  const statuses = [await ask("192.0.2.1"), await ask("192.0.2.1"), await ask("192.0.2.1"), await ask("198.51.100.1")];
  expect(statuses).toEqual([200, 200, 429, 200]);
});

test("wrong passwords for a shared page are limited per client", async () => {
  const { id } = await createUrl(mockActor, { originalUrl: "https://example.com/", generateQR: false });
  const { url } = await createShare(mockActor, id, createShareSchema.parse({ password: "correct horse" }));
  const enter = (ip: string, password: string) => statusFrom(ip, unlock, { token: url.split("/").at(-1), password });
  for (let entered = 0; entered < MAX_WRONG_BY_CLIENT; entered++) expect(await enter("192.0.2.1", "wrong")).toBe(403);
  expect(await enter("192.0.2.1", "correct horse")).toBe(429);
  expect(await enter("198.51.100.1", "correct horse")).toBe(200);
});

test("a QR code that the browser has is not sent again", async () => {
  const { id } = await createUrl(mockActor, { originalUrl: "https://example.com/", generateQR: true });
  const get = (headers = {}) =>
    getQr(new NextRequest("http://hop.example/", { headers }), { params: Promise.resolve({ id }) });
  const etag = (await get()).headers.get("ETag");
  expect((await get({ "If-None-Match": etag })).status).toBe(304);
  expect((await get({ "If-None-Match": '"another"' })).status).toBe(200);
});
