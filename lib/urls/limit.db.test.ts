import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { createUser } from "@/lib/db/testing/fixtures";
import { addPlacement } from "@/lib/qr/placements/add";
import { createShare } from "@/lib/shares/create";
import { createShareSchema } from "@/lib/shares/schema";
import { changeUrls } from "@/lib/urls/bulk";
import { createUrl } from "@/lib/urls/create";
import { bulkUrlsSchema, createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

type Work = (actor: Actor, id: string) => Promise<unknown>;

const share: Work = (actor, id) => createShare(actor, id, createShareSchema.parse({}));
const place: Work = (actor, id) => addPlacement(actor, id, { name: "menu" });
const activate: Work = (actor, id) => updateUrl(actor, id, { status: "active" });
const activateSelected: Work = (actor, id) =>
  changeUrls(actor, bulkUrlsSchema.parse({ ids: [id], action: "activate" }));

/**
 * Rows that refer to their creator lock that user's key after the link; reactivating locks the user before the link.
 */
test.each([
  ["sharing", "an update", share, activate],
  ["sharing", "a bulk change", share, activateSelected],
  ["placing", "an update", place, activate],
  ["placing", "a bulk change", place, activateSelected],
])("%s a link does not deadlock with %s that reactivates it", async (_first, _second, first, second) => {
  const actor = await createUser();
  const { id } = await createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/" }));
  await updateUrl(actor, id, { status: "paused" });
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT FROM short_urls WHERE id = $1 FOR NO KEY UPDATE", [id]);
    const works = [first(actor, id)];
    await untilBlocked(pool(), 1);
    works.push(second(actor, id));
    await untilBlocked(pool(), 2);
    await client.query("COMMIT");
    await Promise.all(works);
  } finally {
    client.release();
  }
  const { rows } = await pool().query("SELECT status FROM short_urls WHERE id = $1", [id]);
  expect(rows).toEqual([{ status: "active" }]);
});

test("a link that is paused while its activation waits takes the place that it gave up", async () => {
  const actor = await createUser({ urlLimit: 1 });
  const { id } = await createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/" }));
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT FROM short_urls WHERE id = $1 FOR NO KEY UPDATE", [id]);
    const pausing = updateUrl(actor, id, { status: "paused" });
    await untilBlocked(pool(), 1);
    const activating = activate(actor, id);
    await untilBlocked(pool(), 2);
    await client.query("COMMIT");
    await pausing;
    expect(await activating).toMatchObject({ status: "active" });
  } finally {
    client.release();
  }
});
