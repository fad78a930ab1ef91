import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/actor";
import { listActivity } from "@/lib/analytics/activity";
import { getDashboardStats } from "@/lib/analytics/dashboard";
import { listTopUrls } from "@/lib/analytics/top-urls";
import { recordBulkAudit } from "@/lib/audit/record-bulk";
import { BULK_URLS } from "@/lib/audit/types";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createMember, createUser, unique } from "@/lib/db/testing/fixtures";
import { explain, type Plan, rowsRead } from "@/lib/db/testing/plans";
import { namesOf } from "@/lib/groups/people";

/** More than are listed for looking up their entries, or read for the most clicked ones. */
const LINKS = 2_500;
const MEMBERS = 2_000;
/** As many as are examined for those who see many links. */
const OTHER_ENTRIES = 5_000;

let viewer: Actor;
let groupId: string;

/** The nth of the group's links has n clicks. */
beforeAll(async () => {
  groupId = await createGroup();
  viewer = await createMember(groupId);
  await pool().query(
    `INSERT INTO short_urls (id, short_code, original_url, group_id, click_count, updated_at)
     SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - n), 12, '0') || '70008000000000000000')::uuid,
       $1 || n, 'https://example.com/', $2, n, now() FROM generate_series(1, $3::int) n`,
    [unique("code"), groupId, LINKS],
  );
  await pool().query(
    `WITH added AS (
       INSERT INTO users (id, first_name, last_name, email, updated_at)
       SELECT gen_random_uuid(), 'A', 'B', $1 || n, now() FROM generate_series(1, $3::int) n RETURNING id)
     INSERT INTO group_memberships (user_id, group_id) SELECT id, $2 FROM added`,
    [unique("user"), groupId, MEMBERS],
  );
  // Otherwise the installation has few links.
  await pool().query("INSERT INTO short_url_counts (status, change) VALUES ('deleted', 20000)");
  await pool().query("VACUUM ANALYZE short_urls, group_memberships, users");
});

async function createLink(clickCount: number, inGroup: string | null, creator: Actor | null = null): Promise<string> {
  const data = { shortCode: unique("c"), originalUrl: "https://example.com/", createdById: creator?.id ?? null };
  return (await prisma().shortUrl.create({ data: { ...data, groupId: inGroup, clickCount } })).id;
}

/** Ids ascend as the product's do: entries of the same millisecond are ordered by them. */
async function record(subjectType: string, subjectId: string, count = 1): Promise<string> {
  const label = unique("label");
  await pool().query(
    `INSERT INTO audit_entries (id, occurred_at, actor_label, action, subject_type, subject_id, subject_label)
     SELECT id, clock_timestamp(), 'A', 'thing.update', $1, $2, $3 FROM unnest($4::uuid[]) AS id`,
    [subjectType, subjectId, label, Array.from({ length: count }, () => uuidv7())],
  );
  return label;
}

const linkOfGroup = () => prisma().shortUrl.findFirstOrThrow({ where: { groupId } });

test("recent activity of many links is that among the newest entries, whose links are looked up one by one", async () => {
  const labels = async () => (await listActivity(viewer)).map(({ subjectLabel }) => subjectLabel);
  const { id } = await linkOfGroup();
  const [own, foreign] = [await createLink(0, null, viewer), await createLink(0, await createGroup())];
  const hidden = await record("short_url", id);
  await record("short_url", foreign, OTHER_ENTRIES - 1);
  const [ofLink, ofGroup] = [await record("short_url", own), await record("group", groupId)];
  const items = [id, own, foreign].map((one) => ({
    id: one,
    label: "A",
    before: {},
    after: {},
    updatedAt: new Date(),
  }));
  const subject = { type: BULK_URLS, label: "3 URLs" };
  await recordBulkAudit(pool(), viewer, { action: "short_urls.pause", subject }, items);
  expect(await labels()).toEqual(["2 URLs", ofGroup, ofLink]);

  await pool().query("ANALYZE audit_entries, audit_items");
  const [plan] = await explain("AS latest", labels);
  // A link is read for each examined entry and each item; none of the group's for their own sake.
  expect(plan && rowsRead("short_urls", plan)).toBeLessThan(OTHER_ENTRIES + 100);
  expect(await labels()).not.toContain(hidden);
});

test("few entries don't make all visible links be read", async () => {
  await prisma().auditEntry.deleteMany();
  await record("short_url", await createLink(0, await createGroup()), 50);
  const [plan] = await explain("AS latest", () => listActivity(viewer));
  expect(plan && rowsRead("short_urls", plan)).toBeLessThan(100);
});

test("the most clicked links of a large group are selected once, and everything else is current", async () => {
  const other = await createUser();
  const small = await createGroup(viewer);
  // The fewer links of the other groups are always current.
  const [own, ofSmall, moved] = [
    await createLink(LINKS + 3, null, viewer),
    await createLink(LINKS + 2, small),
    await createLink(LINKS + 1, groupId),
  ];
  const top = async () => (await listTopUrls(viewer, { limit: 4 })).map(({ id, clickCount }) => [id, clickCount]);
  const most = (await prisma().shortUrl.findFirstOrThrow({ where: { groupId, clickCount: LINKS } })).id;
  const before = await top();
  expect(before).toEqual([
    [own, LINKS + 3],
    [ofSmall, LINKS + 2],
    [moved, LINKS + 1],
    [most, LINKS],
  ]);
  await prisma().shortUrl.update({ where: { id: moved }, data: { groupId: await createGroup(other) } });
  await prisma().shortUrl.update({ where: { id: own }, data: { status: "deleted" } });
  const newest = await createLink(LINKS + 4, null, viewer);
  await prisma().shortUrl.update({ where: { id: most }, data: { clickCount: LINKS + 9 } });
  const plans = await explain("ORDER BY click_count", async () => {
    expect((await top()).slice(0, 3)).toEqual([
      [most, LINKS + 9],
      [newest, LINKS + 4],
      [ofSmall, LINKS + 2],
    ]);
  });
  expect(plans).toHaveLength(1);
  for (const plan of plans) expect(rowsRead("short_urls", plan)).toBeLessThan(LINKS / 5);
});

test("the most clicked links of many groups are selected once as well", async () => {
  const member = await createUser();
  const { rows } = await pool().query<{ id: string }>(
    `WITH added AS (
       INSERT INTO groups (id, name, updated_at) SELECT gen_random_uuid(), 'G', now() FROM generate_series(1, 3) RETURNING id),
     joined AS (INSERT INTO group_memberships (user_id, group_id) SELECT $2, id FROM added)
     INSERT INTO short_urls (id, short_code, original_url, group_id, click_count, updated_at)
     SELECT gen_random_uuid(), $1 || id || n, 'https://example.com/', id, n, now() FROM added, generate_series(1, 700) n
     RETURNING id`,
    [unique("code"), member.id],
  );
  await pool().query("ANALYZE short_urls");
  const top = () => listTopUrls(member, { limit: 3 });
  expect((await top()).map(({ clickCount }) => clickCount)).toEqual([700, 700, 700]);
  const own = await createLink(800, null, member);
  const plans = await explain("ORDER BY click_count", async () => {
    expect((await top()).map(({ id }) => id)[0]).toBe(own);
  });
  expect(plans).toHaveLength(1);
  for (const plan of plans) expect(rowsRead("short_urls", plan)).toBeLessThan(rows.length / 3);
});

type Node = Plan & { "Node Type"?: string; Plans?: Node[] };

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test("the links of a large group are counted in an index", async () => {
  await pool().query("VACUUM ANALYZE short_urls");
  const shown = await prisma().shortUrl.count({ where: { groupId, status: { not: "deleted" } } });
  const work = async () => expect((await getDashboardStats(viewer)).totalUrls).toBeGreaterThanOrEqual(shown);
  // Which Postgres takes depends on how many pages the last vacuum found visible to everyone.
  const plans = await explain("status <> 'deleted'", work, ["bitmapscan"]);
  expect(plans).toHaveLength(1);
  const nodes = plans.flatMap(nodesOf).filter((node) => node["Relation Name"] === "short_urls");
  const large = nodes.filter((node) => node["Actual Rows"] > LINKS / 2);
  expect(large.length).toBeGreaterThan(0);
  expect(large.map((node) => node["Node Type"])).toEqual(large.map(() => "Index Only Scan"));
});

test("names are looked up without reading all members of the viewer's groups", async () => {
  const { userId } = await prisma().groupMembership.findFirstOrThrow({ where: { groupId } });
  const stranger = await createUser();
  const [plan] = await explain("group_memberships", async () => {
    expect([...(await namesOf(viewer, [userId, stranger.id]))]).toHaveLength(1);
  });
  expect(plan && rowsRead("group_memberships", plan)).toBeLessThan(20);
});
