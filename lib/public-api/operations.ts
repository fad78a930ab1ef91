import { z } from "zod";
import type { ApiKeyScope } from "@/lib/api-keys/types";
import { paths } from "@/lib/paths";
import { MAY_NOT_DELETE } from "@/lib/public-api/policy";
import {
  BULK_MAX_ITEMS,
  createApiUrlSchema,
  idempotencyKeySchema,
  statsQuerySchema,
  updateApiUrlSchema,
} from "@/lib/public-api/schema";
import {
  apiUrlSchema,
  bulkItemSchema,
  createdUrlSchema,
  deletedUrlSchema,
  urlStatsSchema,
} from "@/lib/public-api/types";
import { listApiUrlsSchema } from "@/lib/urls/list-schema";

const ID_OR_CODE = "{idOrCode}";

export type Operation = {
  method: "get" | "post" | "patch" | "delete";
  path: string;
  id: string;
  summary: string;
  description?: string;
  /** That the key must have. */
  scope: ApiKeyScope;
  query?: z.ZodObject;
  headers?: Record<string, z.ZodType>;
  body?: z.ZodType;
  /** Status and data of the answer, a list of them where `isList`. */
  status: 200 | 201;
  data: z.ZodType;
  isList?: boolean;
  /** What the answer has besides the headers of every one. */
  answerHeaders?: Record<string, string>;
  /** Beside those that every call may answer with. */
  refusals: number[];
};

const ONCE = { "Idempotency-Key": idempotencyKeySchema.optional() };

/** Every call of the public API, from which its reference is made. */
export const operations: Operation[] = [
  {
    method: "post",
    path: paths.api.v1Urls,
    id: "createUrl",
    scope: "create",
    summary: "Create a short URL",
    description:
      "The link belongs to the key's group. With `email` it counts against the limit of that member, without against " +
      "nobody's. With an Idempotency-Key the call is safe to retry for 24 hours.",
    headers: ONCE,
    body: createApiUrlSchema,
    status: 201,
    data: createdUrlSchema,
    answerHeaders: {
      Location: "Where the new link is found",
      "Idempotency-Replayed": "true: the answer of the first call with this Idempotency-Key",
    },
    refusals: [400, 409, 413, 415],
  },
  {
    method: "get",
    path: paths.api.v1Urls,
    id: "listUrls",
    scope: "read",
    summary: "List the short URLs of the key's group, newest first unless sorted",
    query: listApiUrlsSchema,
    status: 200,
    data: apiUrlSchema,
    isList: true,
    answerHeaders: {
      "X-Total-Count": "How many match in all",
      "X-Total-Count-Relation": "gte: there are more than that, which is as far as was counted",
      Link: 'The next page, as rel="next"',
    },
    refusals: [400],
  },
  {
    method: "post",
    path: paths.api.v1BulkUrls,
    id: "createUrls",
    scope: "create",
    summary: "Create up to 100 short URLs",
    description:
      "Gives a result for each item, in their order; an item that is refused does not stop the others. " +
      "Repeated with the same Idempotency-Key, only what was refused is tried again.",
    headers: ONCE,
    // What each item should be; the call takes others too, and refuses them one by one.
    body: z.object({ urls: z.array(createApiUrlSchema).min(1).max(BULK_MAX_ITEMS) }),
    status: 200,
    data: bulkItemSchema,
    isList: true,
    refusals: [400, 409, 413, 415],
  },
  {
    method: "get",
    path: paths.api.v1Url(ID_OR_CODE),
    id: "getUrl",
    scope: "read",
    summary: "Get a short URL",
    status: 200,
    data: apiUrlSchema,
    refusals: [404],
  },
  {
    method: "patch",
    path: paths.api.v1Url(ID_OR_CODE),
    id: "updateUrl",
    scope: "update",
    summary: "Change the destination or the status of a short URL",
    description:
      "What is left out stays. Becoming active again counts against the limit of the link's creator. " +
      "The status `deleted` also needs the scope delete.",
    body: updateApiUrlSchema,
    status: 200,
    data: apiUrlSchema,
    refusals: [400, 404, 413, 415],
  },
  {
    method: "delete",
    path: paths.api.v1Url(ID_OR_CODE),
    id: "deleteUrl",
    scope: "delete",
    summary: "Delete a short URL",
    description:
      "Its visitors are told so, and its code is never given out again. Deleting twice is no error. " +
      `${MAY_NOT_DELETE}, unless the owner is an overall admin.`,
    status: 200,
    data: deletedUrlSchema,
    refusals: [404],
  },
  {
    method: "get",
    path: paths.api.v1UrlStats(ID_OR_CODE),
    id: "getUrlStats",
    scope: "read",
    summary: "Count the clicks of a short URL",
    description: "Without bots and prefetches.",
    query: statsQuerySchema,
    status: 200,
    data: urlStatsSchema,
    refusals: [400, 404],
  },
];
