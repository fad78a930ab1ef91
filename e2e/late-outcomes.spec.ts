import type { Page } from "@playwright/test";
import { cancelTyped, expect, expectToast, open, test } from "@/e2e/fixtures";
import { rowOf } from "@/e2e/table";
import { createLink, expectAwake } from "@/e2e/url-table";

/** The outcome of a change whose dialog was closed in the meantime. */

// Chromium logs the failed call.
test.use({ allowsComplaints: true });

/** Holds back the calls that change links until the returned function answers them; with 200 they go on. */
async function holdChanges(page: Page): Promise<(status: number) => void> {
  let answer: (status: number) => void = () => undefined;
  const answered = new Promise<number>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/urls/*", async (route) => {
    if (!["PUT", "DELETE"].includes(route.request().method())) return route.fallback();
    const status = await answered;
    if (status === 200) await route.continue();
    else await route.fulfill({ status, json: { message: "no", code: "internal" } });
  });
  return answer;
}

test("is reported, and doesn't close another dialog", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser());
  const [first, second] = [await createLink(page, "first"), await createLink(page, "second")];
  await page.goto("/urls");
  await expectAwake(page);
  const edit = page.getByRole("dialog", { name: "Edit URL" });
  const destination = edit.getByLabel(/Destination/);
  const question = page.getByRole("alertdialog", { name: "Delete short URL?" });

  for (const [status, text] of [
    [500, "Failed to update URL"],
    [200, "URL updated successfully"],
  ] as const) {
    await test.step(text, async () => {
      const answer = await holdChanges(page);
      await open(page.getByRole("button", { name: `Edit ${first}` }), edit);
      await destination.fill("https://example.com/edited");
      await edit.getByRole("button", { name: "Save changes" }).click();
      await edit.getByRole("button", { name: "Close" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
      await expect(edit).toBeHidden();
      await open(page.getByRole("button", { name: `Edit ${second}` }), edit);
      await destination.fill("https://example.com/typed");
      answer(status);
      await expectToast(page, text);
      await expect(destination).toHaveValue("https://example.com/typed");
      await cancelTyped(page, edit);
      await expect(edit).toBeHidden();
    });
  }

  await test.step("the confirmation of another row", async () => {
    const answer = await holdChanges(page);
    await rowOf(page, first).focus();
    await page.keyboard.press("#");
    await question.getByRole("button", { name: "Delete" }).click();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await rowOf(page, second).focus();
    await page.keyboard.press("#");
    await expect(question).toContainText(second);
    answer(200);
    await expectToast(page, "URL deleted successfully");
    await expect(page.getByRole("row", { includeHidden: true }).filter({ hasText: first })).toHaveCount(0);
    await expect(question).toContainText(second);
    await expect(question.getByRole("button", { name: "Delete" })).toBeEnabled();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toBeHidden();
  });

  await test.step("a bulk change whose response is lost shows in the list", async () => {
    await page.route("**/api/urls/bulk", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("checkbox", { name: "Select all shown" }).click();
    await page.getByRole("region", { name: "Selected URLs" }).getByRole("button", { name: "Pause" }).click();
    await expectToast(page, "Failed to update URLs");
    await expect(rowOf(page, second)).toContainText("paused");
  });
});
