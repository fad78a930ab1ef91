import { readFileSync } from "node:fs";

/** Tests cited in the tables as `file`: "title"; "title". */
const TESTS = /`([\w./-]+\.(?:test|spec)\.ts)`: ("[^"|]+"(?:; "[^"|]+")*)/g;

const named = ["SECURITY.md", "docs/reliability.md"].flatMap((document) =>
  [...readFileSync(document, "utf8").matchAll(TESTS)].flatMap(([, file = "", names = ""]) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => [document, file, name]),
  ),
);

test.each(named)("%s cites an existing test in %s: %s", (_document, file, name) => {
  expect(readFileSync(file, "utf8")).toContain(name);
});
