import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

test("the policy of pages lets in the style sheet that this version of sonner adds", () => {
  const [, code = ""] =
    /^__insertCSS\(("(?:[^"\\]|\\.)*")\)/m.exec(readFileSync("node_modules/sonner/dist/index.mjs", "utf8")) ?? [];
  const hash = createHash("sha256").update(JSON.parse(code)).digest("base64");
  expect(readFileSync("middleware.ts", "utf8")).toContain(`'sha256-${hash}'`);
});
