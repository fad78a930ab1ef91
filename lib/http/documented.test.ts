import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Converts [id] to {id}. The public API accepts a link's id or its code. */
function toPath(file: string): string {
  const folder = path.dirname(file).replaceAll(path.sep, "/");
  return `/api/${folder}`.replace(/\[(\w+)\]/g, "{$1}").replace("{idOrCode}", "{id or code}");
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

test("docs/api.md has a section for every call and no others", () => {
  expect(calls.length).toBeGreaterThan(30);
  expect([...headings].sort()).toEqual([...calls].sort());
});

test("the table at the top of docs/api.md lists every call", () => {
  expect([...listed].sort()).toEqual([...calls].sort());
});
