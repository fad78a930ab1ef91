import { createUrl } from "@/e2e/api/support";
import { expect, expectHydrated, open, test } from "@/e2e/fixtures";
import { rowOf } from "@/e2e/table";
import { paths } from "@/lib/paths";

test("low and narrow windows, and those that grow, leave everything in reach", async ({
  page,
  request,
  createUser,
  signInAs,
}) => {
  const user = await createUser();
  await signInAs(user);
  const { shortCode } = await createUrl(request, user);

  await test.step("a menu scrolls on a phone on its side", async () => {
    await page.setViewportSize({ width: 640, height: 240 });
    await page.goto(paths.urls);
    await expectHydrated(page);
    const remove = page.getByRole("menuitem", { name: "Delete" });
    await open(rowOf(page, shortCode).getByRole("button", { name: /actions/i }), remove);
    await expect(page.getByRole("menu")).toBeInViewport({ ratio: 1 });
    await remove.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  });
  await test.step("the drawer closes once there is a sidebar", async () => {
    const drawer = page.getByRole("dialog", { name: "Navigation" });
    await open(page.getByRole("button", { name: "Open navigation" }), drawer);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(drawer).toBeHidden();
  });
  await test.step("a widened column leaves room for short URLs in a narrower window", async () => {
    await page.evaluate(() =>
      localStorage.setItem("hop.columns.urls", JSON.stringify({ widths: { Destination: 640 } })),
    );
    await page.setViewportSize({ width: 1100, height: 900 });
    await page.reload();
    const widthOf = async (name: RegExp) => (await page.getByRole("columnheader", { name }).boundingBox())?.width ?? 0;
    await expect.poll(() => widthOf(/^Destination/)).toBeGreaterThan(600);
    await expect.poll(() => widthOf(/^Short URL/)).toBeGreaterThanOrEqual(112);
  });
});
