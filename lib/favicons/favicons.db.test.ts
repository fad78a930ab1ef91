import { getBulkJob } from "@/lib/bulk-jobs/queries";
import { runBulkJobs } from "@/lib/bulk-jobs/run";
import { startBulkJob } from "@/lib/bulk-jobs/start";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { keepFavicons, type LookUp } from "@/lib/favicons/keep";
import type { LookedUp } from "@/lib/favicons/look-up";
import { getFavicon } from "@/lib/favicons/queries";
import { refreshFavicons } from "@/lib/favicons/refresh";
import { createUrl } from "@/lib/urls/create";
import { listUrls } from "@/lib/urls/list";
import { updateUrl } from "@/lib/urls/update";
import type { Actor } from "@/lib/users/types";

jest.setTimeout(30_000);

const icon = (text: string): LookedUp => ({ outcome: "found", png: Buffer.from(text) });

let user: Actor;
let admin: Actor;
beforeEach(async () => {
  await pool().query("TRUNCATE short_urls, favicons, bulk_jobs CASCADE");
  user = await createUser();
  admin = await createUser({ role: "overall_admin" });
});

/** What sites have, and who was asked. */
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

/** Runs the worker's part until nothing is due. */
async function keepUp(lookUp: LookUp, workers = 1): Promise<void> {
  const stopping = new AbortController();
  const running = Array.from({ length: workers }, () => keepFavicons(lookUp, stopping.signal));
  const due = async () =>
    (await pool().query("SELECT FROM favicons WHERE due_at <= now() + interval '1 minute'")).rowCount;
  try {
    while (await due()) await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    stopping.abort();
    await Promise.all(running);
  }
}

const newUrl = (originalUrl: string, fields = {}) => createUrl(user, { originalUrl, generateQR: true, ...fields });
const faviconUrls = async () => (await listUrls(user)).items.map(({ faviconUrl }) => faviconUrl);

test("a host is asked once, however many links lead to it, and all of them show its icon", async () => {
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

test("creating and changing never wait for a site, and a changed destination has another host", async () => {
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

test("icons grow old; a site that does not answer keeps its icon, one that has none loses it", async () => {
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

test("a site to which no link leads any more is not asked", async () => {
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

test("an icon is for those who see a link to its host", async () => {
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

test("the administrator's refresh asks each host once, also of links from before there were icons", async () => {
  for (let n = 0; n < 30; n++) await newUrl(`https://site-${n % 3}.example/${n}`);
  await newUrl("https://none.example/");
  await pool().query("UPDATE short_urls SET favicon_host = NULL");
  await pool().query("DELETE FROM favicons");
  const { lookUp, asked } = sites(
    Object.fromEntries([0, 1, 2].map((n) => [`https://site-${n}.example`, icon(String(n))])),
  );
  const { id } = await startBulkJob(admin, "refresh-favicons");
  const stopping = new AbortController();
  const running = runBulkJobs({ "refresh-favicons": refreshFavicons(lookUp) }, stopping.signal);
  try {
    while ((await getBulkJob(admin, id)).state !== "done") await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    stopping.abort();
    await running;
  }
  expect(asked.sort()).toEqual(["https://none.example", ...[0, 1, 2].map((n) => `https://site-${n}.example`)]);
  expect(await getBulkJob(admin, id)).toMatchObject({
    totalUrls: 31,
    updatedCount: 30,
    failedCount: 1,
    failures: [expect.objectContaining({ reason: "Its site has no icon, or could not be reached" })],
  });
  expect((await faviconUrls()).filter(Boolean)).toHaveLength(30);
  expect(await prisma().shortUrl.count({ where: { faviconHost: null } })).toBe(0);
});

test("a site whose look-up fails unexpectedly is put off for a day, and holds up no other", async () => {
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
