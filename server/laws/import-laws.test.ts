import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { FLOORS } from "@/server/testing/floors";
import { brokenLaws, drawFloors, importsOf } from "@/server/testing/import-laws";

const forbidden: [file: string, from: string][] = [
  ["lib/urls/a1.ts", "@/app/page"],
  ["lib/urls/a2.ts", "@/components/ui/button/button"],
  ["lib/urls/a3.ts", "@/lib/http/route"],
  ["lib/urls/a4.ts", "@/lib/redirect/cache"],
  ["lib/urls/a5.ts", "@/server/processes/role"],
  ["lib/urls/a6.ts", "next/headers"],
  ["lib/urls/a7.ts", "next-auth"],
  ["lib/urls/a8.ts", "react"],
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
  ["app/urls/a2.tsx", "@/server/processes/role"],
  ["lib/groups/a1.ts", "@/lib/urls/queries"],
  ["lib/groups/a2.ts", "@/lib/undeclared/queries"],
  ["lib/mail/a1.ts", "@/lib/settings/queries"],
  ["lib/public-api/a1.ts", "@/lib/http/route"],
  ["server/a1.ts", "@/components/ui/button/button"],
  ["server/a2.ts", "@/app/api/urls/route"],
  ["server/a3.ts", "next/dist/server/next"],
  ["server/a4.ts", "node:v8"],
  ["middleware.ts", "@/lib/db/pool"],
  ["middleware.ts", "next/dist/server/next"],
  ["instrumentation.ts", "@/server/processes/role"],
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
  ["middleware.ts", "@/lib/paths"],
];

test.each(forbidden)("%s may not import %s", (file, from) => {
  expect(brokenLaws(file, from)).not.toEqual([]);
});

test.each(allowed)("%s may import %s", (file, from) => {
  expect(brokenLaws(file, from)).toEqual([]);
});

test.each([
  ['import { a } from "@/lib/a";', "@/lib/a"],
  ['import type { A } from "@/lib/a";', "@/lib/a"],
  ['import {\n  a,\n  b,\n} from "@/lib/a";', "@/lib/a"],
  ['import "@/lib/a";', "@/lib/a"],
  ['export { a } from "./a";', "@/lib/urls/a"],
  ['export * from "../groups/a";', "@/lib/groups/a"],
  ['const { a } = await import("@/lib/a");', "@/lib/a"],
  ["import '@/lib/a';", "@/lib/a"],
  ["const { a } = await import(`@/lib/a`);", "@/lib/a"],
])("%j imports %s", (source, module) => {
  expect(importsOf("lib/urls/b.ts", source)).toEqual([module]);
});

test.each([
  ["app", 10],
  ["components", 10],
  ["lib", 10],
  ["server", 10],
  [".", 2],
])("no file in %s breaks a law", (folder, minimum) => {
  const files = readdirSync(folder, { recursive: folder !== ".", encoding: "utf8" })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/^lib\/db\/(generated|testing)\//.test(file));
  expect(files.length).toBeGreaterThan(minimum);
  const broken = files.flatMap((file) =>
    importsOf(file, readFileSync(file, "utf8")).flatMap((module) =>
      brokenLaws(file, module).map((message) => `${file} imports ${module}: ${message}`),
    ),
  );
  expect(broken).toEqual([]);
});

/** Files that may contain SQL, without tests. */
function sqlFiles(): string[] {
  return ["app", "lib", "server"]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|\/testing\/|^lib\/db\/(generated\/|sql\.ts$)/.test(file));
}

test("statements are built and run with lib/db/sql.ts, not with plain text, positional parameters or Prisma's helpers", () => {
  const positional =
    /\b(SELECT|INSERT|UPDATE|DELETE|WHERE|VALUES)\b[^;]*\$\d|\$(queryRaw|executeRaw)|Prisma\.(sql|raw|join)/;
  const untagged = /\.query(<[^(]*>)?\(\s*(\{|["'`]\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b)/;
  const isBroken = (source: string) => positional.test(source) || untagged.test(source);
  expect(sqlFiles().filter((file) => isBroken(readFileSync(file, "utf8")))).toEqual([]);
});

test("only lib/jobs/queue-tables.ts uses the job queue's own tables", () => {
  const using = sqlFiles().filter((file) => /\bpgboss\./.test(readFileSync(file, "utf8")));
  expect(using).toEqual(["lib/jobs/queue-tables.ts"]);
});

test("every folder of lib is declared", () => {
  const folders = readdirSync("lib", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const declared = Object.values(FLOORS).flatMap((floor) => Object.keys(floor));
  expect(folders.map(({ name }) => name).sort()).toEqual([...declared, "testing"].sort());
});

test("docs/architecture.md names every folder of lib in its layers", () => {
  const [, layers = ""] = /## Layers\n+```\n([^`]+)```/.exec(readFileSync("docs/architecture.md", "utf8")) ?? [];
  const named = new Set(layers.split(/[\s/]+/));
  expect(Object.values(FLOORS).flatMap((floor) => Object.keys(floor).filter((folder) => !named.has(folder)))).toEqual(
    [],
  );
});

test("docs/floors.md shows the floors", () => {
  expect(readFileSync("docs/floors.md", "utf8")).toContain(`\`\`\`text\n${drawFloors()}\n\`\`\``);
});
