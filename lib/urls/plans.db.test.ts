import { pool } from "@/lib/db/pool";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { explain, rowsRead } from "@/lib/db/testing/plans";
import { countGroups } from "@/lib/groups/queries";
import { createUrl } from "@/lib/urls/create";
import { listUrlHistory } from "@/lib/urls/history";
import { listUrls, listUrlsOfGroup } from "@/lib/urls/list";
import { createUrlSchema } from "@/lib/urls/schema";

const LINKS = 6_000;
const LIMIT = 5;
/** A page, the group's count of up to a thousand, and a few rows for locating them. */
const MAX_READ = 1_100;

test("no list scans past deleted links", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const [owner, member] = [await createUser(), await createUser()];
  const groupId = await createGroup(owner, member);
  // The newest five sixths are deleted.
  await pool().query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, group_id, updated_at, status)
     SELECT (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, $1 || n, 'https://example.com/', $2, $3, now(),
       CASE WHEN n > $4::int / 6 THEN 'deleted' ELSE 'active' END::url_status
     FROM generate_series(1, $4::int) n`,
    [unique("code"), owner.id, groupId, LINKS],
  );
  await pool().query("VACUUM ANALYZE short_urls");
  for (const [name, list] of Object.entries({
    "an admin's list": () => listUrls(admin, { limit: LIMIT }),
    "active links": () => listUrls(admin, { limit: LIMIT, status: "active" }),
    "links of a group": () => listUrls(admin, { limit: LIMIT, group: groupId }),
    "all links of a group": () => listUrls(admin, { limit: LIMIT, group: groupId, status: "all" }),
    "links of a group for an API client": () => listUrlsOfGroup(groupId, { limit: LIMIT, status: "active" }),
    "all links of a group for an API client": () => listUrlsOfGroup(groupId, { limit: LIMIT }),
    "a member's list": () => listUrls(member, { limit: LIMIT }),
    "a count of each group's links": () => countGroups(admin),
  })) {
    const plans = await explain("ORDER BY", list);
    const read = Math.max(...plans.map((plan) => rowsRead("short_urls", plan)));
    expect([name, read, read > 0 && read <= MAX_READ]).toEqual([name, read, true]);
  }
});

test("a page of a long history is read from the indexes", async () => {
  const owner = await createUser();
  const { id } = await createUrl(owner, createUrlSchema.parse({ originalUrl: "https://example.com/" }));
  const entries = 4_000;
  await pool().query(
    `INSERT INTO audit_entries (id, actor_label, action, subject_type, subject_id, subject_label)
     SELECT (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, 'A', 'short_url.update',
       CASE WHEN n % 2 = 0 THEN 'short_url' ELSE 'short_urls' END, CASE WHEN n % 2 = 0 THEN $1 ELSE n::text END, 'A'
     FROM generate_series(1, $2::int) n`,
    [id, entries],
  );
  await pool().query(
    `INSERT INTO audit_items (entry_id, subject_id, subject_label, subject_updated_at)
     SELECT id, $1, 'A', now() FROM audit_entries WHERE subject_type = 'short_urls'`,
    [id],
  );
  await pool().query("VACUUM ANALYZE audit_entries, audit_items");
  const page = await listUrlHistory(owner, id, { limit: LIMIT });
  expect([page.items.length, page.total, page.hasMoreThanTotal]).toEqual([LIMIT, 2000, true]);
  for (const cursor of [undefined, page.nextCursor ?? undefined]) {
    const plans = await explain("DISTINCT ON", () => listUrlHistory(owner, id, { limit: LIMIT, cursor }));
    expect(plans).toHaveLength(1);
    for (const plan of plans) {
      expect(rowsRead("audit_entries", plan) + rowsRead("audit_items", plan)).toBeLessThan(10 * LIMIT);
    }
  }
});
