import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { createUrl, GROUP_NOT_YOURS, SHORT_CODE_TAKEN } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { createUrlSchema } from "@/lib/urls/schema";

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
