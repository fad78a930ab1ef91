import { NextRequest } from "next/server";
import { unknownPath } from "@/lib/http/unknown-path";

const get = (path: string) =>
  unknownPath.GET(new NextRequest(`http://hop.example${path}`), { params: Promise.resolve({}) });

test.each([
  ["/api/v1/urls/", "/api/v1/urls"],
  ["/api/v1/urls///?a=b/", "/api/v1/urls?a=b/"],
  ["/api/v1//a//", "/api/v1//a"],
  ["/api/v1///", "/api/v1"],
])("%s moved to %s", async (path, target) => {
  const response = await get(path);
  expect([response.status, response.headers.get("Location")]).toEqual([308, target]);
});

test.each(["/api/v1/nothing", "/api/nothing/"])("%s is not found", async (path) => {
  const response = await get(path);
  expect([response.status, response.headers.get("Location")]).toEqual([404, null]);
});

test("a path full of slashes is answered at once", async () => {
  const slashes = "/".repeat(100_000);
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const startedAt = performance.now();
    const response = await get(`/api/v1${slashes}a/`);
    times.push(performance.now() - startedAt);
    expect(response.headers.get("Location")).toBe(`/api/v1${slashes}a`);
  }
  // The best time, since the machine may stall.
  expect(Math.min(...times)).toBeLessThan(1_000);
});
