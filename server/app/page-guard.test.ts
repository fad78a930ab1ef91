import { readdirSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { paths } from "@/lib/paths";
import { needsDatabase } from "@/server/app/page-guard";

const isGuarded = (url: string, method = "GET") => needsDatabase({ url, method } as IncomingMessage);

/** Dashboard pages, whose layout reads the session. Folders in parentheses are not part of the address. */
const dashboardPages = readdirSync("app/(dashboard)", { recursive: true, encoding: "utf8" })
  .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/\([^)]+\)\//g, "").replace(/\/?page\.tsx$/, "")}`);

test("every dashboard page needs the database", () => {
  expect(dashboardPages).toEqual(expect.arrayContaining(["/", paths.urls, paths.auditLog]));
  expect(dashboardPages.filter((page) => !isGuarded(page))).toEqual([]);
});

test.each(["/?error=link", paths.verify("a b"), `${paths.verify("x")}?confirm=1`, "/no/such/page"])(
  "%s needs the database",
  (url) => {
    expect(isGuarded(url)).toBe(true);
    expect(isGuarded(url, "HEAD")).toBe(true);
  },
);

test("where a sign-in link leads needs the database, which a person would read as JSON otherwise", () => {
  expect(isGuarded(paths.api.verify("a b"))).toBe(true);
  for (const method of ["HEAD", "POST"]) expect(isGuarded(paths.api.verify("a b"), method)).toBe(false);
});

test.each([
  "/paused",
  "/deleted?x=1",
  "/api-reference",
  "/api",
  "/api/urls",
  "/_next/static/chunks/a.js",
  "/favicon.ico",
  "/robots.txt",
  "/spring",
])("%s does not need the database", (url) => {
  expect(isGuarded(url)).toBe(false);
});

test("requests other than GET and HEAD do not need the database", () => {
  expect(isGuarded("/urls", "POST")).toBe(false);
});
