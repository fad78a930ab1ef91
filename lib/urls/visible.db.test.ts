import { type Actor, ROLES } from "@/lib/actor";
import { listActivity } from "@/lib/analytics/activity";
import { getDashboardStats } from "@/lib/analytics/dashboard";
import { listTopUrls } from "@/lib/analytics/top-urls";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { queryRows, sql } from "@/lib/db/sql";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { groupIdsOf } from "@/lib/groups/queries";
import { getFavicon } from "@/lib/urls/favicon";
import { listUrls } from "@/lib/urls/list";
import { canSeeUrl } from "@/lib/urls/policy";
import { canSeeAnyUrl } from "@/lib/urls/queries";
import { visibleClickScopes, visibleUrls } from "@/lib/urls/visible";

/** Viewers of every role in zero, one and two groups; links of every creator and group, and without a creator. */
const viewers: Actor[] = [];
const links: { id: string; createdById: string | null; groupId: string | null; host: string }[] = [];

beforeAll(async () => {
  for (const role of ROLES) for (let n = 0; n < 3; n++) viewers.push(await createUser({ role }));
  const shared = await createGroup(...viewers.filter((_, index) => index % 3 > 0));
  const second = await createGroup(...viewers.filter((_, index) => index % 3 === 2));
  const empty = await createGroup();
  for (const groupId of [null, shared, second, empty]) {
    for (const creator of [...viewers, await createUser(), null]) {
      if (!creator && !groupId) continue;
      const createdById = creator?.id ?? null;
      const host = `${unique("site")}.example`;
      await prisma().favicon.create({
        data: { host, origin: `https://${host}`, image: Buffer.from("i"), etag: '"i"' },
      });
      const data = { shortCode: unique("v"), originalUrl: `https://${host}/`, createdById, groupId, faviconHost: host };
      const { id } = await prisma().shortUrl.create({ data });
      links.push({ id, createdById, groupId, host });
    }
  }
});

async function expectedIds(viewer: Actor): Promise<string[]> {
  const memberOf = await groupIdsOf(viewer.id);
  return links.filter((link) => canSeeUrl(viewer, link, memberOf)).map(({ id }) => id);
}

/** Keeps only the links of this test: the database has others, which an overall_admin sees too. */
const ours = (ids: string[]) => ids.filter((id) => links.some((link) => link.id === id)).sort();

const cases = ROLES.flatMap((role, row) => [0, 1, 2].map((groups) => [role, groups, row * 3 + groups] as const));
const at = (index: number): Actor => viewers[index]!;

test.each(cases)("a query for a %s of %d groups finds what canSeeUrl allows", async (_role, _groups, index) => {
  const rows = await queryRows<{ id: string }>(
    pool(),
    sql`SELECT id FROM short_urls WHERE ${await visibleUrls(at(index))}`,
  );
  expect(ours(rows.map(({ id }) => id))).toEqual(ours(await expectedIds(at(index))));
});

test.each(cases)("a %s of %d groups sees a link at all if canSeeUrl allows one", async (role, _groups, index) => {
  // Other tests' links are visible to an overall_admin too.
  const expected = role === "overall_admin" || (await expectedIds(at(index))).length > 0;
  expect(await canSeeAnyUrl(at(index))).toBe(expected);
});

test("somebody without links and groups sees none", async () => {
  expect(await canSeeAnyUrl(await createUser())).toBe(false);
});

const countedLinks = async (viewer: Actor): Promise<string[]> => {
  const scopes = await queryRows<{ scope_id: string; sign: number }>(pool(), await visibleClickScopes(viewer));
  return links.flatMap(({ id, groupId, createdById }) => {
    const counting = scopes.filter(({ scope_id }) => [id, groupId, createdById].includes(scope_id));
    return Array.from({ length: counting.reduce((sum, { sign }) => sum + sign, 0) }, () => id);
  });
};

test.each(cases)("clicks for a %s of %d groups count each visible link once", async (role, _groups, index) => {
  if (role === "overall_admin") {
    expect(await queryRows(pool(), await visibleClickScopes(at(index)))).toEqual([{ scope_id: ALL_LINKS, sign: 1 }]);
  } else expect(ours(await countedLinks(at(index)))).toEqual(ours(await expectedIds(at(index))));
});

test("clicks of users are not used while their days are counted after an upgrade", async () => {
  const viewer = await createUser();
  const { id: link } = await prisma().shortUrl.create({
    data: { shortCode: unique("v"), originalUrl: "https://example.com/", createdById: viewer.id },
  });
  const readIds = async () => {
    const scopes = await queryRows<{ scope_id: string }>(pool(), await visibleClickScopes(viewer));
    return scopes.map(({ scope_id }) => scope_id);
  };
  expect(await readIds()).toEqual([viewer.id]);
  await pool().query("INSERT INTO user_days_due VALUES (current_date, now())");
  expect(await readIds()).toEqual([link]);
  await pool().query("DELETE FROM user_days_due");
});

test.each(cases)("every screen of a %s of %d groups shows these links", async (_role, _groups, index) => {
  const viewer = at(index);
  const expected = ours(await expectedIds(viewer));
  expect(ours((await listUrls(viewer)).items.map(({ id }) => id))).toEqual(expected);
  expect(ours((await listTopUrls(viewer, { limit: 1000 })).map(({ id }) => id))).toEqual(expected);
  expect((await getDashboardStats(viewer)).totalUrls).toBe((await listUrls(viewer)).total);
  const seenHosts = await Promise.all(
    links.map(({ host }) =>
      getFavicon(viewer, host).then(
        () => host,
        () => null,
      ),
    ),
  );
  expect(seenHosts.filter(Boolean)).toEqual(links.filter(({ id }) => expected.includes(id)).map(({ host }) => host));
});

test.each(cases)("the activity of a %s of %d groups names these links", async (_role, _groups, index) => {
  await prisma().auditEntry.deleteMany();
  const expected = await expectedIds(at(index));
  for (const { id } of links) {
    const subject = { subjectType: "short_url", subjectId: id, subjectLabel: id };
    await prisma().auditEntry.create({ data: { action: "short_url.update", actorLabel: "Somebody", ...subject } });
    const [latest] = await listActivity(at(index));
    expect(latest?.subjectLabel === id).toBe(expected.includes(id));
  }
});
