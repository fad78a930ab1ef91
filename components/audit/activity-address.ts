import { apiKeyAddress } from "@/components/api-keys/api-key-address";
import { type AddressFormat, toAddress } from "@/components/data/address";
import { groupAddress } from "@/components/groups/group-address";
import { qrCodesAddress } from "@/components/qr-codes/qr-codes-address";
import { urlAddress } from "@/components/urls/list/url-address";
import { ALL, NO_FILTERS } from "@/components/urls/list/url-filters";
import { NEWEST_FIRST } from "@/components/urls/list/url-sort";
import { NO_FILTERS as ALL_USERS, userAddress } from "@/components/users/user-filters";
import { type Activity, BULK_URLS } from "@/lib/audit/types";
import { paths } from "@/lib/paths";
import type { UrlStatus } from "@/lib/urls/types";

/** Address of the screen that shows the subject of a change; null if there is none. */
export function activityHref(entry: Activity): string | null {
  switch (entry.subjectType) {
    case "short_url":
      return urlHref(entry.subjectLabel);
    case BULK_URLS:
      return to(paths.urls, urlAddress, {
        filters: { ...NO_FILTERS, status: STATUS_AFTER[entry.action] ?? NO_FILTERS.status },
        sort: NEWEST_FIRST,
      });
    case "favicons":
      return paths.urls;
    case "user":
    case "session":
      return entry.subjectEmail && to(paths.users, userAddress, { ...ALL_USERS, text: entry.subjectEmail });
    case "group":
      return to(paths.groups, groupAddress, entry.subjectId);
    case "api_key":
      return entry.subjectGroupId && to(paths.apiKeys, apiKeyAddress, entry.subjectGroupId);
    case "export":
      if (entry.subjectGroupId) return paths.group(entry.subjectGroupId);
      return entry.subjectId ? paths.url(entry.subjectId) : paths.analytics;
    case "setting":
    case "backup":
      return paths.settings;
    case "qr_codes":
    case "qr_logo":
      return paths.qrCodes;
    case "qr_template":
      return to(paths.qrCodes, qrCodesAddress, { tab: "templates" });
    default:
      return null;
  }
}

/** The status of links after a bulk change. No address names them all, so it leads to the list that contains them. */
const STATUS_AFTER: Partial<Record<string, UrlStatus>> = {
  "short_urls.pause": "paused",
  "short_urls.activate": "active",
  "short_urls.delete": "deleted",
};

/** The list of links, including deleted ones, searched for a short code. */
export function urlHref(shortCode: string): string {
  return to(paths.urls, urlAddress, { filters: { ...NO_FILTERS, status: ALL, text: shortCode }, sort: NEWEST_FIRST });
}

function to<T>(path: string, format: AddressFormat<T>, state: NoInfer<T>): string {
  const search = toAddress(format, state);
  return `${path}${search && `?${search}`}`;
}
