import { paths } from "@/lib/paths";

const AUTHORIZATION = `-H "Authorization: Bearer $API_KEY"`;
const JSON_TYPE = "-H 'Content-Type: application/json'";

const ID = "01a1fc36-e7e3-712c-b2fb-00834bbb3026";
const SPRING = {
  id: ID,
  shortCode: "spring",
  originalUrl: "https://example.com/spring",
  groupId: "01a1fc35-ee57-7452-bd1b-d61a028f974a",
  createdAt: "2027-01-15T09:30:00.000Z",
};
const QR_CODE = "data:image/png;base64,iVBORw0KGgo=";

/** A call as a terminal would make it, and what it answers with. */
export type Example = { curl: string; answer: unknown };

/**
 * An example of every call of the public API by its operation, as this installation is called. `$API_KEY`
 * stands for a key, ada@example.com for an active member of its group, `spring` for a link of the key's group.
 */
export function examples(baseUrl: string): Record<string, Example> {
  const curl = (path: string, ...parts: string[]) => [`curl "${baseUrl}${path}"`, ...parts].join(" \\\n  ");
  const created = { ...SPRING, shortUrl: `${baseUrl}/spring`, qrCode: QR_CODE };
  const { qrCode: _onceOnly, ...withoutQr } = created;
  const listed = { ...withoutQr, status: "active", clickCount: 12 };
  return {
    createUrl: {
      curl: curl(
        paths.api.v1Urls,
        AUTHORIZATION,
        JSON_TYPE,
        `-d '{"url":"https://example.com/spring","shortCode":"spring","email":"ada@example.com"}'`,
      ),
      answer: { success: true, data: created },
    },
    listUrls: {
      curl: curl(`${paths.api.v1Urls}?q=spring&sort=-clickCount&limit=50`, AUTHORIZATION),
      answer: { success: true, data: [listed] },
    },
    createUrls: {
      curl: curl(
        paths.api.v1BulkUrls,
        AUTHORIZATION,
        JSON_TYPE,
        `-d '{"urls":[{"url":"https://example.com/a","email":"ada@example.com"},{"url":"b","email":"ada@example.com"}]}'`,
      ),
      answer: {
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
    getUrl: {
      curl: curl(paths.api.v1Url("spring"), AUTHORIZATION),
      answer: { success: true, data: listed },
    },
    updateUrl: {
      curl: curl(paths.api.v1Url("spring"), "-X PATCH", AUTHORIZATION, JSON_TYPE, `-d '{"status":"paused"}'`),
      answer: { success: true, data: { ...listed, status: "paused" } },
    },
    deleteUrl: {
      curl: curl(paths.api.v1Url("spring"), "-X DELETE", AUTHORIZATION),
      answer: { success: true, data: { id: ID, status: "deleted" } },
    },
    getUrlStats: {
      curl: curl(`${paths.api.v1UrlStats("spring")}?days=2`, AUTHORIZATION),
      answer: {
        success: true,
        data: {
          id: ID,
          shortCode: "spring",
          clickCount: 12,
          accessMethods: { qr: 9, direct: 3 },
          daily: [
            { date: "2027-01-15", count: 5 },
            { date: "2027-01-16", count: 0 },
          ],
        },
      },
    },
  };
}
