import { env } from "@/lib/env";
import { memoize } from "@/lib/memoize";
import { type JsonSchema, type NamedSchemas, toJsonSchema } from "@/lib/public-api/json-schema";
import type { Operation } from "@/lib/public-api/operation";
import { operations } from "@/lib/public-api/operations";
import { apiErrorSchema, responseSchema } from "@/lib/public-api/types";
import { getBaseUrl } from "@/lib/settings/queries";
import { REPEATED } from "@/lib/stats/schema";
import * as z from "@/lib/zod";

const ERRORS: Record<number, string> = {
  400: "`invalid`: a parameter or field is invalid; `malformed`: the body is not valid JSON, or the path not validly encoded",
  401: "The API key is missing, invalid, revoked or expired",
  403:
    "`insufficient_scope`: the key lacks the required scope; `api_key_suspended`: an admin of the group must take " +
    "over the key; `forbidden`: the key's owner is not allowed to do this; `url_limit_reached`: the creator has reached their " +
    "limit of active short URLs",
  404: "The short URL, or the requested part of it, was not found in the key's group",
  409:
    "`short_code_taken`; `idempotency_key_reused`: the Idempotency-Key was used for a different request; `conflict`: the " +
    "`externalId` is taken, or its short URL was deleted or has another short code, or this placement can't be added to it",
  413: "The body is too large",
  414: "The path and query have more than 8,000 characters",
  415: "The Content-Type is not application/json, or the body is compressed",
  429: "Rate limit exceeded",
  431: "The headers have more than 16 KiB",
  500: "Internal server error",
  503: "`unavailable`: the server is starting, cannot reach its database, or timed out waiting for another change to the same data",
};
const COMMON_ERRORS = [401, 403, 414, 429, 431, 500, 503];

const KEY_DESCRIPTION =
  "An API key: hop_ followed by 36 characters. Each operation lists the required scopes: create, read, update or delete.";

const LIMIT_HEADERS: Record<string, string> = {
  "RateLimit-Limit": "Requests per hour for this key; also sent as X-RateLimit-Limit",
  "RateLimit-Remaining": "Remaining requests; also sent as X-RateLimit-Remaining",
  "RateLimit-Reset": "Seconds until the limit resets; also sent as X-RateLimit-Reset",
};

const ID_OR_CODE = z.string().describe("Id or short code (case-insensitive)");

const PLACEMENT_NAME = z.string().describe("Name of the placement");

/** Errors before the key is known. */
const UNCOUNTED: ReadonlySet<number> = new Set([401, 431, 503]);
const ERROR_HEADERS: Record<number, Record<string, string>> = {
  401: { "WWW-Authenticate": "Bearer challenge with the error" },
  403: { "WWW-Authenticate": "Bearer challenge, if the key lacks the scope" },
  429: { "Retry-After": "Seconds until the next request is allowed" },
  503: { "Retry-After": "Seconds to wait before the next attempt" },
};

/** Returns the OpenAPI 3.1 document of the public API, generated from the schemas that validate requests. */
export async function openApiDocument() {
  return documentAt(await getBaseUrl());
}

/** Kept: generating it takes some ten milliseconds, and anyone may ask for it. */
const documentAt = memoize(1, (baseUrl: string) => {
  const named: NamedSchemas = {};
  toJsonSchema(apiErrorSchema, "output", named);
  const operationsByPath = toPaths(operations, named);
  return {
    openapi: "3.1.1",
    info: {
      title: `${env().BRAND_NAME} API`,
      version: "1",
      summary: "Create and manage a group's short URLs with an API key of that group.",
      description:
        "Every error is JSON with `success: false`. All responses to a valid key include its rate limit, except 503 and " +
        "responses to requests with malformed headers (400, 408, 431), which are not counted. A client with " +
        "more than 1,000 requests waiting gets 429 without it, which is not counted either.",
    },
    servers: [{ url: baseUrl }],
    paths: operationsByPath,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: KEY_DESCRIPTION },
      },
      schemas: named,
    },
  };
});

type Header = { description: string; schema: { type: "string" } };
export type OpenApiResponse = {
  description: string;
  headers?: Record<string, Header>;
  /** Content by media type; absent for a 304. */
  content?: Record<string, { schema: JsonSchema }>;
};
export type OpenApiOperation = ReturnType<typeof toOperation>;

function toPaths(list: Operation[], named: NamedSchemas) {
  const byPath: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of list) {
    byPath[operation.path] = { ...byPath[operation.path], [operation.method]: toOperation(operation, named) };
  }
  return byPath;
}

function toOperation(operation: Operation, named: NamedSchemas) {
  const { id, summary, description, scopes, body, status = 200, mayCreate } = operation;
  const { responseHeaders, otherResponses = {} } = operation;
  const headers = toHeaders({ ...LIMIT_HEADERS, ...responseHeaders });
  const success = { headers: mayCreate ? toHeaders(LIMIT_HEADERS) : headers, content: toContent(operation, named) };
  const responses: Record<string, OpenApiResponse> = {
    [status]: { description: status === 201 ? "Created" : "OK", ...success },
    ...(mayCreate && { 201: { description: "Created", ...success, headers } }),
    ...Object.fromEntries(Object.entries(otherResponses).map(([code, text]) => [code, { description: text, headers }])),
    ...Object.fromEntries(errorsOf(operation).map((code) => [code, toErrorResponse(code)])),
  };
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    // For bearer schemes, OpenAPI 3.1 (section 4.8.30) allows role names here.
    security: [{ apiKey: scopes }],
    parameters: toParameters(operation, named),
    ...(body && { requestBody: { required: true, content: jsonContent(toJsonSchema(body, "input", named)) } }),
    responses,
  };
}

function errorsOf({ path, query, body, otherErrors = [] }: Operation): number[] {
  return [
    ...(query ? [400] : []),
    ...(body ? [400, 413, 415] : []),
    ...(path.includes("{idOrCode}") ? [400, 404] : []),
    ...otherErrors,
    ...COMMON_ERRORS,
  ];
}

function toContent({ data, isList, mediaTypes }: Operation, named: NamedSchemas) {
  if (data) return jsonContent(toJsonSchema(responseSchema(isList ? z.array(data) : data), "output", named));
  return Object.fromEntries(
    (mediaTypes ?? []).map((type) => [type, { schema: { type: "string" as const, format: "binary" } }]),
  );
}

function toParameters({ path, query, headers = {} }: Operation, named: NamedSchemas) {
  const toAll = (location: "path" | "query" | "header", schemas: Record<string, z.ZodType>) =>
    Object.entries(schemas).map(([name, schema]) => {
      // Query values are strings; the output schema gives the type they are parsed as.
      const { description, ...rest } = toJsonSchema(schema, "output", named);
      return {
        in: location,
        name,
        required: !schema.safeParse(undefined).success,
        ...(description && { description }),
        schema: rest,
        // Separated by commas, unless it is repeated.
        ...(rest.type === "array" && { explode: REPEATED.includes(name) }),
      };
    });
  const inPath: Record<string, z.ZodType> = {
    ...(path.includes("{idOrCode}") && { idOrCode: ID_OR_CODE }),
    ...(path.includes("{name}") && { name: PLACEMENT_NAME }),
  };
  return [...toAll("path", inPath), ...toAll("query", query?.shape ?? {}), ...toAll("header", headers)];
}

function toErrorResponse(status: number): OpenApiResponse {
  return {
    description: ERRORS[status] ?? "",
    headers: toHeaders({ ...(!UNCOUNTED.has(status) && LIMIT_HEADERS), ...ERROR_HEADERS[status] }),
    content: jsonContent({ $ref: "#/components/schemas/Error" }),
  };
}

function toHeaders(headers: Record<string, string>): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" as const } }]),
  );
}

function jsonContent(schema: JsonSchema) {
  return { "application/json": { schema } };
}
