import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { createUrl, GROUP_NOT_YOURS } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { SHORT_CODE_TAKEN } from "@/lib/urls/insert";
import { createUrlSchema } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

const input = (fields: object = {}) => createUrlSchema.parse({ originalUrl: "https://example.com/page", ...fields });

test("a link is stored in its canonical form and written to the audit log", async () => {
  const actor = await createUser();
  const url = await createUrl(actor, input({ originalUrl: "HTTPS://EXAMPLE.com/Über?q=1", shortCode: unique("Code") }));
  expect(url.originalUrl).toBe("https://example.com/%C3%9Cber?q=1");
  const entries = await prisma().auditEntry.findMany({ where: { subjectId: url.id } });
  expect(entries).toMatchObject([{ action: "short_url.create", actorId: actor.id, subjectLabel: url.shortCode }]);
});

test("without a code one is generated", async () => {
  const url = await createUrl(await createUser(), input());
  expect(url.shortCode).toMatch(/^[2-9a-hjkmnp-z]{7}$/);
});

test("a code is taken whatever its case, and for ever", async () => {
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

test("twenty at once with a limit of three make three", async () => {
  const actor = await createUser({ urlLimit: 3 });
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => createUrl(actor, input())));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "url_limit_reached" });
  }
  expect(await prisma().shortUrl.count({ where: { createdById: actor.id, status: "active" } })).toBe(3);
});

test("the same code twenty times at once is given once", async () => {
  const actor = await createUser();
  const shortCode = unique("race");
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => createUrl(actor, input({ shortCode }))));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("among many at once each gets its own link, and who is refused stops nobody else", async () => {
  const [full, other] = [await createUser({ urlLimit: 1 }), await createUser()];
  const shortCode = unique("among");
  await createUrl(other, input({ shortCode }));
  const outcome = (work: Promise<ShortUrl>) =>
    work.then(
      ({ originalUrl, createdById }) => [originalUrl, createdById],
      ({ code }) => code,
    );
  const destination = (n: number) => `https://example.com/${n}`;
  const wanted = Array.from({ length: 40 }, (_, n) => n);
  const outcomes = await Promise.all(
    wanted.map((n) => {
      if (n % 4 === 1) return outcome(createUrl(full, input({ originalUrl: destination(n) })));
      if (n % 4 === 2) return outcome(createUrl(other, input({ shortCode: shortCode.toUpperCase() })));
      return outcome(createUrl(other, input({ originalUrl: destination(n) })));
    }),
  );
  const [lucky] = wanted.filter((n) => n % 4 === 1 && outcomes[n] !== "url_limit_reached");
  expect(outcomes).toEqual(
    wanted.map((n) => {
      if (n % 4 === 1) return n === lucky ? [destination(n), full.id] : "url_limit_reached";
      return n % 4 === 2 ? "short_code_taken" : [destination(n), other.id];
    }),
  );
  expect(await prisma().shortUrl.count({ where: { createdById: full.id } })).toBe(1);
  const links = await prisma().shortUrl.findMany({ where: { createdById: { in: [full.id, other.id] } } });
  const entries = await prisma().auditEntry.findMany({ where: { actorId: { in: [full.id, other.id] } } });
  expect(entries.map(({ subjectId }) => subjectId).sort()).toEqual(links.map(({ id }) => id).sort());
});

test("nobody waits for a user whose row somebody else holds", async () => {
  const [held, free] = [await createUser(), await createUser()];
  await inTransaction(pool(), async (client) => {
    await client.query("SELECT 1 FROM users WHERE id = $1 FOR UPDATE", [held.id]);
    const waiting = createUrl(held, input()).then(() => "created");
    // Two: the second comes together with others of its time, if not the first.
    for (let turn = 0; turn < 2; turn++) expect((await createUrl(free, input())).createdById).toBe(free.id);
    expect(await Promise.race([waiting, Promise.resolve("waits")])).toBe("waits");
    await client.query("COMMIT");
    expect(await waiting).toBe("created");
  });
});

test("a group that one is not in, or that does not exist, is refused; an overall_admin may use any", async () => {
  const groupId = await createGroup();
  const outsider = await createUser();
  for (const id of [groupId, "0190a0a0-0000-7000-8000-000000000000"]) {
    await expect(createUrl(outsider, input({ groupId: id }))).rejects.toMatchObject({
      code: "not_in_group",
      message: GROUP_NOT_YOURS,
    });
  }
  const admin = await createUser({ role: "overall_admin" });
  expect((await createUrl(admin, input({ groupId }))).groupId).toBe(groupId);
});

test("a link to the short domain itself is refused", async () => {
  await prisma().setting.create({ data: { key: "base_url", value: "https://hop.example" } });
  await expect(createUrl(await createUser(), input({ originalUrl: "https://HOP.example/abc" }))).rejects.toMatchObject({
    code: "invalid",
    field: "originalUrl",
  });
});
