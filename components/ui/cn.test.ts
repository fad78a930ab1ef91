import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { twMerge } from "tailwind-merge";
import { cn } from "@/components/ui/cn";

/** Words in the code that look like classes. */
const NO_CLASSES = ["font-family"];

/** All classes that components and pages use, without the variants in front of them. */
function classesInUse(): string[] {
  const found = new Set<string>();
  for (const folder of ["app", "components"]) {
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.tsx?$/.test(file) || /\.test\.|\/cn\.ts$/.test(file)) continue;
      const strings = readFileSync(path.join(folder, file), "utf8").matchAll(/"([^"\n]*)"|`([^`]*)`/g);
      for (const [, quoted = "", template = ""] of strings) {
        for (const word of (quoted || template).split(/\s+/)) {
          if (/^[a-z!@\-[&*][^\s"'<>$]*$/.test(word)) found.add(word.replace(/^.*:(?![^[(]*[\])])/, ""));
        }
      }
    }
  }
  return [...found].filter((name) => twMerge(name, name) === name && !NO_CLASSES.includes(name)).sort();
}

/** One class of each kind that tailwind-merge tells apart, and those of the same kind. */
function kinds(classes: readonly string[]): Map<string, string[]> {
  const byFirst = new Map<string, string[]>();
  for (const name of classes) {
    const first = [...byFirst.keys()].find((other) => twMerge(other, name) === name && twMerge(name, other) === other);
    if (first) byFirst.get(first)?.push(name);
    else byFirst.set(name, []);
  }
  return byFirst;
}

test("classes in use are merged as by tailwind-merge's own configuration", () => {
  const byKind = kinds(classesInUse());
  const different: string[] = [];
  const compare = (one: string, other: string) => {
    if (cn(one, other) !== twMerge(one, other))
      different.push(`${one} ${other}: "${cn(one, other)}", not "${twMerge(one, other)}"`);
  };
  expect(byKind.size).toBeGreaterThan(100);
  for (const [first, others] of byKind) {
    for (const other of others) compare(first, other);
    for (const another of byKind.keys()) if (another !== first) compare(first, another);
  }
  expect(different).toEqual([]);
});

test("variants are distinguished", () => {
  expect(cn("p-4 hover:p-2", "p-1", false, undefined)).toBe("hover:p-2 p-1");
  expect(cn("hover:bg-hover dark:hover:bg-line", "hover:bg-pressed")).toBe("dark:hover:bg-line hover:bg-pressed");
});
