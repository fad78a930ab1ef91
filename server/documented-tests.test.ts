import { readFileSync } from "node:fs";

/** `file`: "name" of a test, in the tables that say which test shows what. */
const TESTS = /`([\w./-]+\.(?:test|spec)\.ts)`: ("[^"|]+"(?:; "[^"|]+")*)/g;

const named = ["SECURITY.md", "docs/reliability.md"].flatMap((document) =>
  [...readFileSync(document, "utf8").matchAll(TESTS)].flatMap(([, file = "", names = ""]) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => [document, file, name]),
  ),
);

test.each(named)("%s names a test of %s: %s", (_document, file, name) => {
  expect(readFileSync(file, "utf8")).toContain(name);
});
