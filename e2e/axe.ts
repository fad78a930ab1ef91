import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, ElementContext, RunOptions } from "axe-core";
import { expect } from "@/e2e/fixtures";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** WCAG 2.2 AA, including criteria of earlier versions. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules that depend on colors; the others see the same page in both themes. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

const COMMON_OPTIONS = { selectors: false, preload: false } satisfies RunOptions;
const STRUCTURE_OPTIONS: RunOptions = {
  ...COMMON_OPTIONS,
  runOnly: { type: "tag", values: TAGS },
  rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])),
  resultTypes: ["violations"],
};
const COLOR_OPTIONS: RunOptions = {
  ...COMMON_OPTIONS,
  runOnly: { type: "rule", values: COLOR_RULES },
  resultTypes: ["violations", "passes"],
  elementRef: true,
};

declare global {
  interface Window {
    axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> };
    /** The styles in which elements have passed; a number stands for the style of an element and its ancestors. */
    passed?: WeakMap<Element, Set<number>>;
    styleNumbers?: Map<string, number>;
  }
}

/** Expects that axe finds no violations on the page in its current state. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await prepare(page);
  expect(await page.evaluate(findStructureViolations, STRUCTURE_OPTIONS), where).toEqual([]);
  expect(await page.evaluate(findColorViolations, COLOR_OPTIONS), where).toEqual([]);
}

/** Checks the page in the light and the dark theme, which follow the system's. The structure is the same in both. */
export async function expectAccessibleInBothThemes(page: Page, where: string): Promise<void> {
  await prepare(page);
  expect(await page.evaluate(findStructureViolations, STRUCTURE_OPTIONS), where).toEqual([]);
  const root = page.locator("html");
  const isDark = () => root.evaluate((element) => element.classList.contains("dark"));
  // Starts with the current theme, as changing it takes longer than checking.
  for (const dark of (await isDark()) ? [true, false] : [false, true]) {
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    // The page changes in its next frame.
    await expect.poll(isDark, { intervals: [20] }).toBe(dark);
    await prepare(page);
    expect(await page.evaluate(findColorViolations, COLOR_OPTIONS), `${where}, dark: ${dark}`).toEqual([]);
  }
}

async function prepare(page: Page): Promise<void> {
  // Elements that are fading in or out are translucent.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  // Evaluated through the debugger, which the Content-Security-Policy does not restrict.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
}

/** Runs in the browser. */
async function findStructureViolations(options: RunOptions): Promise<string[]> {
  const { violations } = await window.axe.run(document, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/**
 * Runs in the browser. Checks all texts except those that have passed in the same style below ancestors in the same
 * style, which is most of them after a resize, behind a dialog and in the frame of all screens.
 */
async function findColorViolations(options: RunOptions): Promise<string[]> {
  window.passed ??= new WeakMap();
  window.styleNumbers ??= new Map();
  const { passed, styleNumbers } = window;
  const styles = new Map<Element, number>();
  const unchecked: Element[] = [];
  visit(document.documentElement, 0);
  if (unchecked.length === 0) return [];
  const { violations, passes } = await window.axe.run({ include: unchecked }, options);
  for (const { id, nodes } of passes) {
    for (const { element } of nodes) {
      const style = element && styles.get(element);
      if (id === "color-contrast" && style) passed.set(element, (passed.get(element) ?? new Set()).add(style));
    }
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);

  function visit(element: Element, above: number): void {
    const css = getComputedStyle(element);
    if (css.display === "none") return;
    const own = [css.color, css.backgroundColor, css.backgroundImage, css.opacity, css.fontSize, css.fontWeight];
    const others = [css.visibility, css.filter, css.textShadow, css.mixBlendMode, css.textDecorationLine];
    // The background of a positioned element depends on the width.
    const width = css.position === "static" ? 0 : innerWidth;
    const key = [above, ...own, ...others, width].join(";");
    const style = styleNumbers.get(key) ?? styleNumbers.size + 1;
    styleNumbers.set(key, style);
    styles.set(element, style);
    if (hasText(element) && !passed.get(element)?.has(style)) unchecked.push(element);
    for (const child of element.children) visit(child, style);
  }

  function hasText(element: Element): boolean {
    if (element.matches("input, select, textarea, a[href]")) return true;
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  }
}
