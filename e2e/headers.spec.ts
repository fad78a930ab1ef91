import type { APIResponse } from "@playwright/test";
import decodeIco from "decode-ico";
import { expect, test, uniqueCode } from "@/e2e/fixtures";

/** Pages, error pages and paths that only look like files. */
const PAGES = [
  "/",
  "/urls",
  "/users",
  "/groups",
  "/settings",
  "/paused",
  "/deleted",
  "/auth/verify/x",
  "/auth/verify/%25",
  "/auth/verify/x?confirm=1",
  "/no/such/page",
  "/_next/nothing",
  "/_next/staticx",
];

function assertGuarded(response: APIResponse): string {
  const headers = response.headers();
  const policy = headers["content-security-policy"] ?? "";
  expect(policy, response.url()).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toMatch(/default-src '(?:self|none)'/);
  expect(/script-src[^;]*/.exec(policy)?.[0] ?? "").not.toContain("unsafe");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["referrer-policy"]).toBe("same-origin");
  expect(headers["x-powered-by"]).toBeUndefined();
  return policy;
}

test("every page sends security headers, and each script carries a nonce used once", async ({
  request,
  createUser,
}) => {
  const { sessionToken } = await createUser({ role: "overall_admin" });
  const nonces = new Set<string>();
  let scripts = 0;
  for (const cookie of ["", `hop.session=${sessionToken}`]) {
    for (const path of PAGES) {
      const response = await request.get(path, { headers: { Cookie: cookie }, maxRedirects: 0 });
      const nonce = /'nonce-([^']+)'/.exec(assertGuarded(response))?.[1];
      expect(nonce, path).toBeDefined();
      for (const [tag] of (await response.text()).matchAll(/<script\b[^>]*>/g)) {
        expect(tag, path).toContain(`nonce="${nonce}"`);
        scripts += 1;
      }
      nonces.add(nonce ?? "");
    }
  }
  expect(nonces.size).toBe(2 * PAGES.length);
  expect(scripts).toBeGreaterThan(PAGES.length);
});

/** The last ones are answered by the app, not by the front. */
const NOT_FOUND = [`/${uniqueCode("nobody")}`, "/login", "/URLS", "/icon.svgx", "/abc.html", "/analytics%2Fown"];

test("pages of the hot path send security headers and run no scripts", async ({ request }) => {
  for (const path of NOT_FOUND) {
    const response = await request.get(path);
    const policy = assertGuarded(response);
    expect(response.status(), path).toBe(404);
    expect(policy, path).toContain("default-src 'none'");
    expect(policy).not.toContain("script-src");
  }
});

test("an unknown short link has the same page wherever it is answered", async ({ page }) => {
  for (const path of NOT_FOUND) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
    expect(await page.locator("svg").boundingBox(), path).toMatchObject({ width: 44, height: 44 });
  }
});

test("request headers cannot set the nonce or the policy", async ({ request }) => {
  const nonce = "bm9uY2U=";
  const response = await request.get("/no/such/page", {
    headers: { "X-Nonce": nonce, "Content-Security-Policy": `script-src 'nonce-${nonce}'` },
  });
  expect(assertGuarded(response)).not.toContain(nonce);
  expect(await response.text()).not.toContain(nonce);
});

test("calls and refusals send nosniff and a JSON content type", async ({ request }) => {
  for (const path of ["/api/auth/user", "/api/nothing", "/api", "/api/v1/urls", "/api/v1/openapi.json"]) {
    const headers = (await request.get(path)).headers();
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["content-type"], path).toMatch(/^application\/json/);
  }
});

test("serves an icon of several sizes and a robots.txt that allows only short links", async ({ request }) => {
  const icon = await request.get("/favicon.ico");
  expect(icon.status()).toBe(200);
  expect(icon.headers()).toMatchObject({ "content-type": "image/x-icon", "x-content-type-options": "nosniff" });
  const images = decodeIco(await icon.body());
  expect(images.map(({ width, height }) => [width, height])).toEqual([
    [16, 16],
    [32, 32],
    [48, 48],
  ]);
  for (const query of ["", "?v=2"]) {
    const robots = await request.get(`/robots.txt${query}`);
    expect(robots.status()).toBe(200);
    expect(robots.headers()["content-type"]).toMatch(/^text\/plain/);
    const rules = (await robots.text()).split("\n").filter((line) => line && !line.startsWith("#"));
    expect(rules).toEqual(["User-agent: *", "Disallow: /api/", "Disallow: /auth/"]);
  }
  expect(await (await request.get("/")).text()).toContain('<meta name="robots" content="noindex, nofollow"/>');
});

test("no path makes a redirect to another site", async ({ request }) => {
  for (const path of [
    "//evil.example",
    "//evil.example/",
    "///evil.example//",
    "/\\evil.example/",
    "/%5Cevil.example/",
    "/%2F%2Fevil.example/",
    "/evil.example//",
    "/urls/",
    "/dashboard?next=//evil.example",
    "/auth/verify/..%2F..%2F%2Fevil.example/",
    "/api/auth/verify/%2F%2Fevil.example",
    "/?error=link&callbackUrl=https://evil.example",
  ]) {
    const answer = await request.get(`${process.env.E2E_URL}${path}`, {
      headers: { Host: "evil.example", "X-Forwarded-Host": "evil.example" },
      maxRedirects: 0,
    });
    const { location = "/" } = answer.headers();
    expect(location, path).toMatch(/^\/(?![/\\])/);
    expect(answer.status(), path).toBeLessThan(500);
  }
});
