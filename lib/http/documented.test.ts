import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** `{id}` for what a folder calls [id]; a link of the public API is named by its id or its code. */
function toPath(file: string): string {
  const folder = path.dirname(file).replaceAll(path.sep, "/");
  const named = `/api/${folder}`.replace(/\[(\w+)\]/g, "{$1}");
  return named.startsWith("/api/v1/") ? named.replace("{id}", "{id or code}") : named;
}

const files = readdirSync("app/api", { recursive: true, encoding: "utf8" }).filter(
  (file) => path.basename(file) === "route.ts" && !file.includes("[[..."),
);
const calls = files.flatMap((file) =>
  [...readFileSync(path.join("app/api", file), "utf8").matchAll(/^ {2}(GET|POST|PUT|PATCH|DELETE): /gm)].map(
    ([, method = ""]) => `${method} ${toPath(file)}`,
  ),
);
const document = readFileSync("docs/api.md", "utf8");
const headings = [...document.matchAll(/^### `((?:GET|POST|PUT|PATCH|DELETE) \/api\/\S.*)`$/gm)].map(
  ([, call]) => call,
);
const listed = [...document.matchAll(/^\| \[`([A-Z]+ \/api\/[^`]+)`\]/gm)].map(([, call]) => call);

test("every call has its chapter in docs/api.md, and there are no others", () => {
  expect(calls.length).toBeGreaterThan(30);
  expect([...headings].sort()).toEqual([...calls].sort());
});

test("the table at its beginning names them all", () => {
  expect([...listed].sort()).toEqual([...calls].sort());
});
