import { paths } from "@/lib/paths";
import { ID_OR_CODE, type Operation } from "@/lib/public-api/operation";
import { MAY_NOT_DELETE } from "@/lib/public-api/policy";
import { qrOperations } from "@/lib/public-api/qr-operations";
import {
  BULK_MAX_ITEMS,
  createApiUrlSchema,
  deleteApiUrlsSchema,
  idempotencyKeySchema,
  statsQuerySchema,
  updateApiUrlItemSchema,
  updateApiUrlSchema,
  upsertApiUrlSchema,
} from "@/lib/public-api/schema";
import {
  apiUrlSchema,
  bulkItemSchema,
  createdUrlSchema,
  deletedItemSchema,
  deletedUrlSchema,
  updatedItemSchema,
  urlStatsSchema,
} from "@/lib/public-api/types";
import { listApiUrlsSchema } from "@/lib/urls/list-schema";
import * as z from "@/lib/zod";

const IDEMPOTENCY_HEADERS = { "Idempotency-Key": idempotencyKeySchema.optional() };

/** Every operation of the public API; the reference is generated from this list. */
export const operations: Operation[] = [
  {
    method: "post",
    path: paths.api.v1Urls,
    id: "createUrl",
    scopes: ["create"],
    summary: "Create a short URL",
    description:
      "The link belongs to the key's group. With `email` it counts against that member's limit; without it, against no " +
      "limit. Send an Idempotency-Key to retry safely for 24 hours.",
    headers: IDEMPOTENCY_HEADERS,
    body: createApiUrlSchema,
    status: 201,
    data: createdUrlSchema,
    responseHeaders: {
      Location: "URL of the new link in the API",
      "Idempotency-Replayed": "true if this repeats the response to an earlier request with the same Idempotency-Key",
    },
    otherErrors: [409],
  },
  {
    method: "get",
    path: paths.api.v1Urls,
    id: "listUrls",
    scopes: ["read"],
    summary: "List the key's group's short URLs, newest first by default",
    query: listApiUrlsSchema,
    data: apiUrlSchema,
    isList: true,
    responseHeaders: {
      "X-Total-Count": "Total number of matches",
      "X-Total-Count-Relation": "gte if X-Total-Count is a lower bound",
      Link: 'URL of the next page with rel="next"',
    },
  },
  {
    method: "put",
    path: paths.api.v1Urls,
    id: "upsertUrl",
    scopes: ["create", "update"],
    summary: "Create or update a short URL by your own id",
    description:
      "Creates a link with this `externalId` (201), or updates the destination of the one that has it in the key's " +
      "group (200). `email` is only used when creating. An existing link keeps its " +
      "short code: a different one returns 409, as does a deleted link until it is restored.",
    body: upsertApiUrlSchema,
    mayCreate: true,
    data: apiUrlSchema,
    responseHeaders: { Location: "URL of the new link in the API" },
    otherErrors: [409],
  },
  {
    method: "post",
    path: paths.api.v1BulkUrls,
    id: "createUrls",
    scopes: ["create"],
    summary: `Create up to ${BULK_MAX_ITEMS} short URLs`,
    description:
      "Returns a result for each item, in order; failed items do not affect the others, except that after one that waits too long for a lock, the following ones fail with `unavailable`. A retry with the same " +
      "Idempotency-Key only repeats failed items.",
    headers: IDEMPOTENCY_HEADERS,
    // The endpoint accepts invalid items too and reports them individually.
    body: z.object({ urls: z.array(createApiUrlSchema).min(1).max(BULK_MAX_ITEMS) }),
    data: bulkItemSchema,
    isList: true,
    responseHeaders: {
      "Idempotency-Replayed": "true if results repeat those of an earlier request with the same Idempotency-Key",
    },
    otherErrors: [409],
  },
  {
    method: "patch",
    path: paths.api.v1BulkUrls,
    id: "updateUrls",
    scopes: ["update"],
    summary: `Update up to ${BULK_MAX_ITEMS} short URLs`,
    description:
      "Returns a result for each item, in order; failed items do not affect the others, except that after one that waits too long for a lock, the following ones fail with `unavailable`. Items are updated one after " +
      "the other, so if several refer to the same short URL, the last one wins.",
    // As above, invalid items are accepted and reported individually.
    body: z.strictObject({ urls: z.array(updateApiUrlItemSchema).min(1).max(BULK_MAX_ITEMS) }),
    data: updatedItemSchema,
    isList: true,
  },
  {
    method: "delete",
    path: paths.api.v1BulkUrls,
    id: "deleteUrls",
    scopes: ["delete"],
    summary: `Delete up to ${BULK_MAX_ITEMS} short URLs`,
    description:
      "Returns a result for each, in order; failed items do not affect the others, except that after one that waits too long for a lock, the following ones fail with `unavailable`.",
    query: deleteApiUrlsSchema,
    data: deletedItemSchema,
    isList: true,
  },
  {
    method: "get",
    path: paths.api.v1Url(ID_OR_CODE),
    id: "getUrl",
    scopes: ["read"],
    summary: "Get a short URL",
    data: apiUrlSchema,
  },
  {
    method: "patch",
    path: paths.api.v1Url(ID_OR_CODE),
    id: "updateUrl",
    scopes: ["update"],
    summary: "Update a short URL's destination, status or external id",
    description:
      "Omitted fields stay unchanged. Reactivating a link counts against its creator's limit. " +
      "Setting the status to `deleted` also requires the scope `delete`.",
    body: updateApiUrlSchema,
    data: apiUrlSchema,
    otherErrors: [409],
  },
  {
    method: "delete",
    path: paths.api.v1Url(ID_OR_CODE),
    id: "deleteUrl",
    scopes: ["delete"],
    summary: "Delete a short URL",
    description:
      "Visitors see a notice that the link was deleted, and its code can't be reused. Deleting twice succeeds. " +
      `${MAY_NOT_DELETE}, unless the key's owner is an overall admin.`,
    data: deletedUrlSchema,
    otherErrors: [409],
  },
  ...qrOperations,
  {
    method: "get",
    path: paths.api.v1UrlStats(ID_OR_CODE),
    id: "getUrlStats",
    scopes: ["read"],
    summary: "Get statistics of a short URL",
    description:
      "Covers the last 30 days by default. Bots and prefetches are counted only in `bots`. The properties to filter by " +
      "are those of `breakdowns`, with values as listed there; repeat `filter` to get only clicks that match all of them.",
    query: statsQuerySchema,
    data: urlStatsSchema,
  },
];
