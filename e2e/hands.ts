import { expect, type Locator, type Page } from "@playwright/test";
import { open } from "@/e2e/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/layout";

/** A user who operates a page without a mouse. */
export type Hands = {
  /** Presses a control, however it is reached. */
  press: (control: Locator) => Promise<void>;
  type: (field: Locator, text: string) => Promise<void>;
  /** Presses a control that opens something, checks what it opens, and closes that again. */
  visit: (opener: Locator, opened: Locator) => Promise<void>;
  /** Follows a link of the navigation. */
  go: (link: string | RegExp) => Promise<void>;
  dismissToast: () => Promise<void>;
  isTouch: boolean;
};

/** WCAG 2.5.8 requires 24 px; touch screens need more. */
const MIN_TARGET_PX = 32;
/** Minimum width of targets that are twice as high as that, such as the columns of a chart. */
const MIN_BREADTH_PX = 24;

const MAX_TABS = 80;

/** Uses Tab, Shift+Tab, arrow keys, Enter and Escape. The focus must be visible at each step. */
export function keyboardOn(page: Page): Hands {
  const press = async (control: Locator) => {
    await reach(page, control);
    await page.keyboard.press("Enter");
  };
  return {
    press,
    type: async (field, text) => {
      await reach(page, field);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
    },
    visit: async (opener, opened) => {
      await press(opener);
      await expect(opened).toBeVisible();
      await expect(opened.and(page.locator(":focus-within"))).toHaveCount(1);
      await page.keyboard.press("Escape");
      await expect(opened).toBeHidden();
      await expect(opener).toBeFocused();
    },
    go: (link) => press(page.getByRole("link", { name: link, exact: true })),
    dismissToast: async () => {
      await page.keyboard.press("F8");
      await press(page.getByRole("button", { name: "Dismiss" }).first());
    },
    isTouch: false,
  };
}

/** Uses taps, on targets that are large enough. */
export function fingersOn(page: Page): Hands {
  const press = async (control: Locator) => {
    await control.tap();
  };
  return {
    press,
    type: async (field, text) => {
      await press(field);
      await field.fill(text);
    },
    visit: async (opener, opened) => {
      await press(opener);
      await expect(opened).toBeVisible();
      await expectFingerSized(page);
      const close = opened.getByRole("button", { name: /^(?:Close|Cancel)$/ }).first();
      if ((await opened.getAttribute("role")) === "menu") await page.touchscreen.tap(4, 200);
      else await press(close);
      await expect(opened).toBeHidden();
    },
    go: async (link) => {
      const own = page.getByRole("main").getByRole("link", { name: link, exact: true });
      if (await own.isVisible()) return press(own);
      await open(page.getByRole("button", { name: "Open navigation" }), page.getByRole("dialog"));
      await press(page.getByRole("dialog").getByRole("link", { name: link, exact: true }));
    },
    dismissToast: () => press(page.getByRole("button", { name: "Dismiss" }).first()),
    isTouch: true,
  };
}

/**
 * Moves the focus to a control by Tab or Shift+Tab, or by arrow keys within a row, a menu or a group of radio buttons.
 *
 * @throws Error if it is not reached, or if the focus is invisible on the way
 */
export async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await expectFocusInDialog(page);
  for (let presses = 0; presses < MAX_TABS; presses++) {
    const { key, problem } = await control.evaluate(findNextKey);
    if (problem) throw new Error(`On the way to ${control}: ${problem}`);
    if (!key) return;
    await page.keyboard.press(key);
  }
  throw new Error(`No key reaches ${control}`);
}

/** Waits until an open dialog has the focus. One that opened above it returns the focus just after it closes. */
async function expectFocusInDialog(page: Page): Promise<void> {
  const isLost = () =>
    document.querySelector("[role=dialog]") !== null &&
    document.activeElement?.matches("body, [data-radix-focus-guard]") === true;
  await expect.poll(() => page.evaluate(isLost), { message: "the dialog has lost the focus" }).toBe(false);
}

/** Runs in the browser. The key that leads towards a control; none when it has the focus. */
function findNextKey(control: Element): { key?: string; problem?: string } {
  const focused = document.activeElement ?? document.body;
  const problem = findProblem(focused);
  if (problem) return { problem };
  if (focused === control) return {};
  const isPreceding = (stop: Element) =>
    Boolean(focused.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING);
  if (control.closest("[role=menu]")) return { key: "ArrowDown" };
  const row = control.closest("[data-rows] [data-index]");
  if (row?.contains(focused)) return { key: "ArrowRight" };
  const group = control.matches("[type=radio], [role=tab]")
    ? control.closest("[role=radiogroup], [role=tablist]")
    : null;
  if (group?.contains(focused)) return { key: isPreceding(control) ? "ArrowLeft" : "ArrowRight" };
  return { key: isPreceding(row ?? control) ? "Shift+Tab" : "Tab" };

  function findProblem(element: Element): string | undefined {
    // The page itself, as after a followed link.
    if (element.matches("html, body, main")) return undefined;
    const name = element.outerHTML.slice(0, 160);
    const { outlineStyle, outlineWidth, backgroundColor } = getComputedStyle(element);
    const hasOutline = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
    const isFilled = element.matches("[role^=menuitem]") && !/^rgba\(.*, 0\)$/.test(backgroundColor);
    if (!hasOutline && !isFilled) return `the focus is invisible on ${name}`;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (hasOutline && isOutlineCut(element)) return `the focus is cut on ${name}`;
    const [x, y] = [
      (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    ];
    const above = document.elementFromPoint(x, y);
    if (!above) return `the focus is out of sight on ${name}`;
    const isCovered =
      !element.contains(above) && !above.contains(element) && !above.closest("label")?.contains(element);
    return isCovered ? `${above.outerHTML.slice(0, 160)} covers the focus on ${name}` : undefined;
  }

  /** Whether scrollers cut two sides or more. One alone may be at the edge of what is scrolled into view. */
  function isOutlineCut(element: Element): boolean {
    const { outlineOffset, outlineWidth } = getComputedStyle(element);
    const extent = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    const own = element.getBoundingClientRect();
    const sides = new Set<string>();
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const { overflowX, overflowY, position } = getComputedStyle(box);
      if (overflowX !== "visible" && own.left - extent < left - 1) sides.add("left");
      if (overflowX !== "visible" && own.right + extent > right + 1) sides.add("right");
      if (overflowY !== "visible" && own.top - extent < top - 1) sides.add("top");
      if (overflowY !== "visible" && own.bottom + extent > bottom + 1) sides.add("bottom");
      if (position === "fixed") break;
    }
    return sides.size > 1;
  }
}

/** Expects that a screen fits a phone and its controls fit fingers, and leaves it at that size. Needs `hasTouch`. */
export async function turnToPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectFingerSized(page);
}

/** Expects that fingers hit every control on the page; links in a text are as high as its lines. */
export async function expectFingerSized(page: Page): Promise<void> {
  const limits = { least: MIN_TARGET_PX, breadth: MIN_BREADTH_PX };
  // What scripts measure follows a resize in the next frame.
  const find = () => page.evaluate(findSmallTargets, limits);
  const expectSoftly = expect.configure({ soft: true });
  await expectSoftly.poll(find, { intervals: [20, 100], timeout: 10_000 }).toEqual([]);
}

/** Runs in the browser. */
function findSmallTargets({ least, breadth }: { least: number; breadth: number }): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    "button, input, select, textarea, summary, [role=option], [role=menuitem], a[href]",
  );
  return [...controls].flatMap((control) => {
    // A pseudo-element may cover the whole row.
    const isStretched = getComputedStyle(control, "::after").position === "absolute";
    const target = control.closest("label") ?? (isStretched ? control.offsetParent : null) ?? control;
    const { width, height } = target.getBoundingClientRect();
    const isShown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1;
    const isText = getComputedStyle(control).display === "inline";
    if (!isShown || isText || control.closest("[inert], [aria-hidden=true], .sr-only")) return [];
    if (Math.min(width, height) >= least || (width >= breadth && height >= 2 * least)) return [];
    return [`${Math.round(width)} × ${Math.round(height)} px: ${control.outerHTML.slice(0, 200)}`];
  });
}
