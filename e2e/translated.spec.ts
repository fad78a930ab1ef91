import type { Page } from "@playwright/test";
import { expect, expectHydrated, expectToast, test, uniqueCode } from "@/e2e/fixtures";
import { createLink, search } from "@/e2e/url-table";

const MARK = "~";

declare global {
  interface Window {
    /** What the page wrote into texts that are no longer shown. */
    lost: string[];
  }
}

/**
 * Replaces texts as the translation of Chrome does, now and whenever the page changes: each by two nested elements with
 * the translated text, which here only gets a mark.
 */
async function translate(page: Page): Promise<void> {
  await expectHydrated(page);
  await page.evaluate((mark) => {
    window.lost = [];
    const replaced = new WeakSet<Node>();
    const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
    Object.defineProperty(Node.prototype, "nodeValue", {
      ...nodeValue,
      set(value: string) {
        if (replaced.has(this)) window.lost.push(value);
        nodeValue?.set?.call(this, value);
      },
    });
    const replace = (text: Node) => {
      const isKept = text.parentElement?.closest("font, script, style, textarea, [translate=no]");
      if (!text.parentElement || isKept || !text.nodeValue?.trim()) return;
      const outer = document.createElement("font");
      outer.appendChild(document.createElement("font")).textContent = mark + text.nodeValue;
      replaced.add(text);
      text.parentElement.replaceChild(outer, text);
    };
    const replaceAll = (root: Node) => {
      if (root.nodeType === Node.TEXT_NODE) replace(root);
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Node[] = [];
      while (texts.nextNode()) found.push(texts.currentNode);
      for (const text of found) replace(text);
    };
    replaceAll(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes, target, type } of changes) {
        if (type === "characterData") replace(target);
        for (const node of addedNodes) replaceAll(node);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  }, MARK);
}

/** Expects that the page has not failed and that what it shows is current. */
async function expectCurrent(page: Page): Promise<void> {
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  expect(await page.evaluate(() => window.lost)).toEqual([]);
}

test("a translated sign-in screen sends a link", async ({ page, createUser }) => {
  const { email } = await createUser();
  await page.goto("/");
  await translate(page);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Send Magic Link" }).click();
  await expect(page.getByRole("heading", { name: "We sent a link to" })).toBeVisible();
  await expectCurrent(page);
});

test("links are created, found and selected in a translated list, which leaves codes as they are", async ({
  page,
  createUser,
  signInAs,
}) => {
  await signInAs(await createUser());
  const other = await createLink(page, "other");
  await page.goto("/urls");
  await translate(page);
  const code = uniqueCode("sale");
  await page.getByRole("button", { name: "Create Short URL" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Destination URL").fill("https://example.com/");
  await dialog.getByLabel("Short code").fill(code);
  await dialog.getByRole("button", { name: "Create", exact: false }).last().click();
  await expectToast(page, `${MARK}Short URL created successfully`);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect(page.getByText(`${MARK}Showing 2 URLs`)).toBeVisible();
  await search(page, code);
  await expect(page.getByText(`${MARK}Showing 1 URL`, { exact: true })).toBeVisible();
  await expect(page.getByText(code, { exact: true }).first()).toBeVisible();
  await search(page, other.slice(0, -1));
  await expect(page.getByRole("checkbox", { name: `Select ${other}` })).toBeVisible();
  await page.getByRole("checkbox", { name: `Select ${other}` }).click();
  await expect(page.getByText(`${MARK}1 URL selected`)).toBeVisible();
  await expectCurrent(page);
});
