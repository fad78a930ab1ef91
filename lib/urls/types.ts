import type { ItemRefusal } from "@/lib/item-refusal";

export const URL_STATUSES = ["active", "paused", "deleted"] as const;
export type UrlStatus = (typeof URL_STATUSES)[number];

/** A link that is deleted now; `previousStatus` is "deleted" too if it already was. */
export type DeletedUrl = { id: string; status: "deleted"; previousStatus: UrlStatus };

/** The statuses that lists are filtered by. Without one, lists leave out deleted links. */
export const URL_STATUS_FILTERS = [...URL_STATUSES, "all"] as const;
export type UrlStatusFilter = (typeof URL_STATUS_FILTERS)[number];

export const SHORT_CODE_MAX_LENGTH = 64;
/** A short code, as part of a regular expression. */
export const SHORT_CODE_SYNTAX = `[A-Za-z0-9_-]{1,${SHORT_CODE_MAX_LENGTH}}`;

/** A short URL as returned by the API. */
export type ShortUrl = {
  id: string;
  shortCode: string;
  /** `{base}/{shortCode}` */
  shortUrl: string;
  originalUrl: string;
  status: UrlStatus;
  clickCount: number;
  /** ISO 8601 */
  createdAt: string;
  /** Null if created with an API key for its group. */
  createdById: string | null;
  groupId: string | null;
  faviconUrl: string | null;
  /** Path of the image; null if the link has no QR code. */
  qrCodeUrl: string | null;
};

/** A short URL in a list. */
export type ListedUrl = ShortUrl & {
  /** Null if created with an API key for its group, or by a user whom the caller may not see. */
  createdByName: string | null;
  /** YYYY-MM-DD, in the installation's time zone: the last day with a click by a person; null without one. */
  lastClickedOn: string | null;
};

/** A user by whom a list of links can be filtered. */
export type UrlCreator = { id: string; name: string; email: string };

/** Maximum number of people in GET /api/urls/creators. */
export const MAX_CREATORS = 20;

/** A change to a link. */
export type UrlHistoryEntry = {
  /** Id of the audit entry; a bulk change has one entry for all of its links. */
  id: string;
  /** ISO 8601 */
  occurredAt: string;
  /** Name at the time of the user who made it; null if the caller may not see who it was. */
  actorLabel: string | null;
  isByApiKey: boolean;
  /** For example `short_url.create`, or `short_urls.pause` for a bulk change. */
  action: string;
  /** Changed values before and after; null where there were none, and for those who may not edit the link. */
  before: unknown;
  after: unknown;
};

/** Maximum number of links in POST /api/urls/bulk. */
export const BULK_MAX_URLS = 5000;

/** The response to POST /api/urls/bulk, and to undoing it. */
export type BulkChange = {
  /** For POST /api/urls/bulk/{id}/undo; null if nothing changed. */
  changeId: string | null;
  /** In the order of the ids. */
  results: BulkUrlResult[];
};

/** `changed` is false if the link was skipped because its status does not fit or it is already in the group. */
export type BulkUrlResult = { id: string } & ({ success: true; changed: boolean; data: ShortUrl } | ItemRefusal);

/** How long a bulk change can be undone. */
export const UNDO_MINUTES = 60;

/** Maximum number of codes in GET /api/unknown-codes. */
export const MAX_UNKNOWN_CODES = 50;

/** The link that a visitor of an unknown code probably meant. */
export type SuggestedUrl = Pick<ShortUrl, "id" | "shortCode" | "shortUrl" | "originalUrl" | "status">;

/** A code that visitors tried and no link has. */
export type UnknownCode = {
  /** In lower case. */
  code: string;
  /** Visits that seem to be by people. */
  visits: number;
  /** ISO 8601 */
  lastSeenAt: string;
  suggestion: SuggestedUrl | null;
};

export type UnknownCodeState = Pick<UnknownCode, "code"> & { isDismissed: boolean };
