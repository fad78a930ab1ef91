import { paths } from "@/lib/paths";

const AUTHORIZATION = `-H "Authorization: Bearer $API_KEY"`;
const JSON_TYPE = "-H 'Content-Type: application/json'";

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

type Parts = {
  curl: (path: string, ...parts: string[]) => string;
  json: (body: object) => string;
  /** The field `email`, if any. */
  member: { email?: string };
  created: object;
  listed: object;
};

/**
 * Returns an example of every operation, by operation id, with this installation's base URL. `$API_KEY` stands for a
 * key, `spring` for a link in its group.
 *
 * @param email an active member of the group; null: the examples do without
 */
export function examples(baseUrl: string, email: string | null = "ada@example.com"): Record<string, Example> {
  const created = { ...SPRING, shortUrl: `${baseUrl}/spring`, qrCode: QR_CODE };
  const { qrCode: _, ...withoutQr } = created;
  const listed = {
    ...withoutQr,
    status: "active",
    clickCount: 12,
    externalId: "campaign-12",
    creator: { id: CREATOR_ID, name: "Ada Lovelace", email: "ada@example.com" },
    updatedAt: "2027-01-15T09:30:00.000Z",
  };
  const curl: Parts["curl"] = (path, ...parts) => [`curl "${baseUrl}${path}"`, ...parts].join(" \\\n  ");
  // A quote in the address would end the shell's.
  const json: Parts["json"] = (body) => `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
  const parts = { curl, json, member: email === null ? {} : { email }, created, listed };
  return { ...ofCollection(parts), ...ofBulk(parts), ...ofLink(parts) };
}

function ofCollection({ curl, json, member, created, listed }: Parts): Record<string, Example> {
  return {
    createUrl: {
      curl: curl(
        paths.api.v1Urls,
        AUTHORIZATION,
        JSON_TYPE,
        json({ url: "https://example.com/spring", shortCode: "spring", ...member }),
      ),
      response: { success: true, data: created },
    },
    upsertUrl: {
      curl: curl(
        paths.api.v1Urls,
        "-X PUT",
        AUTHORIZATION,
        JSON_TYPE,
        json({ externalId: "campaign-12", url: "https://example.com/spring" }),
      ),
      response: { success: true, data: listed },
    },
    listUrls: {
      curl: curl(`${paths.api.v1Urls}?q=spring&sort=-clickCount&limit=50`, AUTHORIZATION),
      response: { success: true, data: [listed] },
    },
  };
}

function ofBulk({ curl, json, member, created, listed }: Parts): Record<string, Example> {
  return {
    createUrls: {
      curl: curl(
        paths.api.v1BulkUrls,
        AUTHORIZATION,
        JSON_TYPE,
        json({ urls: ["https://example.com/a", "b"].map((url) => ({ url, ...member })) }),
      ),
      response: {
        success: true,
        data: [
          { success: true, data: created },
          {
            success: false,
            message: "Please enter a valid URL (must start with http:// or https://)",
            code: "invalid",
            field: "url",
          },
        ],
      },
    },
    updateUrls: {
      curl: curl(
        paths.api.v1BulkUrls,
        "-X PATCH",
        AUTHORIZATION,
        JSON_TYPE,
        json({ urls: ["spring", "autumn"].map((id) => ({ id, status: "paused" })) }),
      ),
      response: {
        success: true,
        data: [
          { success: true, data: { ...listed, status: "paused" } },
          { success: false, message: "Short URL not found", code: "not_found" },
        ],
      },
    },
    deleteUrls: {
      curl: curl(`${paths.api.v1BulkUrls}?ids=spring,autumn`, "-X DELETE", AUTHORIZATION),
      response: {
        success: true,
        data: [
          { success: true, data: { id: ID, status: "deleted" } },
          { success: false, message: "Short URL not found", code: "not_found" },
        ],
      },
    },
  };
}

function ofLink({ curl, json, listed }: Parts): Record<string, Example> {
  return {
    getUrl: {
      curl: curl(paths.api.v1Url("spring"), AUTHORIZATION),
      response: { success: true, data: listed },
    },
    updateUrl: {
      curl: curl(paths.api.v1Url("spring"), "-X PATCH", AUTHORIZATION, JSON_TYPE, json({ status: "paused" })),
      response: { success: true, data: { ...listed, status: "paused" } },
    },
    deleteUrl: {
      curl: curl(paths.api.v1Url("spring"), "-X DELETE", AUTHORIZATION),
      response: { success: true, data: { id: ID, status: "deleted" } },
    },
    getUrlQr: {
      curl: curl(`${paths.api.v1UrlQr("spring")}?format=svg&level=Q&foreground=1a2b3c`, AUTHORIZATION, "-o spring.svg"),
      response: null,
    },
    ...ofPlacements(curl, json),
    listQrTemplates: {
      curl: curl(paths.api.v1QrTemplates, AUTHORIZATION),
      response: { success: true, data: [TEMPLATE] },
    },
    getUrlStats: {
      curl: curl(`${paths.api.v1UrlStats("spring")}?from=2027-01-15&to=2027-01-16&filter=device:mobile`, AUTHORIZATION),
      response: { success: true, data: STATS },
    },
  };
}

function ofPlacements(curl: Parts["curl"], json: Parts["json"]): Record<string, Example> {
  const placement = {
    name: "poster-hall-3",
    content: "https://hop.example/spring?qr=poster-hall-3",
    scans: 0,
    createdAt: "2027-01-15T09:30:00.000Z",
  };
  return {
    listPlacements: {
      curl: curl(paths.api.v1UrlPlacements("spring"), AUTHORIZATION),
      response: { success: true, data: [placement] },
    },
    addPlacement: {
      curl: curl(paths.api.v1UrlPlacements("spring"), AUTHORIZATION, JSON_TYPE, json({ name: placement.name })),
      response: { success: true, data: placement },
    },
    removePlacement: {
      curl: curl(paths.api.v1UrlPlacement("spring", placement.name), "-X DELETE", AUTHORIZATION),
      response: { success: true, data: { name: placement.name } },
    },
  };
}

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
