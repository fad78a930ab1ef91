import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "@swc/core";
import { SPEC_TEXTS } from "@/components/spec-texts";

const FOLDERS = ["app", "components", "lib"];
const LISTS = path.join("components", "spec-texts");

/** Every text that the sources hold: strings, templates and what stands between tags, `{}` for what varies. */
const texts = new Set(FOLDERS.flatMap(listSources).flatMap(readTexts));

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name) && !entry.parentPath.includes("generated"),
    )
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(LISTS));
}

type Node = { type?: string; [key: string]: unknown };

function readTexts(file: string): string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (!node || typeof node !== "object") return;
    found.push(...textsOf(node as Node));
    for (const part of Object.values(node)) walk(part);
  };
  walk(parseSync(readFileSync(file, "utf8"), { syntax: "typescript", tsx: file.endsWith("x") }));
  return found;
}

function textsOf(node: Node): string[] {
  switch (node.type) {
    case "StringLiteral":
      return [String(node.value)];
    case "JSXElement":
    case "JSXFragment":
      return [squeeze((node.children as Node[]).map(jsxText).join(""))];
    case "JSXText":
      return [squeeze(String(node.value))];
    case "TemplateLiteral":
      return [(node.quasis as { cooked: string }[]).map(({ cooked }) => cooked).join("{}")];
    default:
      return [];
  }
}

function jsxText(child: Node): string {
  if (child.type === "JSXText") return String(child.value);
  if (child.type !== "JSXExpressionContainer") return "{}";
  const expression = child.expression as Node;
  return expression.type === "StringLiteral" ? String(expression.value) : "{}";
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

for (const [section, list] of Object.entries(SPEC_TEXTS)) {
  test.each(list)(`section ${section}: %s`, (text) => {
    expect(texts).toContain(text);
  });
}
