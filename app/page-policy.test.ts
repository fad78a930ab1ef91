import { readdirSync } from "node:fs";
import { NextRequest } from "next/server";
import { middleware } from "@/middleware";

/** The paths of all pages. */
function pagesIn(folder = "app", path = ""): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "page.tsx") return [path || "/"];
    if (!entry.isDirectory()) return [];
    const isRouteGroup = entry.name.startsWith("(");
    return pagesIn(`${folder}/${entry.name}`, isRouteGroup ? path : `${path}/${entry.name}`);
  });
}

function policyOf(path: string): string | null {
  return middleware(new NextRequest(`https://hop.example${path}`)).headers.get("Content-Security-Policy");
}

test.each(["/no/such/page", "/%75rls", "/%urls/x", ...pagesIn()])("%s gets a policy with a nonce", (path) => {
  expect(policyOf(path)).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'/);
});

test.each(["/login", "/URLS", "/abc.html", "/%urls", "/analytics%2Fown", "/abc.qr", "/favicon.ico"])(
  "%s keeps its own policy",
  (path) => {
    expect(policyOf(path)).toBeNull();
  },
);

test("finds pages, including those in route groups", () => {
  expect(pagesIn()).toEqual(expect.arrayContaining(["/", "/urls", "/urls/compare", "/paused"]));
});
