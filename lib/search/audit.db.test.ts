import type { Actor } from "@/lib/actor";
import { listAuditSchema } from "@/lib/audit/list-schema";
import { prisma } from "@/lib/db/prisma";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import { searchAudit } from "@/lib/search/audit";
import { getBaseUrl } from "@/lib/settings/queries";
import { changeUrls } from "@/lib/urls/bulk";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { createUrlSchema } from "@/lib/urls/schema";
import { setUserStatus } from "@/lib/users/set-status";

const find = async (actor: Actor, query: object) =>
  (await searchAudit(actor, listAuditSchema.parse(query))).items.map(({ action, subjectLabel }) => [
    action,
    subjectLabel,
  ]);

const create = (actor: Actor, fields: object) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/page", ...fields }));

test("a link is found by its code, short URL and destination, in single and bulk changes", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const [code, place] = [unique("Found"), unique("place")];
  const url = await create(admin, { shortCode: code, originalUrl: `https://example.com/${place}` });
  const other = await create(admin, { shortCode: unique("other") });
  await changeUrls(admin, { ids: [url.id, other.id], action: "pause" });
  const entries = [
    ["short_urls.pause", "2 URLs"],
    ["short_url.create", code],
  ];
  for (const q of [code.toLowerCase(), `${await getBaseUrl()}/${code}`, place]) {
    expect([q, await find(admin, { q })]).toEqual([q, entries]);
  }
  expect(await find(admin, { q: code, action: "create,update" })).toEqual([["short_url.create", code]]);
  expect(await find(admin, { q: code, action: "short_urls.pause" })).toEqual([["short_urls.pause", "2 URLs"]]);
  await deleteUrl(admin, url.id);
  expect(await find(admin, { q: code, action: "delete" })).toEqual([["short_url.delete", code]]);
  expect(await find(admin, { q: code, subjectType: "user" })).toEqual([]);
  expect(await find(admin, { q: unique("unknown") })).toEqual([]);
});

test("a person is found by their address, in what they did and what was done to them", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const person = await createUser();
  const { shortCode } = await create(person, { shortCode: unique("theirs") });
  await setUserStatus(admin, person.id, "paused");
  expect(await find(admin, { q: person.email })).toEqual([
    ["user.pause", person.email],
    ["short_url.create", shortCode],
  ]);
  expect(await find(admin, { q: `${person.email} ${unique("nobody")}` })).toEqual([]);
});

test("every entry has the data for a link to its object", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const entry = { actorId: admin.id, actorLabel: "A", subjectLabel: "label" };
  await prisma().auditEntry.createMany({
    data: [
      { ...entry, action: "session.sign_in", subjectType: "session", subjectId: unique("id") },
      { ...entry, action: "user.update", subjectType: "user", subjectId: admin.id },
      { ...entry, action: "setting.update", subjectType: "setting", subjectId: "smtp_host" },
    ],
  });
  const { items } = await searchAudit(admin, { actorId: admin.id });
  const emails = items.map(({ subjectType, subjectEmail }) => [subjectType, subjectEmail]);
  expect(Object.fromEntries(emails)).toEqual({ session: admin.email, user: admin.email, setting: null });
});

test.each(["shortcode_admin", "group_admin"] as const)("a %s may not search", async (role) => {
  await expect(searchAudit(await createUser({ role }), { q: "x" })).rejects.toMatchObject({ code: "forbidden" });
});
