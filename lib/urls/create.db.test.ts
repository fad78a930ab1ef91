import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { SHORT_CODE_TAKEN } from "@/lib/urls/insert";
import { createUrlSchema } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";
import { NOT_IN_GROUP } from "@/lib/urls/use-group";

const input = (fields: object = {}) => createUrlSchema.parse({ originalUrl: "https://example.com/page", ...fields });

test("stores a link in canonical form and audits it", async () => {
  const actor = await createUser();
  const url = await createUrl(actor, input({ originalUrl: "HTTPS://EXAMPLE.com/Über?q=1", shortCode: unique("Code") }));
  expect(url.originalUrl).toBe("https://example.com/%C3%9Cber?q=1");
  const entries = await prisma().auditEntry.findMany({ where: { subjectId: url.id } });
  expect(entries).toMatchObject([{ action: "short_url.create", actorId: actor.id, subjectLabel: url.shortCode }]);
});

test("generates a code if none is given", async () => {
  const url = await createUrl(await createUser(), input());
  expect(url.shortCode).toMatch(/^[2-9a-hjkmnp-z]{7}$/);
});

test("a code stays taken, in any case, even after deletion", async () => {
  const actor = await createUser();
  const shortCode = unique("Taken");
  const url = await createUrl(actor, input({ shortCode }));
  await expect(createUrl(actor, input({ shortCode: shortCode.toUpperCase() }))).rejects.toMatchObject({
    code: "short_code_taken",
    message: SHORT_CODE_TAKEN,
    field: "shortCode",
  });
  await deleteUrl(actor, url.id);
  await expect(createUrl(actor, input({ shortCode }))).rejects.toMatchObject({ code: "short_code_taken" });
});

test("twenty concurrent creations with a limit of three create three links", async () => {
  const actor = await createUser({ urlLimit: 3 });
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => createUrl(actor, input())));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "url_limit_reached" });
  }
  expect(await prisma().shortUrl.count({ where: { createdById: actor.id, status: "active" } })).toBe(3);
});

test("twenty concurrent requests for a code create one link", async () => {
  const actor = await createUser();
  const shortCode = unique("race");
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => createUrl(actor, input({ shortCode }))));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("concurrent creations each get their own result, and failures do not affect the others", async () => {
  const [full, other] = [await createUser({ urlLimit: 1 }), await createUser()];
  const shortCode = unique("among");
  await createUrl(other, input({ shortCode }));
  const outcome = (work: Promise<ShortUrl>) =>
    work.then(
      ({ originalUrl, createdById }) => [originalUrl, createdById],
      ({ code }) => code,
    );
  const destination = (n: number) => `https://example.com/${n}`;
  const indexes = Array.from({ length: 40 }, (_, n) => n);
  const outcomes = await Promise.all(
    indexes.map((n) => {
      if (n % 4 === 1) return outcome(createUrl(full, input({ originalUrl: destination(n) })));
      if (n % 4 === 2) return outcome(createUrl(other, input({ shortCode: shortCode.toUpperCase() })));
      return outcome(createUrl(other, input({ originalUrl: destination(n) })));
    }),
  );
  const [admitted] = indexes.filter((n) => n % 4 === 1 && outcomes[n] !== "url_limit_reached");
  expect(outcomes).toEqual(
    indexes.map((n) => {
      if (n % 4 === 1) return n === admitted ? [destination(n), full.id] : "url_limit_reached";
      return n % 4 === 2 ? "short_code_taken" : [destination(n), other.id];
    }),
  );
  expect(await prisma().shortUrl.count({ where: { createdById: full.id } })).toBe(1);
  const links = await prisma().shortUrl.findMany({ where: { createdById: { in: [full.id, other.id] } } });
  const entries = await prisma().auditEntry.findMany({ where: { actorId: { in: [full.id, other.id] } } });
  expect(entries.map(({ subjectId }) => subjectId).sort()).toEqual(links.map(({ id }) => id).sort());
});

test("a user whose row is locked does not block other users", async () => {
  const [locked, free] = [await createUser(), await createUser()];
  await inTransaction(pool(), async (client) => {
    await client.query("SELECT 1 FROM users WHERE id = $1 FOR UPDATE", [locked.id]);
    const waiting = createUrl(locked, input()).then(() => "created");
    // Runs twice, since at least the second link is inserted in a batch.
    for (let turn = 0; turn < 2; turn++) expect((await createUrl(free, input())).createdById).toBe(free.id);
    expect(await Promise.race([waiting, Promise.resolve("blocked")])).toBe("blocked");
    await client.query("COMMIT");
    expect(await waiting).toBe("created");
  });
});

test("rejects unknown groups and groups the actor is not in, except for an overall_admin", async () => {
  const groupId = await createGroup();
  const outsider = await createUser();
  for (const id of [groupId, "0190a0a0-0000-7000-8000-000000000000"]) {
    await expect(createUrl(outsider, input({ groupId: id }))).rejects.toMatchObject({
      code: "not_in_group",
      message: NOT_IN_GROUP,
    });
  }
  const admin = await createUser({ role: "overall_admin" });
  expect((await createUrl(admin, input({ groupId }))).groupId).toBe(groupId);
});

test("rejects a destination on the short domain itself", async () => {
  await prisma().setting.create({ data: { key: "base_url", value: "https://hop.example" } });
  await expect(createUrl(await createUser(), input({ originalUrl: "https://HOP.example/abc" }))).rejects.toMatchObject({
    code: "invalid",
    field: "originalUrl",
  });
});
