import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const copy = readFileSync("server/bootstrap/copy.mjs", "utf8");

/** Packages' files that the code finds by require.resolve, and that no import leads to. */
const found = ["lib", "server"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .flatMap((file) => [
      ...readFileSync(path.join(folder, file), "utf8").matchAll(/require\.resolve\(["'`]([^"'`$]+)/g),
    ])
    .map(([, name = ""]) => name),
);

test.each(found)("a copy of what runs has the package of %s", (name) => {
  const [scope = "", rest = ""] = name.split("/");
  expect(copy).toContain(`"${scope.startsWith("@") ? `${scope}/${rest}` : scope}`);
});
