import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const forbidden: [file: string, from: string][] = [
  ["lib/urls/a1.ts", "@/app/page"],
  ["lib/urls/a2.ts", "@/components/ui/button"],
  ["lib/urls/a3.ts", "@/lib/http/route"],
  ["lib/urls/a4.ts", "@/lib/redirect/cache"],
  ["lib/urls/a5.ts", "@/server/role"],
  ["lib/urls/a6.ts", "next/headers"],
  ["lib/urls/a7.ts", "next-auth"],
  ["lib/urls/a8.ts", "react"],
  ["lib/urls/a9.ts", "../groups/queries"],
  ["lib/db/a1.ts", "@/lib/urls/queries"],
  ["lib/jobs/a1.ts", "@/lib/mail/send"],
  ["lib/a1.ts", "@/lib/users/types"],
  ["lib/redirect/a1.ts", "next/server"],
  ["lib/redirect/a2.ts", "react"],
  ["lib/redirect/a3.ts", "@/lib/db/prisma"],
  ["lib/redirect/a4.ts", "@/lib/http/route"],
  ["lib/http/a1.ts", "@/lib/redirect/cache"],
  ["components/urls/a1.tsx", "@/lib/urls/queries"],
  ["components/urls/a2.tsx", "@/lib/db/prisma"],
  ["components/urls/a3.tsx", "@/app/page"],
  ["app/urls/a1.tsx", "@/lib/db/prisma"],
  ["app/urls/a2.tsx", "@/server/role"],
  ["server/a1.ts", "@/components/ui/button"],
  ["server/a2.ts", "@/app/api/urls/route"],
];

const allowed: [file: string, from: string][] = [
  ["lib/urls/b1.ts", "@/lib/groups/queries"],
  ["lib/auth/b1.ts", "next-auth"],
  ["lib/http/b1.ts", "next/server"],
  ["lib/redirect/b1.ts", "@/lib/clicks/spool"],
  ["components/urls/b1.tsx", "@/lib/urls/schema"],
  ["components/urls/b2.tsx", "@/lib/paths"],
  ["app/urls/b1.tsx", "@/lib/urls/queries"],
  ["server/b1.ts", "@/lib/redirect/redirector"],
  ["server/b2.ts", "@/app/api/v1/urls/route"],
];

const readsEnvironment = "export const port = process.env.PORT;\n";
const others: Record<string, string> = {
  "lib/urls/environment.ts": readsEnvironment,
  "lib/env.ts": readsEnvironment,
  "lib/urls/any.ts": "export const x: any = 1;\n",
  "lib/urls/cycle-1.ts": 'import { two } from "./cycle-2";\nexport const one = () => two;\n',
  "lib/urls/cycle-2.ts": 'import { one } from "./cycle-1";\nexport const two = () => one;\n',
};

/** Rules broken by each file of a tree that holds these cases and the project's own linter settings. */
const broken = new Map<string, string[]>();

beforeAll(() => {
  const tree = mkdtempSync(path.join(tmpdir(), "hop-lint-"));
  const { vcs: _vcs, $schema: _schema, ...settings } = JSON.parse(readFileSync("biome.json", "utf8"));
  const files: Record<string, string> = { ...others, "biome.json": JSON.stringify(settings) };
  for (const [file, from] of [...forbidden, ...allowed]) files[file] = `export { x } from "${from}";\n`;
  for (const [file, content] of Object.entries(files)) {
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

const IMPORT_LAW = "lint/style/noRestrictedImports";

test.each(forbidden)("%s may not import %s", (file) => {
  expect(broken.get(file)).toContain(IMPORT_LAW);
});

test.each(allowed)("%s may import %s", (file) => {
  expect(broken.get(file) ?? []).not.toContain(IMPORT_LAW);
});

test("the environment is read in lib/env.ts only", () => {
  expect(broken.get("lib/urls/environment.ts")).toContain("lint/style/noProcessEnv");
  expect(broken.get("lib/env.ts") ?? []).not.toContain("lint/style/noProcessEnv");
});

test("no type is any", () => {
  expect(broken.get("lib/urls/any.ts")).toContain("lint/suspicious/noExplicitAny");
});

test("no file imports itself in a circle", () => {
  expect(broken.get("lib/urls/cycle-1.ts")).toContain("lint/suspicious/noImportCycles");
});
