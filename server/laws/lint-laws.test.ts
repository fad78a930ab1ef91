import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const readsEnvironment = "export const port = process.env.PORT;\n";
const files: Record<string, string> = {
  "lib/urls/environment.ts": readsEnvironment,
  "lib/env.ts": readsEnvironment,
  "lib/urls/upwards.ts": 'export { x } from "../groups/queries";\n',
  "lib/urls/across.ts": 'export { x } from "@/lib/groups/queries";\n',
  "lib/urls/any.ts": "export const x: any = 1;\n",
  "lib/urls/cycle-1.ts": 'import { two } from "./cycle-2";\nexport const one = () => two;\n',
  "lib/urls/cycle-2.ts": 'import { one } from "./cycle-1";\nexport const two = () => one;\n',
};

/** The rules that each of these files breaks under the project's linter settings. */
const broken = new Map<string, string[]>();

beforeAll(() => {
  const tree = mkdtempSync(path.join(tmpdir(), "hop-lint-"));
  const { vcs: _vcs, $schema: _schema, ...settings } = JSON.parse(readFileSync("biome.json", "utf8"));
  for (const [file, content] of Object.entries({ ...files, "biome.json": JSON.stringify(settings) })) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), content);
  }
  const { stdout } = spawnSync(
    path.resolve("node_modules/.bin/biome"),
    ["lint", "--reporter=json", "--max-diagnostics=none", "."],
    { cwd: tree, encoding: "utf8" },
  );
  for (const { category, location } of JSON.parse(stdout).diagnostics) {
    broken.set(location.path, [...(broken.get(location.path) ?? []), category]);
  }
  rmSync(tree, { recursive: true });
});

test("folders import each other through @/", () => {
  expect(broken.get("lib/urls/upwards.ts")).toContain("lint/style/noRestrictedImports");
  expect(broken.get("lib/urls/across.ts") ?? []).not.toContain("lint/style/noRestrictedImports");
});

test("only lib/env.ts reads the environment", () => {
  expect(broken.get("lib/urls/environment.ts")).toContain("lint/style/noProcessEnv");
  expect(broken.get("lib/env.ts") ?? []).not.toContain("lint/style/noProcessEnv");
});

test("the type any is forbidden", () => {
  expect(broken.get("lib/urls/any.ts")).toContain("lint/suspicious/noExplicitAny");
});

test("circular imports are forbidden", () => {
  expect(broken.get("lib/urls/cycle-1.ts")).toContain("lint/suspicious/noImportCycles");
});
