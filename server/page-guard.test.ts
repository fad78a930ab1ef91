import { readdirSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { paths } from "@/lib/paths";
import { needsDatabase } from "@/server/page-guard";

const asks = (url: string, method = "GET") => needsDatabase({ url, method } as IncomingMessage);

/** Pages of the dashboard, whose layout reads the session. */
const dashboardPages = readdirSync("app/(dashboard)", { recursive: true, encoding: "utf8" })
  .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, "")}`);

test("every page of the dashboard does", () => {
  expect(dashboardPages).toEqual(expect.arrayContaining(["/", paths.urls, paths.auditLog]));
  expect(dashboardPages.filter((page) => !asks(page))).toEqual([]);
});

test.each(["/?error=link", paths.verify("a b"), `${paths.verify("x")}?confirm=1`, "/no/such/page"])(
  "so does %s",
  (url) => {
    expect(asks(url)).toBe(true);
    expect(asks(url, "HEAD")).toBe(true);
  },
);

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
])("%s does not", (url) => {
  expect(asks(url)).toBe(false);
});

test("nor does what is no visit of a page", () => {
  expect(asks("/urls", "POST")).toBe(false);
});
