import { v7 as uuidv7 } from "uuid";
import { expect, expectToast, ONE_PIXEL, open, type TestUser, test, uniqueCode } from "@/e2e/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/layout";

const WIDTHS = [1440, 360];
/** A job is over the links of all other tests too. */
const JOB_LIMIT = { timeout: 30_000 };

// The jobs are those of the whole installation, one of a kind at a time.
test.describe.configure({ mode: "serial" });

test.beforeEach(async ({ database }) => {
  // Those of other specs are of the other kind, or end by themselves.
  await database.query("DELETE FROM bulk_jobs WHERE kind = 'regenerate-qr' OR state IN ('waiting', 'running')");
});

async function insertLinks(database: import("pg").Pool, user: TestUser, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await database.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, qr_generated_at, updated_at)
     SELECT id, 'qr-' || replace(id::text, '-', ''), 'https://example.com/', $2, '2020-01-01', now()
     FROM unnest($1::uuid[]) AS id`,
    [ids, user.id],
  );
  return ids;
}

/** A job whose worker is said to be alive: nobody goes on with it. */
async function insertJob(database: import("pg").Pool, user: TestUser, fields: Record<string, unknown> = {}) {
  const job = {
    id: uuidv7(),
    kind: "regenerate-qr",
    state: "running",
    total_urls: 12_000,
    updated_count: 3_500,
    started_by_id: user.id,
    started_by_label: "Ann Lee",
    lease_until: new Date(Date.now() + 3_600_000),
    ...fields,
  };
  const names = Object.keys(job);
  await database.query("DELETE FROM bulk_jobs WHERE kind = $1 AND state IN ('waiting', 'running')", [job.kind]);
  await database.query(
    `INSERT INTO bulk_jobs (${names.join(", ")}) VALUES (${names.map((_, at) => `$${at + 1}`).join(", ")})`,
    Object.values(job),
  );
  return job.id;
}

for (const width of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("an overall_admin has all codes drawn anew", async ({ page, database, createUser, signInAs }) => {
      const admin = await createUser({ role: "overall_admin", firstName: "Olga", lastName: "Orr" });
      const ids = await insertLinks(database, admin, 40);
      await signInAs(admin);
      await page.goto("/qr-codes");
      await expectNoSidewaysScroll(page);
      const confirm = page.getByRole("alertdialog", { name: "Regenerate all QR codes?" });
      await open(page.getByRole("button", { name: "Regenerate All QR Codes" }), confirm);
      await confirm.getByRole("button", { name: "Regenerate" }).click();
      await expectToast(page, "QR codes regenerated successfully", JOB_LIMIT);
      const runs = page.getByRole("region", { name: "Last runs" });
      await expect(runs.getByRole("listitem").first()).toContainText("started by Olga Orr");
      await expect(runs.getByRole("listitem").first()).toContainText("done");
      await expectNoSidewaysScroll(page);
      const { rows } = await database.query("SELECT count(*)::int FROM qr_codes WHERE url_id = ANY ($1::uuid[])", [
        ids,
      ]);
      expect(rows).toEqual([{ count: 40 }]);
    });

    test("the progress is there after a reload and for others, and the job can be cancelled", async ({
      page,
      database,
      createUser,
      signInAs,
    }) => {
      const starter = await createUser({ role: "overall_admin" });
      const id = await insertJob(database, starter);
      await signInAs(await createUser({ role: "overall_admin" }));
      await page.goto("/qr-codes");
      const bar = page.getByRole("progressbar");
      await expect(bar).toHaveAttribute("aria-valuetext", "3,500 of 12,000 URLs");
      await expect(page.getByText("Started by Ann Lee")).toBeVisible();
      await page.reload();
      await expect(bar).toHaveAttribute("aria-valuenow", "3500");
      await database.query("UPDATE bulk_jobs SET updated_count = 4700 WHERE id = $1", [id]);
      await expect(bar).toHaveAttribute("aria-valuenow", "4700");
      await expect(page.getByText(/a second, about .* left$/)).toBeVisible();
      await expect(page.getByRole("button", { name: "Regenerate All QR Codes" })).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Cancel" }).click();
      await expectToast(page, "Cancelled after 4,700 of 12,000 URLs");
      await expect(page.getByRole("button", { name: "Regenerate All QR Codes" })).toBeVisible();
    });

    test("links that failed are named, and so are jobs of the queue", async ({
      page,
      database,
      createUser,
      signInAs,
    }) => {
      const admin = await createUser({ role: "overall_admin" });
      const counts = { state: "done", total_urls: 12_000, updated_count: 11_999, failed_count: 1 };
      const id = await insertJob(database, admin, { ...counts, finished_at: new Date() });
      await insertJob(database, admin, {
        state: "failed",
        error: "The job stopped after several errors.",
        finished_at: new Date(),
      });
      await database.query("INSERT INTO bulk_job_failures VALUES ($1, $2, 'spring-sale', 'It is too long')", [
        id,
        uuidv7(),
      ]);
      const reason = uniqueCode("refused");
      await database.query(
        `INSERT INTO pgboss.job (name, state, retry_limit, retry_count, completed_on, output)
         VALUES ('address-added', 'failed', 12, 12, now(), jsonb_build_object('message', $1::text))`,
        [reason],
      );
      await signInAs(admin);
      await page.goto("/qr-codes");
      const failed = page.getByRole("button", { name: "1 failed link" });
      await open(failed, page.getByText("spring-sale"));
      await expect(page.getByText("It is too long")).toBeVisible();
      await expect(page.getByText("The job stopped after several errors.")).toBeVisible();
      const queue = page.getByRole("region", { name: "Failed background jobs" }).getByRole("listitem");
      const entry = queue.filter({ hasText: reason });
      await expect(entry).toContainText("after 13 tries");
      await expectNoSidewaysScroll(page);
      await entry.getByRole("button", { name: "Try again" }).click();
      await expectToast(page, "The job is tried again");
      await expect(entry).toHaveCount(0);
      await database.query("DELETE FROM pgboss.job WHERE name = 'address-added'");
    });

    for (const role of ["shortcode_admin", "group_admin"] as const) {
      test(`a ${role} is told that it is not for them`, async ({ page, createUser, signInAs }) => {
        await signInAs(await createUser({ role }));
        await page.goto("/qr-codes");
        await expect(page.getByText("Only Overall Admins can regenerate QR codes")).toBeVisible();
        await expect(page.getByRole("button", { name: /Regenerate/ })).toHaveCount(0);
        await expectNoSidewaysScroll(page);
      });
    }
  });
}

test("a start that fails says so", async ({ page, createUser, signInAs }) => {
  await signInAs(await createUser({ role: "overall_admin" }));
  await page.goto("/qr-codes");
  await page.route("**/api/urls/regenerate-qr", (route) => route.fulfill({ status: 500, body: "no" }));
  const confirm = page.getByRole("alertdialog");
  await open(page.getByRole("button", { name: "Regenerate All QR Codes" }), confirm);
  await confirm.getByRole("button", { name: "Regenerate" }).click();
  await expectToast(page, "Failed to regenerate QR codes");
});

for (const [path, start] of [
  ["/qr-codes", "Regenerate All QR Codes"],
  ["/urls", "Regenerate QRs"],
] as const) {
  test(`${path}, already open, learns of a job that somebody else starts`, async ({
    page,
    database,
    createUser,
    signInAs,
  }) => {
    const starter = await createUser({ role: "overall_admin" });
    await insertLinks(database, starter, 1);
    await signInAs(await createUser({ role: "overall_admin" }));
    await page.clock.install();
    const looked = page.waitForResponse("**/api/bulk-jobs");
    await page.goto(path);
    await looked;
    const button = page.getByRole("button", { name: start });
    await expect(button).toBeEnabled();
    const bar = page.getByRole("progressbar", { name: "Regenerate QR codes" });

    const first = await insertJob(database, starter);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(bar).toHaveAttribute("aria-valuetext", "3,500 of 12,000 URLs");
    await database.query("UPDATE bulk_jobs SET state = 'cancelled', finished_at = now() WHERE id = $1", [first]);
    await expectToast(page, "Cancelled after 3,500 of 12,000 URLs");
    await expect(bar).toHaveCount(0);
    await expect(button).toBeEnabled();

    const second = await insertJob(database, starter, { updated_count: 4_700 });
    await page.clock.fastForward(15_000);
    await expect(bar).toHaveAttribute("aria-valuetext", "4,700 of 12,000 URLs");
    await database.query("DELETE FROM bulk_jobs WHERE id = $1", [second]);
  });
}

test("the progress goes along to other pages, until the job ends", async ({ page, database, createUser, signInAs }) => {
  const admin = await createUser({ role: "overall_admin" });
  const id = await insertJob(database, admin);
  await signInAs(admin);
  await page.goto("/qr-codes");
  await expect(page.getByRole("progressbar")).toHaveCount(1);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Groups" }).click();
  const card = page.getByRole("region", { name: "Progress" });
  await expect(card.getByText("Regenerating QR codes")).toBeVisible();
  await expect(card.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "3,500 of 12,000 URLs");
  await database.query(
    "UPDATE bulk_jobs SET state = 'done', updated_count = total_urls, finished_at = now() WHERE id = $1",
    [id],
  );
  await expectToast(page, "QR codes regenerated successfully");
  await expect(card.getByRole("progressbar")).toHaveCount(0);
});

for (const width of WIDTHS) {
  test.describe(`the table of URLs at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("starts both jobs for an overall_admin, and shows their progress until they end", async ({
      page,
      database,
      createUser,
      signInAs,
    }) => {
      const admin = await createUser({ role: "overall_admin" });
      await insertLinks(database, admin, 1);
      // Somebody else's, which a second start is given.
      const id = await insertJob(database, admin, { kind: "refresh-favicons" });
      await signInAs(admin);
      await page.goto("/urls");
      const refresh = page.getByRole("button", { name: "Refresh Favicons" });
      const card = page.getByRole("region", { name: "Progress" }).getByRole("listitem");
      await open(refresh, card.getByText("Refreshing favicons"));
      await expect(refresh).toBeDisabled();
      await expect(card.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "3,500 of 12,000 URLs");
      await expectNoSidewaysScroll(page);

      // What the user is told of what they do is not taken away by a job that ends; and stays while pointed at.
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
      });
      await page.getByRole("button", { name: "Copy short URL" }).first().click();
      await expectToast(page, "Failed to copy to clipboard");
      await page.getByRole("button", { name: "Dismiss" }).hover();
      await database.query(
        `UPDATE bulk_jobs SET state = 'done', updated_count = 11000, failed_count = 1000, finished_at = now()
         WHERE id = $1`,
        [id],
      );
      await expect(card).toHaveCount(0);
      await expectToast(page, "Failed to copy to clipboard");
      await page.getByRole("button", { name: "Dismiss" }).click();
      await expectToast(page, "Updated favicons for 11,000 of 12,000 URLs");
      await page.getByRole("button", { name: "Dismiss" }).click();
      await expect(refresh).toBeEnabled();

      await page.getByRole("button", { name: "Regenerate QRs" }).click();
      await expectToast(page, "QR codes regenerated successfully", JOB_LIMIT);

      await page.route("**/api/urls/re*", (route) => route.fulfill({ status: 500, body: "no" }));
      await refresh.click();
      await expectToast(page, "Failed to refresh favicons");
      await page.getByRole("button", { name: "Regenerate QRs" }).click();
      await expectToast(page, "Failed to regenerate QR codes");
    });

    test("shows the icons of destinations, from here, and a globe where there is none", async ({
      page,
      database,
      createUser,
      signInAs,
    }) => {
      const user = await createUser();
      const host = `${uniqueCode("site")}.example`;
      await database.query(
        `INSERT INTO favicons (host, origin, image, etag, due_at)
         VALUES ($1, 'https://' || $1, decode($2, 'base64'), '"${"a".repeat(27)}"', 'infinity')`,
        [host, ONE_PIXEL],
      );
      const [withIcon = ""] = await insertLinks(database, user, 2);
      await database.query("UPDATE short_urls SET favicon_host = $1 WHERE id = $2", [host, withIcon]);
      await signInAs(user);
      const answered = page.waitForResponse((response) => response.url().includes("/api/favicons/"));
      await page.goto("/urls");
      const answer = await answered;
      expect(answer.status()).toBe(200);
      expect(answer.headers()).toMatchObject({
        "content-type": "image/png",
        "x-content-type-options": "nosniff",
        "cache-control": "private, max-age=2592000",
        etag: `"${"a".repeat(27)}"`,
      });
      const icon = page.locator('img[src^="/api/favicons/"]');
      await expect(icon).toHaveCount(1);
      expect(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    });

    test("has no such buttons for others", async ({ page, database, createUser, signInAs }) => {
      const user = await createUser({ role: "group_admin" });
      await insertLinks(database, user, 1);
      await signInAs(user);
      await page.goto("/urls");
      await expect(page.getByText("Showing 1 URL")).toBeVisible();
      await expect(page.getByRole("button", { name: /Refresh Favicons|Regenerate QRs/ })).toHaveCount(0);
    });
  });
}
