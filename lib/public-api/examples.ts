import { paths } from "@/lib/paths";

const ID = "01a1fc36-e7e3-712c-b2fb-00834bbb3026";
const CREATOR_ID = "01a1fc35-ee57-7452-bd1b-d61a028f9740";
const SPRING = {
  id: ID,
  shortCode: "spring",
  originalUrl: "https://example.com/spring",
  groupId: "01a1fc35-ee57-7452-bd1b-d61a028f974a",
  createdAt: "2027-01-15T09:30:00.000Z",
};
const QR_CODE = "data:image/png;base64,iVBORw0KGgo=";

/** A curl command and the response body; null if that is an image. */
export type Example = { curl: string; response: unknown };

type Call = { method?: string; body?: object; options?: string };

/**
 * Returns an example of every operation, by operation id, with this installation's base URL. `$API_KEY` stands for a
 * key, `spring` for a link in its group.
 *
 * @param email email address of an active group member; null to omit it from the examples
 */
export function examples(baseUrl: string, email: string | null = "ada@example.com"): Record<string, Example> {
  const { v1Urls, v1BulkUrls, v1Url, v1UrlQr, v1UrlStats, v1UrlPlacements, v1UrlPlacement, v1QrTemplates } = paths.api;
  const link = { ...SPRING, shortUrl: `${baseUrl}/spring` };
  const created = { ...link, qrCode: QR_CODE };
  const listed = { ...link, ...LISTED };
  const paused = { ...listed, status: "paused" };
  const member = email === null ? {} : { email };
  const { originalUrl: url } = SPRING;
  const { name } = PLACEMENT;
  const call = (path: string, data: unknown, { method, body, options }: Call = {}): Example => ({
    curl: [
      `curl "${baseUrl}${path}"`,
      ...(method ? [`-X ${method}`] : []),
      `-H "Authorization: Bearer $API_KEY"`,
      // A quote in the body would end the shell's.
      ...(body ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`] : []),
      ...(options ? [options] : []),
    ].join(" \\\n  "),
    response: data === null ? null : { success: true, data },
  });
  return {
    createUrl: call(v1Urls, created, { body: { url, shortCode: "spring", ...member } }),
    upsertUrl: call(v1Urls, listed, { method: "PUT", body: { externalId: "campaign-12", url } }),
    listUrls: call(`${v1Urls}?q=spring&sort=-clickCount&limit=50`, [listed]),
    createUrls: call(v1BulkUrls, [{ success: true, data: created }, INVALID], {
      body: { urls: ["https://example.com/a", "b"].map((url) => ({ url, ...member })) },
    }),
    updateUrls: call(v1BulkUrls, [{ success: true, data: paused }, NOT_FOUND], {
      method: "PATCH",
      body: { urls: ["spring", "autumn"].map((id) => ({ id, status: "paused" })) },
    }),
    deleteUrls: call(`${v1BulkUrls}?ids=spring,autumn`, [{ success: true, data: DELETED }, NOT_FOUND], {
      method: "DELETE",
    }),
    getUrl: call(v1Url("spring"), listed),
    updateUrl: call(v1Url("spring"), paused, { method: "PATCH", body: { status: "paused" } }),
    deleteUrl: call(v1Url("spring"), DELETED, { method: "DELETE" }),
    getUrlQr: call(`${v1UrlQr("spring")}?format=svg&level=Q&foreground=1a2b3c`, null, { options: "-o spring.svg" }),
    listPlacements: call(v1UrlPlacements("spring"), [PLACEMENT]),
    addPlacement: call(v1UrlPlacements("spring"), PLACEMENT, { body: { name } }),
    removePlacement: call(v1UrlPlacement("spring", name), { name }, { method: "DELETE" }),
    listQrTemplates: call(v1QrTemplates, [TEMPLATE]),
    getUrlStats: call(`${v1UrlStats("spring")}?from=2027-01-15&to=2027-01-16&filter=device:mobile`, STATS),
  };
}

const LISTED = {
  status: "active",
  clickCount: 12,
  externalId: "campaign-12",
  creator: { id: CREATOR_ID, name: "Ada Lovelace", email: "ada@example.com" },
  updatedAt: "2027-01-15T09:30:00.000Z",
};

const DELETED = { id: ID, status: "deleted" };

const NOT_FOUND = { success: false, message: "Short URL not found", code: "not_found" };

const INVALID = {
  success: false,
  message: "Please enter a valid URL (must start with http:// or https://)",
  code: "invalid",
  field: "url",
};

const PLACEMENT = {
  name: "poster-hall-3",
  content: "https://hop.example/spring?qr=poster-hall-3",
  scans: 0,
  createdAt: "2027-01-15T09:30:00.000Z",
};

const TEMPLATE = {
  id: "01a1fc3a-90f4-7e58-a3f4-4d7d25a1c0de",
  groupId: null,
  name: "Brand",
  design: {
    foreground: { kind: "solid", color: "1a2b6c" },
    background: "ffffff",
    modules: "rounded",
    finders: "rounded",
    logo: null,
    margin: 4,
    level: "Q",
    frame: { text: "Scan me", position: "bottom" },
    inverted: false,
  },
  isDefault: true,
  isLocked: false,
  createdAt: "2027-01-15T09:30:00.000Z",
  updatedAt: "2027-01-15T09:30:00.000Z",
};

const STATS = {
  id: ID,
  shortCode: "spring",
  clickCount: 12,
  accessMethods: { qr: 9, direct: 3 },
  daily: [
    { date: "2027-01-15", count: 5 },
    { date: "2027-01-16", count: 0 },
  ],
  from: "2027-01-15",
  to: "2027-01-16",
  timeZone: "Europe/Vienna",
  interval: "day",
  filters: [{ by: "device", value: "mobile" }],
  filterableFrom: "1970-01-01",
  clicks: 3,
  visitors: 2,
  scans: 2,
  bots: 0,
  before: { from: "2027-01-13", to: "2027-01-14", clicks: 0, visitors: 0, scans: 0 },
  series: [
    { start: "2027-01-15", clicks: 3, visitors: 2, before: 0 },
    { start: "2027-01-16", clicks: 0, visitors: 0, before: 0 },
  ],
  breakdowns: {
    device: [{ name: "mobile", clicks: 3 }],
    country: [{ name: "AT", clicks: 3 }],
  },
  marks: [{ at: "2027-01-15T09:30:00.000Z", kind: "activated" }],
  recentClicks: [
    {
      id: "01a1fc36-e7e3-712c-b2fb-00834bbb3026",
      timestamp: "2027-01-15T16:02:11.040Z",
      ipAddress: "203.0.113.7",
      referer: null,
      referrerHost: null,
      userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_2 like Mac OS X)",
      accessMethod: "qr",
      deviceType: "mobile",
      os: "iOS",
      browser: "Safari",
      country: "AT",
      city: "Vienna, AT",
      language: "de",
      placement: "poster-hall-3",
    },
  ],
};
