import type { IncomingMessage } from "node:http";
import { createSharedPageLimit } from "@/server/app/shared-page-limit";

const request = (url: string, ip = "192.0.2.1") =>
  ({ url, headers: { "x-hop-client-ip": ip } }) as unknown as IncomingMessage;
const LIMIT = { perSecond: 1, burst: 3 };

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});

test.each([
  "/analytics/shared/x",
  "/analytics/shared/x?range=7d",
  "/analytics/%73hared/x",
  "/analytics/shared%2Fx",
  "/api/analytics/shared",
  "/api/analytics/shared/",
  "/api/analytics/%73hared?x",
  "/spring.qr",
  "/Spring.QR?format=svg",
  "/spring%2Eqr",
  "/spring%252Eqr",
  "/spring.qr#",
  "/api/analytics/shared#x",
  "/a/../analytics/shared/x",
])("%s is refused after a burst, and again allowed at the limit's rate", (url) => {
  const find = createSharedPageLimit(LIMIT);
  const refusals = () => Array.from({ length: 4 }, () => find(request(url))?.status ?? 200);
  expect(refusals()).toEqual([200, 200, 200, 429]);
  expect(find(request(url, "192.0.2.2"))).toBeNull();
  jest.setSystemTime(1_000);
  expect(refusals()).toEqual([200, 429, 429, 429]);
});

test("opening pages and entering passwords share one limit", () => {
  const find = createSharedPageLimit(LIMIT);
  const urls = ["/analytics/shared/x", "/api/analytics/shared", "/analytics/shared/y", "/api/analytics/shared"];
  expect(urls.map((url) => find(request(url))?.status ?? 200)).toEqual([200, 200, 200, 429]);
});

test.each([
  "/",
  "/analytics",
  "/analytics/sharedx",
  "/spring",
  "/spring.qrx",
  "/a/spring.qr",
  "/api/analytics/sharedx",
  "/api/analytics/global",
  "/urls?next=/analytics/shared/x",
  "/analytics/%",
])("%s is not counted", (url) => {
  const find = createSharedPageLimit(LIMIT);
  expect(Array.from({ length: 10 }, () => find(request(url))).every((refusal) => refusal === null)).toBe(true);
});
