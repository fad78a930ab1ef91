import { readdirSync, readFileSync } from "node:fs";
import { importsOf } from "@/server/testing/import-laws";

const WINDOW = Object.getOwnPropertyDescriptor(globalThis, "window");

afterEach(() => {
  if (WINDOW) Object.defineProperty(globalThis, "window", WINDOW);
  else Reflect.deleteProperty(globalThis, "window");
});

test("schemas try to compile code on the server only", async () => {
  for (const [isBrowser, compiles] of [
    [true, 0],
    [false, 1],
  ] as const) {
    jest.resetModules();
    Reflect.deleteProperty(globalThis, "__zod_globalConfig");
    if (isBrowser) Object.defineProperty(globalThis, "window", { value: {}, configurable: true });
    else Reflect.deleteProperty(globalThis, "window");
    const { z } = await import("@/lib/zod");
    const compile = jest.spyOn(globalThis, "Function");
    z.object({ name: z.string() }).parse({ name: "spring" });
    expect(compile.mock.calls.filter(([body]) => body === "")).toHaveLength(compiles);
    compile.mockRestore();
  }
});

/** The modules that a file imports when it runs. */
function runtimeImports(file: string): string[] {
  return importsOf(file, readFileSync(file, "utf8").replace(/^(?:im|ex)port type [^;]+;/gm, ""));
}

test("components get zod from here only", () => {
  const sources = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`);
  const known = new Set(["app", "components", "lib"].flatMap(sources));
  const reached = new Set(sources("components"));
  for (const file of reached) {
    for (const module of runtimeImports(file)) {
      const path = ["ts", "tsx"].map((end) => `${module.replace(/^@\//, "")}.${end}`).find((found) => known.has(found));
      if (path) reached.add(path);
    }
  }
  expect(reached).toContain("lib/urls/schema.ts");
  expect([...reached].filter((file) => runtimeImports(file).includes("zod"))).toEqual(["lib/zod.ts"]);
});
