import type { Actor } from "@/lib/actor";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { search } from "@/lib/search/queries";
import { searchQuerySchema } from "@/lib/search/schema";
import { MAX_FOUND } from "@/lib/search/types";
import { SEARCH_MAX_LENGTH } from "@/lib/search-text";
import { getBaseUrl } from "@/lib/settings/queries";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { createUrlSchema } from "@/lib/urls/schema";

const create = (actor: Actor, fields: object = {}) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/page", ...fields }));

const find = async (actor: Actor, q: string) => {
  const found = await search(actor, searchQuerySchema.parse({ q }));
  return { ...found, urls: found.urls.map(({ id }) => id), people: found.people.map(({ email }) => email) };
};

test("everyone finds the links they may see; only those who may list users find people", async () => {
  const word = unique("word");
  const [creator, member, stranger] = [await createUser(), await createUser(), await createUser()];
  const [groupAdmin, admin] = [await createUser({ role: "group_admin" }), await createUser({ role: "overall_admin" })];
  const shared = await create(creator, { shortCode: `a-${word}`, groupId: await createGroup(creator, member) });
  const own = await create(creator, { originalUrl: `https://example.com/${word}` });
  const { email } = await createUser({ email: `${word}@example.com` });
  for (const [actor, urls, people] of [
    [creator, [own.id, shared.id], []],
    [member, [shared.id], []],
    [stranger, [], []],
    [groupAdmin, [], [email]],
    [admin, [own.id, shared.id], [email]],
  ] as const) {
    expect(await find(actor, word)).toEqual({ urls, hasMoreUrls: false, people, hasMorePeople: false });
  }
});

test("the link whose code is searched comes before newer ones, including by its pasted short URL", async () => {
  const word = unique("Sale");
  const [creator, stranger] = [await createUser(), await createUser()];
  const exact = await create(creator, { shortCode: word });
  const newer = await Promise.all(
    Array.from({ length: MAX_FOUND }, (_, n) => create(creator, { shortCode: `${word}-${n}` })),
  );
  const found = await find(creator, word.toLowerCase());
  expect(found.urls).toHaveLength(MAX_FOUND);
  expect(found.urls[0]).toBe(exact.id);
  expect(found.hasMoreUrls).toBe(true);
  expect(newer.map(({ id }) => id)).toEqual(expect.arrayContaining(found.urls.slice(1)));
  expect((await find(creator, `${await getBaseUrl()}/${word}?r=qr`)).urls).toEqual([exact.id]);
  expect((await find(stranger, word)).urls).toEqual([]);
  await deleteUrl(creator, exact.id);
  expect((await find(creator, word)).urls[0]).toBe(exact.id);
});

test("two letters find the links whose code begins with them", async () => {
  const creator = await createUser();
  const beginning = await create(creator, { shortCode: unique("Q_") });
  await create(creator, { shortCode: unique("Qx-q_") });
  expect((await find(creator, "q_")).urls).toEqual([beginning.id]);
});

test("if more people match than fit, the newest are returned, with a note that there are more", async () => {
  const word = unique("many");
  const users = [];
  for (let n = 0; n <= MAX_FOUND; n++) users.push(await createUser({ email: `${word}-${n}@example.com` }));
  const { people, hasMorePeople } = await find(await createUser({ role: "overall_admin" }), word);
  expect(people).toEqual(
    users
      .slice(1)
      .reverse()
      .map(({ email }) => email),
  );
  expect(hasMorePeople).toBe(true);
});

test.each([undefined, "", " a ", "a".repeat(SEARCH_MAX_LENGTH + 1)])("refuses %j", (q) => {
  expect(searchQuerySchema.safeParse({ q }).success).toBe(false);
});
