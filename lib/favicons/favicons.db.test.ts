import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import type { LookedUp } from "@/lib/favicons/look-up";
import { getFaviconRefresh, readFaviconRefresh } from "@/lib/favicons/queries";
import { refreshFavicons } from "@/lib/favicons/refresh";
import { removeUnlinkedHosts } from "@/lib/favicons/remove-unlinked";
import { upsertSite } from "@/lib/favicons/upsert-site";
import { type LookUp, runFaviconWorker } from "@/lib/favicons/worker";
import { until } from "@/lib/testing/until";
import { createUrl } from "@/lib/urls/create";
import { getFavicon } from "@/lib/urls/favicon";
import { listUrls } from "@/lib/urls/list";
import { updateUrl } from "@/lib/urls/update";

// Another worker takes over a host after six seconds, so a stall can fetch it twice.
// A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const icon = (text: string): LookedUp => ({ outcome: "found", png: Buffer.from(text) });

let user: Actor;
let admin: Actor;
beforeEach(async () => {
  await pool().query("TRUNCATE short_urls, favicons, audit_entries CASCADE");
  user = await createUser();
  admin = await createUser({ role: "overall_admin" });
});

/** A fake look-up, and the origins it was called with. */
function sites(icons: Record<string, LookedUp>): { lookUp: LookUp; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    lookUp: async (origin) => {
      asked.push(origin);
      return icons[origin] ?? { outcome: "none" };
    },
  };
}

/** Runs workers until nothing is due. */
async function keepUp(lookUp: LookUp, workers = 1): Promise<void> {
  const stopping = new AbortController();
  const running = Array.from({ length: workers }, () => runFaviconWorker(lookUp, stopping.signal));
  const due = async () =>
    (await pool().query("SELECT FROM favicons WHERE due_at <= now() + interval '1 minute'")).rowCount;
  try {
    await until(async () => (await due()) === 0);
  } finally {
    stopping.abort();
    await Promise.all(running);
  }
}

const newUrl = (originalUrl: string, fields = {}) => createUrl(user, { originalUrl, generateQR: true, ...fields });
const faviconUrls = async () => (await listUrls(user)).items.map(({ faviconUrl }) => faviconUrl);

test("a host is fetched once for all its links, which all show its icon", async () => {
  await newUrl("https://one.example/a");
  await newUrl("https://one.example/b?c=d");
  await newUrl("http://two.example:8080/");
  expect(await faviconUrls()).toEqual([null, null, null]);
  const { lookUp, asked } = sites({ "https://one.example": icon("one") });
  await keepUp(lookUp, 3);
  expect(asked.sort()).toEqual(["http://two.example:8080", "https://one.example"]);
  const [two, b, a] = await faviconUrls();
  expect(two).toBeNull();
  expect(a).toMatch(/^\/api\/favicons\/one\.example\?v=[\w-]{27}$/);
  expect(b).toBe(a);
  await newUrl("https://one.example/c");
  expect((await faviconUrls())[0]).toBe(a);
  await keepUp(lookUp);
  expect(asked).toHaveLength(2);
});

test("creating and updating never wait for a site, and a new destination has a new host", async () => {
  const { id } = await newUrl("https://one.example/");
  await keepUp(sites({ "https://one.example": icon("one") }).lookUp);
  await updateUrl(user, id, { originalUrl: "https://ünï.example:444/" });
  expect(await faviconUrls()).toEqual([null]);
  const { lookUp, asked } = sites({ "https://xn--n-nga1b.example:444": icon("two") });
  await keepUp(lookUp);
  expect(asked).toHaveLength(1);
  const [faviconUrl] = await faviconUrls();
  expect(faviconUrl).toContain("/api/favicons/xn--");
  expect(faviconUrl).toContain("%3A444?v=");
});

test("icons expire; an unreachable site keeps its icon, one without an icon loses it", async () => {
  await newUrl("https://one.example/");
  await keepUp(sites({ "https://one.example": icon("old") }).lookUp);
  const [old] = await faviconUrls();
  const age = () => pool().query("UPDATE favicons SET due_at = now()");
  await age();
  await keepUp(sites({ "https://one.example": { outcome: "unreachable" } }).lookUp);
  expect(await faviconUrls()).toEqual([old]);
  await age();
  await keepUp(sites({ "https://one.example": icon("new") }).lookUp);
  const [renewed] = await faviconUrls();
  expect(renewed).not.toBe(old);
  await age();
  await keepUp(sites({}).lookUp);
  expect(await faviconUrls()).toEqual([null]);
});

test("a site without links is not fetched", async () => {
  await newUrl("https://gone.example/");
  await pool().query("UPDATE short_urls SET status = 'deleted'");
  const { lookUp, asked } = sites({});
  await keepUp(lookUp);
  expect(asked).toEqual([]);
  await newUrl("https://gone.example/again");
  await pool().query("UPDATE favicons SET due_at = now()");
  await keepUp(lookUp);
  expect(asked).toEqual(["https://gone.example"]);
});

describe("a host without links", () => {
  const hosts = async () =>
    (await pool().query<{ host: string }>("SELECT host FROM favicons ORDER BY 1")).rows.map(({ host }) => host);

  test("is removed, so that editing one link adds no more than one host", async () => {
    const { id } = await newUrl("https://first.example/");
    await newUrl("https://deleted.example/");
    await pool().query("UPDATE short_urls SET status = 'deleted' WHERE id <> $1", [id]);
    for (let n = 0; n < 5; n++) await updateUrl(user, id, { originalUrl: `https://site-${n}.example/` });
    await keepUp(sites({}).lookUp);
    await removeUnlinkedHosts(pool());
    expect(await hosts()).toEqual(["deleted.example", "site-4.example"]);
  });

  test("is kept for a link that is being inserted", async () => {
    await pool().query("INSERT INTO favicons (host, origin) VALUES ('one.example', 'https://one.example')");
    const other = await pool().connect();
    try {
      await other.query("BEGIN");
      await upsertSite(other, "https://one.example/");
      await removeUnlinkedHosts(pool());
      expect(await hosts()).toEqual(["one.example"]);
    } finally {
      await other.query("ROLLBACK");
      other.release();
    }
  });

  test("is inserted again by a link that comes while it is removed", async () => {
    const { id } = await newUrl("https://one.example/");
    await pool().query("INSERT INTO favicons (host, origin) VALUES ('two.example', 'https://two.example')");
    const other = await pool().connect();
    try {
      await other.query("BEGIN");
      await other.query("DELETE FROM favicons WHERE host = 'two.example'");
      const changes = Promise.all([
        updateUrl(user, id, { originalUrl: "https://two.example/" }),
        newUrl("https://two.example/new"),
      ]);
      const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      await until(async () => (await pool().query(waiting)).rowCount);
      await other.query("COMMIT");
      await changes;
      expect(await hosts()).toEqual(["one.example", "two.example"]);
    } finally {
      other.release();
    }
  });
});

test("an icon is visible to those who see a link to its host", async () => {
  const [member, stranger] = [await createUser(), await createUser()];
  const groupId = await createGroup(user, member);
  await newUrl("https://one.example/", { groupId });
  await expect(getFavicon(user, "one.example")).rejects.toMatchObject({ code: "not_found", maxAgeSeconds: 300 });
  await keepUp(sites({ "https://one.example": icon("one") }).lookUp);
  for (const actor of [user, member, admin]) {
    expect(await getFavicon(actor, "one.example")).toMatchObject({ bytes: Buffer.from("one"), mediaType: "image/png" });
  }
  for (const host of ["one.example", "two.example", "", "\ud800"]) {
    await expect(getFavicon(stranger, host)).rejects.toMatchObject({ code: "not_found" });
  }
});

test("a refresh fetches each host once", async () => {
  for (let n = 0; n < 30; n++) await newUrl(`https://site-${n % 3}.example/${n}`);
  await newUrl("https://none.example/");
  const { lookUp, asked } = sites(
    Object.fromEntries([0, 1, 2].map((n) => [`https://site-${n}.example`, icon(String(n))])),
  );
  expect(await refreshFavicons(admin)).toMatchObject({
    isRunning: true,
    totalUrls: 31,
    updatedCount: 0,
    failedCount: 0,
  });
  await keepUp(lookUp);
  expect(asked.sort()).toEqual(["https://none.example", ...[0, 1, 2].map((n) => `https://site-${n}.example`)]);
  expect(await getFaviconRefresh(admin)).toMatchObject({
    isRunning: false,
    totalUrls: 31,
    updatedCount: 30,
    failedCount: 1,
  });
  expect((await faviconUrls()).filter(Boolean)).toHaveLength(30);
});

describe("a refresh of all favicons", () => {
  const known = (hosts: number) =>
    sites(Object.fromEntries(Array.from({ length: hosts }, (_, n) => [site(n), icon("a")])));
  const site = (n: number) => `https://site-${n}.example`;

  /** Links to some hosts that have been fetched before. */
  async function insertKnownLinks(hosts: number): Promise<void> {
    for (let n = 0; n < hosts; n++) await newUrl(site(n));
    await keepUp(known(hosts).lookUp);
  }

  test("is for overall_admins only", async () => {
    for (const role of ["shortcode_admin", "group_admin"] as const) {
      const actor = await createUser({ role });
      await expect(refreshFavicons(actor)).rejects.toMatchObject({ code: "forbidden" });
      await expect(getFaviconRefresh(actor)).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await getFaviconRefresh(admin)).toEqual({
      isRunning: false,
      startedAt: null,
      totalUrls: 0,
      updatedCount: 0,
      failedCount: 0,
    });
  });

  test("started concurrently runs once and is recorded once", async () => {
    await insertKnownLinks(3);
    const started = await Promise.all(Array.from({ length: 6 }, () => refreshFavicons(admin)));
    expect(new Set(started.map(({ startedAt }) => startedAt)).size).toBe(1);
    expect(await prisma().auditEntry.findMany({ where: { action: "favicons.refresh" } })).toEqual([
      expect.objectContaining({ actorId: admin.id, after: { totalUrls: 3 } }),
    ]);
    await keepUp(known(3).lookUp);
    expect((await refreshFavicons(admin)).startedAt).not.toBe(started[0]?.startedAt);
  });

  test("makes progress that never goes back while links are created", async () => {
    await insertKnownLinks(40);
    await refreshFavicons(admin);
    const seen: number[] = [];
    const { lookUp, asked } = known(40);
    await keepUp(async (origin) => {
      if (asked.length === 10) await newUrl("https://new.example/");
      if (asked.length === 20) await newUrl(`${site(0)}/again`);
      const { updatedCount, failedCount } = await getFaviconRefresh(admin);
      seen.push(updatedCount + failedCount);
      return lookUp(origin);
    }, 2);
    expect(seen.length).toBeGreaterThan(30);
    const final = await getFaviconRefresh(admin);
    expect(final).toMatchObject({ isRunning: false, totalUrls: 40, updatedCount: 40, failedCount: 0 });
    expect(asked.filter((origin) => origin !== "https://new.example").sort()).toEqual(
      Array.from({ length: 40 }, (_, n) => site(n)).sort(),
    );
  });

  test("leaves out links deleted before", async () => {
    await insertKnownLinks(2);
    await newUrl("https://site-1.example/deleted");
    await pool().query("UPDATE short_urls SET status = 'deleted' WHERE original_url LIKE '%/deleted'");
    expect(await refreshFavicons(admin)).toMatchObject({ isRunning: true, totalUrls: 2 });
    await keepUp(known(2).lookUp);
    expect(await getFaviconRefresh(admin)).toMatchObject({ isRunning: false, totalUrls: 2, updatedCount: 2 });
  });

  test("leaves out links deleted in the meantime", async () => {
    await insertKnownLinks(3);
    await refreshFavicons(admin);
    await pool().query("UPDATE short_urls SET status = 'deleted' WHERE favicon_host = 'site-1.example'");
    await keepUp(known(3).lookUp);
    expect(await getFaviconRefresh(admin)).toMatchObject({ isRunning: false, totalUrls: 2, updatedCount: 2 });
  });

  test("resumes when a dead worker's claims expire, and never counts claimed hosts as done", async () => {
    await insertKnownLinks(20);
    await refreshFavicons(admin);
    // For a query that began earlier, a claim lies further in the future.
    const earlier = await pool().connect();
    await earlier.query("BEGIN");
    const dying = new AbortController();
    let claimed = 0;
    void runFaviconWorker(() => {
      claimed += 1;
      return new Promise(() => undefined);
    }, dying.signal);
    await until(() => claimed >= 16);
    dying.abort();
    expect(await readFaviconRefresh(earlier)).toMatchObject({ isRunning: true, updatedCount: 0, failedCount: 0 });
    await earlier.query("COMMIT");
    earlier.release();
    expect(await getFaviconRefresh(admin)).toMatchObject({ isRunning: true, updatedCount: 0 });
    await pool().query("UPDATE favicons SET due_at = due_at - interval '6 seconds'");
    await keepUp(known(20).lookUp);
    expect(await getFaviconRefresh(admin)).toMatchObject({ isRunning: false, updatedCount: 20 });
  });

  test("does not delay the hosts of new links", async () => {
    await insertKnownLinks(40);
    await refreshFavicons(admin);
    await newUrl("https://new.example/");
    let onNew: () => void = () => undefined;
    const isNewFetched = new Promise<void>((resolve) => {
      onNew = resolve;
    });
    await keepUp(async (origin) => {
      if (origin === "https://new.example") onNew();
      else await isNewFetched;
      return icon("a");
    });
    expect(await getFaviconRefresh(admin)).toMatchObject({ isRunning: false, updatedCount: 40 });
  });
});

test("a host whose icon the database fails to store is fetched again as soon as its claim expires", async () => {
  await newUrl("https://one.example/");
  const holder = await pool().connect();
  const stopping = new AbortController();
  const lookUp: LookUp = async (origin) => {
    await holder.query("BEGIN; SELECT FROM favicons FOR UPDATE");
    return icon(origin);
  };
  const running = runFaviconWorker(lookUp, stopping.signal);
  try {
    await untilBlocked(pool());
    stopping.abort();
    await pool().query(
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
    await running;
  }
  const { rows } = await pool().query(
    "SELECT fetched_at, due_at <= now() + interval '6 seconds' AS \"isSoon\" FROM favicons",
  );
  expect(rows).toEqual([{ fetched_at: null, isSoon: true }]);
});

test("a site whose look-up fails unexpectedly is postponed for a day and blocks no other", async () => {
  for (const host of ["bad", "worse", "one", "two", "three"]) await newUrl(`https://${host}.example/`);
  const lookUp: LookUp = async (origin) => {
    if (/bad|worse/.test(origin)) throw new TypeError("Invalid URL");
    return icon(origin);
  };
  await keepUp(lookUp);
  const { rows } = await pool().query(
    "SELECT host, image IS NOT NULL AS found, due_at > now() + interval '23 hours' AS later FROM favicons ORDER BY 1",
  );
  expect(rows).toEqual([
    { host: "bad.example", found: false, later: true },
    { host: "one.example", found: true, later: true },
    { host: "three.example", found: true, later: true },
    { host: "two.example", found: true, later: true },
    { host: "worse.example", found: false, later: true },
  ]);
});
