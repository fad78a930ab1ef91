import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createCaller, createCallerOf, createMember, createUser, unique } from "@/lib/db/testing/fixtures";
import { deleteApiUrl } from "@/lib/public-api/delete-url";
import { getApiUrl, listApiUrls } from "@/lib/public-api/queries";
import { updateApiUrlSchema } from "@/lib/public-api/schema";
import type { ApiUrl } from "@/lib/public-api/types";
import { updateApiUrl } from "@/lib/public-api/update-url";
import { listApiUrlsSchema, listUrlsSchema } from "@/lib/urls/list-schema";

const at = (second: number) => new Date(Date.UTC(2026, 0, 15, 9, 30, second));

/** A link last changed at this second. */
async function insert(groupId: string | null, second: number, createdById: string | null = null): Promise<string> {
  const data = { shortCode: unique("code"), originalUrl: "https://example.com/", groupId, createdById };
  const { id } = await prisma().shortUrl.create({ data: { ...data, updatedAt: at(second) } });
  return id;
}

const parse = (query: object) => listApiUrlsSchema.parse(query);
const idsOf = (items: ApiUrl[]) => items.map(({ id }) => id);

describe("updatedSince", () => {
  test("lists links changed at or after a time, oldest change first, and only those of the key's group", async () => {
    const [caller, other] = [await createCaller(), await createCaller()];
    const [late, early, same] = [
      await insert(caller.groupId, 30),
      await insert(caller.groupId, 10),
      await insert(caller.groupId, 20),
    ];
    await insert(other.groupId, 20);
    await insert(null, 20, caller.owner.id);
    const since = async (updatedSince: string, query: object = {}) => {
      const { items, total } = await listApiUrls(caller, parse({ updatedSince, ...query }));
      return [idsOf(items), total];
    };
    expect(await since("2026-01-15T09:30:20Z")).toEqual([[same, late], 2]);
    expect(await since("2026-01-15T10:30:20.000+01:00")).toEqual([[same, late], 2]);
    expect(await since("2026-01-15T09:30:20.001Z")).toEqual([[late], 1]);
    expect(await since("2026-01-15T09:30:20Z", { sort: "-updatedAt" })).toEqual([[late, same], 2]);
    expect(await since("2026-01-15T09:30:20Z", { sort: "createdAt" })).toEqual([[late, same], 2]);
    expect(await since("2026-01-15T09:30:20Z", { status: "paused" })).toEqual([[], 0]);
    expect(await since("0000-01-01T00:00:00Z")).toEqual([[early, same, late], 3]);
    expect(await since("9999-12-31T23:59:59Z")).toEqual([[], 0]);
  });

  test("finds creations, changes and deletions, but no clicks", async () => {
    const caller = await createCaller();
    const id = await insert(caller.groupId, 0);
    const { updatedAt } = await getApiUrl(caller, id);
    await pool().query("UPDATE short_urls SET click_count = 5 WHERE id = $1", [id]);
    expect((await getApiUrl(caller, id)).updatedAt).toBe(updatedAt);
    const changed = await updateApiUrl(caller, id, updateApiUrlSchema.parse({ status: "paused" }));
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(updatedAt));
    expect(await getApiUrl(caller, id)).toEqual(changed);
    const unchanged = await updateApiUrl(caller, id, updateApiUrlSchema.parse({ status: "paused" }));
    expect(unchanged.updatedAt).toBe(changed.updatedAt);
    await prisma().shortUrl.update({ where: { id }, data: { updatedAt: at(0) } });
    await deleteApiUrl(caller, id);
    const { items } = await listApiUrls(caller, parse({ updatedSince: at(1).toISOString() }));
    expect(items).toMatchObject([{ id, status: "deleted" }]);
  });

  test("pages leave out no link that changes in the meantime, and repeat none that does not", async () => {
    const caller = await createCaller();
    // Several links per second, so that pages end within a second.
    const ids = [];
    for (let n = 0; n < 12; n++) ids.push(await insert(caller.groupId, Math.floor(n / 4)));
    const touch = (id: string | undefined, second: number) =>
      prisma().shortUrl.update({ where: { id: id ?? "" }, data: { updatedAt: at(second) } });
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; ; page++) {
      const query = parse({ updatedSince: at(0).toISOString(), limit: 3, ...(cursor && { cursor }) });
      const { items, nextCursor } = await listApiUrls(caller, query);
      seen.push(...idsOf(items));
      // The last link of the page, whose id is the cursor, and one further on.
      if (page === 0) await Promise.all([touch(items[2]?.id, 50), touch(ids[7], 51)]);
      if (!nextCursor) break;
      cursor = nextCursor;
    }
    expect(seen).toEqual([...ids.slice(0, 3), ...ids.slice(3, 7), ...ids.slice(8), ids[2], ids[7]]);
  });

  test("reads only the changed links, by their index", async () => {
    const caller = await createCaller();
    const client = await pool().connect();
    try {
      await client.query("SET enable_seqscan = off");
      const { rows } = await client.query(
        `EXPLAIN SELECT * FROM short_urls WHERE group_id = $1::uuid
           AND updated_at >= ('epoch'::timestamptz + 1.8e12::float8 * interval '1 millisecond')
         ORDER BY updated_at ASC, id ASC LIMIT 501`.replace("$1", `'${caller.groupId}'`),
      );
      const plan = JSON.stringify(rows);
      expect(plan).toContain("short_urls_group_id_updated_at_id_idx");
      expect(plan).not.toContain("Sort");
    } finally {
      client.release(true);
    }
  });

  test("may have an offset whose plus sign was not percent-encoded", () => {
    const { updatedSince } = parse({ updatedSince: "2027-01-15T09:30:00 02:00" });
    expect(updatedSince).toBe("2027-01-15T09:30:00+02:00");
  });

  test.each(["", "yesterday", "2027-01-15", "2027-01-15T09:30:00", "1800000000", "2027-02-30T00:00:00Z"])(
    "rejects %p",
    (updatedSince) => {
      expect(listApiUrlsSchema.safeParse({ updatedSince }).success).toBe(false);
    },
  );

  test("does not exist in the dashboard's list, which has no index for it", () => {
    expect(listUrlsSchema.safeParse({ sort: "updatedAt" }).success).toBe(false);
  });
});

describe("an item's creator", () => {
  test("has a name and an address only as a member of the key's group, whatever their status", async () => {
    const caller = await createCaller();
    const [member, paused, stranger] = [
      await createMember(caller.groupId),
      await createMember(caller.groupId, { status: "paused" }),
      await createUser({ role: "overall_admin" }),
    ];
    await insert(caller.groupId, 1, member.id);
    await insert(caller.groupId, 2, paused.id);
    await insert(caller.groupId, 3, stranger.id);
    await insert(caller.groupId, 4, null);
    const { items } = await listApiUrls(caller, parse({ sort: "updatedAt" }));
    const named = { name: expect.stringMatching(/^\S.*\S$/) };
    expect(items.map(({ creator }) => creator)).toEqual([
      { id: member.id, ...named, email: member.email },
      { id: paused.id, ...named, email: paused.email },
      { id: stranger.id, name: null, email: null },
      null,
    ]);
  });

  test("is judged by the group of the calling key", async () => {
    const owner = await createUser({ role: "overall_admin" });
    const [first, second] = [await createCaller(), await createCaller()];
    const member = await createMember(first.groupId);
    const id = await insert(second.groupId, 0, member.id);
    const caller = await createCallerOf(owner, second.groupId);
    expect((await getApiUrl(caller, id)).creator).toEqual({ id: member.id, name: null, email: null });
    await prisma().groupMembership.create({ data: { userId: member.id, groupId: second.groupId } });
    expect((await getApiUrl(caller, id)).creator).toMatchObject({ email: member.email });
  });
});

test.each(["originalUrl", "-shortCode", "clickCount", "updatedAt"])(
  "by %s, a cursor of a link outside the key's group is rejected, as it would tell where that link sorts",
  async (sort) => {
    const caller = await createCaller();
    const own = await insert(caller.groupId, 0);
    expect(await listApiUrls(caller, parse({ sort, cursor: own }))).toMatchObject({ items: [] });
    const moved = await insert((await createCaller()).groupId, 0);
    await expect(listApiUrls(caller, parse({ sort, cursor: moved }))).rejects.toMatchObject({
      code: "invalid",
      field: "cursor",
    });
  },
);
