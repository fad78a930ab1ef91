import type { Actor } from "@/lib/actor";
import { getDashboardStats } from "@/lib/analytics/dashboard";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { getListedUrl, listUrls, listUrlsOfGroup } from "@/lib/urls/list";
import { listUrlsSchema, URL_SORTS, type UrlSort } from "@/lib/urls/list-schema";
import { createUrlSchema } from "@/lib/urls/schema";

const create = (actor: Actor, fields: object = {}) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/page", ...fields }));

const list = (actor: Actor, query: object = {}) => listUrls(actor, listUrlsSchema.parse(query));

/** The ids of every page. */
async function listPages(actor: Actor, query: object): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page = await list(actor, { ...query, ...(cursor && { cursor }) });
    pages.push(page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  return pages;
}

test("lists a user's own links and those of their groups, and all for an overall_admin", async () => {
  const [owner, member, stranger, groupAdmin] = [
    await createUser(),
    await createUser(),
    await createUser(),
    await createUser({ role: "group_admin" }),
  ];
  const admin = await createUser({ role: "overall_admin" });
  const groupId = await createGroup(owner, member, groupAdmin);
  const shared = await create(owner, { groupId });
  const own = await create(owner);
  const ids = async (actor: Actor) => (await list(actor)).items.map(({ id }) => id);
  expect(await ids(owner)).toEqual([own.id, shared.id]);
  expect(await ids(member)).toEqual([shared.id]);
  expect(await ids(groupAdmin)).toEqual([shared.id]);
  expect(await ids(stranger)).toEqual([]);
  expect(await ids(admin)).toEqual(expect.arrayContaining([own.id, shared.id]));
});

test("returns one link in the form of lists, even a deleted one, to users who can see it", async () => {
  const [owner, member, stranger] = [await createUser(), await createUser(), await createUser()];
  const shared = await create(owner, { groupId: await createGroup(owner, member) });
  expect(await getListedUrl(member, shared.id)).toEqual((await list(member)).items[0]);
  await deleteUrl(owner, shared.id);
  expect(await getListedUrl(owner, shared.id)).toMatchObject({ id: shared.id, status: "deleted" });
  for (const id of [shared.id, "none"]) {
    await expect(getListedUrl(stranger, id)).rejects.toMatchObject({ code: "not_found" });
  }
});

test("lists and counts a link once that is visible in several ways", async () => {
  const owner = await createUser();
  const groupId = await createGroup(owner, await createUser(), await createUser());
  await create(owner, { groupId });
  const { items, total } = await list(owner);
  expect([items.length, total]).toEqual([1, 1]);
});

test("an item has exactly the fields of the table", async () => {
  const owner = await createUser();
  const shortCode = unique("Item");
  const { id } = await create(owner, { shortCode });
  await create(owner, { generateQR: false });
  await prisma().shortUrl.update({ where: { id }, data: { clickCount: 3_000_000_000n } });
  const { items } = await list(owner);
  expect(items[1]).toEqual({
    id,
    shortCode,
    shortUrl: `http://localhost:3000/${shortCode}`,
    originalUrl: "https://example.com/page",
    status: "active",
    clickCount: 3_000_000_000,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    createdById: owner.id,
    createdByName: "Test User",
    lastClickedOn: null,
    groupId: null,
    faviconUrl: null,
    qrCodeUrl: `/api/urls/${id}/qr`,
  });
  expect(items[0]?.qrCodeUrl).toBeNull();
});

test("an item has the last day with a click by a person", async () => {
  const owner = await createUser();
  const [visited, seenByBots] = [await create(owner), await create(owner)];
  await pool().query(
    `INSERT INTO click_days (scope, scope_id, day, is_bot, total)
     SELECT 'link', id::uuid, day::date, is_bot, 1 FROM (VALUES
       ($1, '2026-02-28', false), ($1, '2026-03-01', false), ($1, '2026-03-02', true), ($2, '2026-03-02', true)
     ) AS visit (id, day, is_bot)`,
    [visited.id, seenByBots.id],
  );
  const { items } = await list(owner);
  expect(items.map(({ lastClickedOn }) => lastClickedOn)).toEqual([null, "2026-03-01"]);
});

test("deleted links are listed, found and counted only if requested", async () => {
  const [owner, admin] = [await createUser(), await createUser({ role: "overall_admin" })];
  const word = unique("status");
  const groupId = await createGroup(owner);
  const ids: Record<string, string> = {};
  for (const status of ["active", "paused", "deleted"] as const) {
    const { id } = await create(owner, { originalUrl: `https://example.com/${word}`, groupId });
    await prisma().shortUrl.update({ where: { id }, data: { status } });
    ids[status] = id;
  }
  const { active, paused, deleted } = ids;
  for (const actor of [owner, admin]) {
    for (const filter of [{ q: word }, { group: groupId }, { creator: owner.id }]) {
      for (const [status, expected] of [
        [undefined, [paused, active]],
        ["all", [deleted, paused, active]],
        ["deleted", [deleted]],
      ] as const) {
        const { items, total } = await list(actor, { ...filter, status });
        expect([items.map(({ id }) => id), total]).toEqual([expected, expected.length]);
      }
    }
  }
  // The public API lists them, so that other systems learn of their deletion.
  expect((await listUrlsOfGroup(groupId)).total).toBe(3);
});

test.each([
  ["7 links by 3", 7, 3, [3, 3, 1]],
  ["6 links by 3", 6, 3, [3, 3]],
  ["1 link by 3", 1, 3, [1]],
  ["no link", 0, 3, [0]],
])("paging through %s returns every link once, newest first", async (_name, count, limit, sizes) => {
  const owner = await createUser();
  const created: string[] = [];
  for (let i = 0; i < count; i++) created.push((await create(owner)).id);
  const pages = await listPages(owner, { limit });
  expect(pages.map((page) => page.length)).toEqual(sizes);
  expect(pages.flat()).toEqual(created.reverse());
});

test("links created while paging do not shift later pages", async () => {
  const owner = await createUser();
  const created: string[] = [];
  for (let i = 0; i < 4; i++) created.push((await create(owner)).id);
  const first = await list(owner, { limit: 2 });
  await create(owner);
  const second = await list(owner, { limit: 2, cursor: first.nextCursor ?? "" });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(created.reverse());
});

test("the total counts all visible matches, not only the page", async () => {
  const [owner, other] = [await createUser(), await createUser()];
  const word = unique("total");
  for (const actor of [owner, owner, owner, other]) await create(actor, { originalUrl: `https://example.com/${word}` });
  await create(owner);
  const page = await list(owner, { q: word, limit: 2 });
  expect([page.items.length, page.total]).toEqual([2, 3]);
  const last = await list(owner, { q: word, limit: 2, cursor: page.nextCursor ?? "" });
  expect([last.items.length, last.total, last.nextCursor]).toEqual([1, 3, null]);
});

test("filters by status", async () => {
  const owner = await createUser();
  const paused = await create(owner);
  await create(owner);
  await prisma().shortUrl.update({ where: { id: paused.id }, data: { status: "paused" } });
  const { items, total } = await list(owner, { status: "paused" });
  expect([items.map(({ id }) => id), total]).toEqual([[paused.id], 1]);
});

describe("a search", () => {
  const owner = async () => {
    const actor = await createUser();
    await create(actor, { shortCode: "Spring_Sale" });
    await create(actor, { shortCode: "springXsale", originalUrl: "https://example.com/100%25-off" });
    await create(actor, { shortCode: "other", originalUrl: "https://example.com/a/Path?x=1&Name=Gr%C3%BC%C3%9Fe" });
    return actor;
  };
  let actor: Actor;
  beforeAll(async () => {
    actor = await owner();
  });

  test.each([
    ["part of a code, in any case", "PRING", ["springXsale", "Spring_Sale"]],
    ["part of a destination, in any case", "/path?X", ["other"]],
    ["surrounding spaces", "  other ", ["other"]],
    ["a literal _", "g_s", ["Spring_Sale"]],
    ["a literal %", "100%25", ["springXsale"]],
    ["% not as a wildcard", "s%e", []],
    ["a literal \\", "\\", []],
    ["a literal \\ before _", "\\_", []],
    ["a quote", "'", []],
    ["words in any order", "xsale 100%25", ["springXsale"]],
    ["words of which one is missing", "spring other", []],
    ["a pasted short URL, in any case", "http://LOCALHOST:3000/Spring_sale?r=qr", ["Spring_Sale"]],
    ["part of a short URL", "localhost:3000/Spring", []],
    ["parts of the destination's query", "?name=Grüße&x=1", ["other"]],
    ["letters beyond ASCII, in any case", "GRÜßE", ["other"]],
    ["a word of one letter, which begins no name", "t x=1", ["other"]],
    ["the beginning of the creator's name", "use", ["other", "springXsale", "Spring_Sale"]],
    ["the middle of the creator's name", "ser", []],
    ["the creator's name and part of a code", "user pring test", ["springXsale", "Spring_Sale"]],
    ["% in a name not as a wildcard", "t%st", []],
    ["separators of parameters alone, literally", "&&", []],
    ["an empty query", "", ["other", "springXsale", "Spring_Sale"]],
  ])("handles %s", async (_name, q, codes) => {
    expect((await list(actor, { q })).items.map(({ shortCode }) => shortCode)).toEqual(codes);
  });
});

describe("a search for a person", () => {
  const name = `Zoe${Date.now()}`;
  const people: Record<"zoe" | "colleague" | "stranger" | "formerColleague" | "groupAdmin" | "admin", Actor> =
    {} as never;
  beforeAll(async () => {
    for (const key of ["zoe", "colleague", "stranger", "formerColleague"] as const) people[key] = await createUser();
    people.groupAdmin = await createUser({ role: "group_admin" });
    people.admin = await createUser({ role: "overall_admin" });
    await prisma().user.update({ where: { id: people.zoe.id }, data: { firstName: name } });
    const shared = await createGroup(people.zoe, people.colleague);
    const left = await createGroup(people.formerColleague, people.groupAdmin);
    await create(people.zoe, { shortCode: "of-zoe-shared", groupId: shared });
    const { id } = await create(people.zoe, { shortCode: "of-zoe-left" });
    // Zoe has left this group, whose other members still see her link.
    await prisma().shortUrl.update({ where: { id }, data: { groupId: left } });
    await create(people.stranger);
  });

  test.each([
    ["themselves", "zoe", ["of-zoe-left", "of-zoe-shared"], [name, name]],
    ["a member of the same group", "colleague", ["of-zoe-shared"], [name]],
    ["a stranger", "stranger", [], [null]],
    ["a former member of the group, whose link is visible but whose name is not", "formerColleague", [], [null]],
    ["a group_admin, who may list users", "groupAdmin", ["of-zoe-left"], [name]],
    ["an overall_admin", "admin", ["of-zoe-left", "of-zoe-shared"], [name, name]],
  ] as const)("finds for %s what they may see", async (_who, key, codes, names) => {
    const { items } = await list(people[key], { q: name.slice(0, -1) });
    expect(items.map(({ shortCode }) => shortCode)).toEqual(codes);
    const all = await list(people[key], { q: "of-zoe" });
    const shown = all.items.map(({ createdByName }) => createdByName?.split(" ")[0] ?? null);
    expect(shown).toEqual(key === "stranger" ? [] : names);
  });

  test("is not made for API keys, which have no such view", async () => {
    const group = await prisma().groupMembership.findFirstOrThrow({ where: { userId: people.zoe.id } });
    expect((await listUrlsOfGroup(group.groupId, { q: name })).items).toEqual([]);
    expect((await listUrlsOfGroup(group.groupId, { q: "shared of-" })).items).toHaveLength(1);
  });
});

test("the longest search is answered", async () => {
  const actor = await createUser();
  await create(actor, { originalUrl: "https://example.com/long" });
  for (const q of ["e ".repeat(100), "%".repeat(200), "ü".repeat(200), "a_\\ ".repeat(50)]) {
    expect((await list(actor, { q })).items.length).toBeLessThanOrEqual(1);
  }
});

describe("sorted", () => {
  /** Codes in mixed case; duplicate counts and destinations, so that the id breaks ties. */
  const LINKS = [
    ["b-2", "https://example.com/m", 7],
    ["A-3", "https://example.com/a", 0],
    ["a-1", "https://example.com/m", 3_000_000_000],
    ["C-4", "https://example.com/Z", 7],
    ["d-5", "https://example.org/a", 0],
  ] as const;
  const BY = {
    createdAt: ["b-2", "A-3", "a-1", "C-4", "d-5"],
    clickCount: ["A-3", "d-5", "b-2", "C-4", "a-1"],
    shortCode: ["a-1", "A-3", "b-2", "C-4", "d-5"],
    originalUrl: ["C-4", "A-3", "b-2", "a-1", "d-5"],
  };
  const setClicks = (shortCode: string, clickCount: number) =>
    prisma().shortUrl.updateMany({ where: { shortCode }, data: { clickCount } });
  let owner: Actor;
  let admin: Actor;
  let groupId: string;

  beforeAll(async () => {
    [owner, admin] = [await createUser(), await createUser({ role: "overall_admin" })];
    groupId = await createGroup(owner);
    for (const [shortCode, originalUrl, clickCount] of LINKS) {
      await create(owner, { shortCode, originalUrl, groupId });
      await setClicks(shortCode, clickCount);
    }
  });

  test.each(URL_SORTS)("by %s returns every link once with any page size", async (sort) => {
    const by = BY[sort.replace("-", "") as keyof typeof BY];
    const expected = sort.startsWith("-") ? [...by].reverse() : by;
    for (const limit of [1, 2, 3, 5, 6]) {
      for (const [actor, filter] of [
        [owner, {}],
        [admin, { group: groupId }],
        [admin, { creator: owner.id }],
      ] as const) {
        const ids = (await listPages(actor, { ...filter, sort, limit })).flat();
        const rows = await prisma().shortUrl.findMany({ where: { id: { in: ids } } });
        expect(ids.map((id) => rows.find((row) => row.id === id)?.shortCode)).toEqual(expected);
      }
    }
  });

  test("clicks between two pages do not repeat a link", async () => {
    const query = { sort: "-clickCount", limit: 3 };
    const first = await list(owner, query);
    await setClicks("b-2", 5_000_000_000);
    const second = await list(owner, { ...query, cursor: first.nextCursor ?? "" });
    await setClicks("b-2", 7);
    const codes = [...first.items, ...second.items].map(({ shortCode }) => shortCode);
    expect(codes).toEqual([...BY.clickCount].reverse());
  });

  test.each<UrlSort>(["shortCode", "-originalUrl", "clickCount"])(
    "by %s rejects a cursor of an unknown or invisible link",
    async (sort) => {
      const foreign = await create(await createUser());
      for (const cursor of ["0190a0a0-0000-7000-8000-000000000000", foreign.id]) {
        await expect(list(owner, { sort, cursor })).rejects.toMatchObject({ code: "invalid", field: "cursor" });
      }
    },
  );

  test.each<UrlSort>(["clickCount", "shortCode"])("accepts a cursor of another order: %s", async (order) => {
    const { items, nextCursor } = await list(owner, { sort: order, limit: 1 });
    const [last] = items;
    for (const sort of URL_SORTS) {
      const all = (await list(owner, { sort })).items.map(({ id }) => id);
      const rest = (await list(owner, { sort, cursor: nextCursor })).items.map(({ id }) => id);
      expect(rest).toEqual(all.slice(all.indexOf(last?.id ?? "") + 1));
    }
  });

  test.each<UrlSort>(["createdAt", "clickCount", "shortCode", "-shortCode"])(
    "by %s goes on when the last link of a page goes out of sight",
    async (sort) => {
      const query = { sort, limit: 3 };
      const first = await list(owner, query);
      const hide = (hidden: boolean) =>
        prisma().shortUrl.update({
          where: { id: first.items.at(-1)?.id ?? "" },
          data: hidden ? { groupId: null, createdById: admin.id } : { groupId, createdById: owner.id },
        });
      await hide(true);
      const second = await list(owner, { ...query, cursor: first.nextCursor ?? "" });
      await hide(false);
      const codes = [...first.items, ...second.items].map(({ shortCode }) => shortCode);
      const by = BY[sort.replace("-", "") as keyof typeof BY];
      expect(codes).toEqual(sort.startsWith("-") ? [...by].reverse() : by);
    },
  );

  test("by shortCode goes on with a cursor of an earlier version, which has only an id", async () => {
    const query = { sort: "shortCode", limit: 3 };
    const { items } = await list(owner, query);
    const second = await list(owner, { ...query, cursor: items.at(-1)?.id ?? "" });
    expect([...items, ...second.items].map(({ shortCode }) => shortCode)).toEqual(BY.shortCode);
  });
});

test("filters by group, by no group and by creator", async () => {
  const [owner, colleague, stranger] = [await createUser(), await createUser(), await createUser()];
  const groupId = await createGroup(owner, colleague);
  const foreignGroup = await createGroup(stranger);
  const [inGroup, ungrouped, ofColleague] = [
    await create(owner, { groupId }),
    await create(owner),
    await create(colleague, { groupId }),
  ];
  await create(colleague);
  await create(stranger, { groupId: foreignGroup });
  const ids = async (query: object) => (await list(owner, query)).items.map(({ id }) => id);
  expect(await ids({ group: groupId })).toEqual([ofColleague.id, inGroup.id]);
  expect(await ids({ group: "none" })).toEqual([ungrouped.id]);
  expect(await ids({ group: foreignGroup })).toEqual([]);
  expect(await ids({ creator: owner.id })).toEqual([ungrouped.id, inGroup.id]);
  expect(await ids({ creator: colleague.id })).toEqual([ofColleague.id]);
  expect(await ids({ creator: stranger.id })).toEqual([]);
  expect(await ids({ creator: "none" })).toEqual([]);
  expect(await ids({ creator: owner.id, group: groupId, status: "active", q: "EXAMPLE" })).toEqual([inGroup.id]);
});

describe("the total", () => {
  const countStored = (status?: string) =>
    prisma().shortUrl.count({ where: status ? { status: status as "active" } : { status: { not: "deleted" } } });

  test("of all links stays exact through concurrent creations, changes and deletions", async () => {
    const [admin, owner] = [await createUser({ role: "overall_admin" }), await createUser()];
    const expectExactTotals = async () => {
      expect((await list(admin, { limit: 1 })).total).toBe(await countStored());
      expect((await getDashboardStats(admin)).totalUrls).toBe(await countStored());
      expect((await list(admin, { limit: 1, status: "all" })).total).toBe(await prisma().shortUrl.count());
      for (const status of ["active", "paused", "deleted"]) {
        const { items, total } = await list(admin, { limit: 1, status });
        expect([status, total]).toEqual([status, await countStored(status)]);
        expect(items.length).toBeLessThanOrEqual(1);
      }
    };
    const created = await Promise.all(Array.from({ length: 60 }, () => create(owner)));
    await expectExactTotals();
    const ids = created.map(({ id }) => id);
    await Promise.all(ids.slice(0, 20).map((id) => deleteUrl(owner, id)));
    await prisma().shortUrl.updateMany({ where: { id: { in: ids.slice(10, 30) } }, data: { status: "paused" } });
    await expectExactTotals();
    await Promise.all(Array.from({ length: 8 }, () => pool().query("SELECT fold_short_url_counts()")));
    await expectExactTotals();
    await prisma().shortUrl.deleteMany({ where: { id: { in: ids.slice(0, 40) } } });
    await expectExactTotals();
    await prisma()
      .$transaction(async (tx) => {
        await tx.shortUrl.deleteMany();
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    await expectExactTotals();
  });

  test("of a selection is exact up to 10,000 and a lower bound above", async () => {
    const owner = await createUser();
    const insert = (count: number) =>
      pool().query(
        `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
         SELECT gen_random_uuid(), gen_random_uuid()::text, 'https://example.com/many', $1, now() FROM generate_series(1, $2::int)`,
        [owner.id, count],
      );
    await insert(10_000);
    const exact = await list(owner, { limit: 1 });
    expect([exact.total, exact.hasMoreThanTotal]).toEqual([10_000, undefined]);
    await insert(1);
    const lowerBound = await list(owner, { limit: 1 });
    expect([lowerBound.total, lowerBound.hasMoreThanTotal]).toEqual([10_000, true]);
    const found = await list(owner, { limit: 1, q: "/many" });
    expect([found.total, found.hasMoreThanTotal]).toEqual([2_000, true]);
    const ofGroup = await listUrlsOfGroup(await createGroup(owner), { limit: 1 });
    expect(ofGroup).toEqual({ items: [], total: 0, nextCursor: null });
  });
});

test("a search uses its index", async () => {
  const client = await pool().connect();
  try {
    await client.query("SET enable_seqscan = off");
    const { rows } = await client.query(
      "EXPLAIN SELECT 1 FROM short_urls WHERE short_code ILIKE '%spring%' OR original_url ILIKE '%spring%'",
    );
    expect(JSON.stringify(rows)).toContain("short_urls_search_idx");
  } finally {
    client.release(true);
  }
});

test.each([
  ["limit=0", { limit: "0" }],
  ["limit=1001", { limit: "1001" }],
  ["limit=many", { limit: "many" }],
  ["limit=1.5", { limit: "1.5" }],
  ["a cursor that is not an id", { cursor: "x" }],
  ["a cursor with an invalid value", { cursor: "0190a0a0-0000-7000-8000-000000000000~-1" }],
  ["a cursor with an extra part", { cursor: "0190a0a0-0000-7000-8000-000000000000~1~1" }],
  ["an unknown sort field", { sort: "status" }],
  ["an empty sort field", { sort: "" }],
  ["a group that is not an id", { group: "mine" }],
  ["a creator that is not an id", { creator: "me" }],
  ["an unknown status", { status: "locked" }],
  ["a search of 201 characters", { q: "a".repeat(201) }],
])("rejects %s", (_name, query) => {
  expect(listUrlsSchema.safeParse(query).success).toBe(false);
});
