import { z } from "zod";
import { env } from "@/lib/env";
import { type Operation, operations } from "@/lib/public-api/operations";
import { answerSchema, apiErrorSchema } from "@/lib/public-api/types";
import { getBaseUrl } from "@/lib/settings/queries";

const REFUSALS: Record<number, string> = {
  400: "An input breaks a rule: `code` is `invalid`, or `malformed` where the body is no JSON",
  401: "No API key, or one that is not valid, revoked or expired",
  403:
    "`insufficient_scope`: the key does not have the scope that the call needs; `api_key_suspended`: an admin of the " +
    "group must adopt the key first; `forbidden`: more than the key's owner may do; `url_limit_reached`: the creator " +
    "has no active short URLs left",
  404: "No such short URL in the key's group",
  409: "`short_code_taken`, or `idempotency_key_reused`: the key was used for another request",
  413: "The body is too large",
  415: "The body is not declared as application/json",
  429: "The key has had its requests of this hour",
  500: "A fault of the server",
};
const EVERY_CALL = [401, 403, 429, 500];

const KEY_DESCRIPTION =
  "An API key: hop_ and 36 characters. Each call names the scope that it needs: create, read, update or delete.";

const LIMIT_HEADERS: Record<string, string> = {
  "RateLimit-Limit": "Requests an hour of this key; also as X-RateLimit-Limit",
  "RateLimit-Remaining": "Requests left; also as X-RateLimit-Remaining",
  "RateLimit-Reset": "Seconds until all are left again; also as X-RateLimit-Reset",
};

/** The reference of the public API as an OpenAPI 3.1 document, made of the schemas that the calls check with. */
export async function openApiDocument() {
  return {
    openapi: "3.1.1",
    info: {
      title: `${env().BRAND_NAME} API`,
      version: "1",
      description: "Creates and manages the short URLs of a group, with an API key of that group.",
    },
    servers: [{ url: await getBaseUrl() }],
    paths: toPaths(operations),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: KEY_DESCRIPTION },
      },
      schemas: { Error: toJsonSchema(apiErrorSchema, "output") },
    },
  };
}

type Header = { description: string; schema: { type: "string" } };
export type OpenApiResponse = {
  description: string;
  headers?: Record<string, Header>;
  content: ReturnType<typeof jsonContent>;
};
export type OpenApiOperation = ReturnType<typeof toOperation>;

function toPaths(all: Operation[]) {
  const byPath: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of all) {
    byPath[operation.path] = { ...byPath[operation.path], [operation.method]: toOperation(operation) };
  }
  return byPath;
}

function toOperation(operation: Operation) {
  const { id, summary, description, scope, body, status, data, isList, answerHeaders, refusals } = operation;
  const answer = answerSchema(isList ? z.array(data) : data);
  const responses: Record<string, OpenApiResponse> = {
    [status]: {
      description: status === 201 ? "Created" : "OK",
      headers: toHeaders({ ...LIMIT_HEADERS, ...answerHeaders }),
      content: jsonContent(toJsonSchema(answer, "output")),
    },
    ...Object.fromEntries([...refusals, ...EVERY_CALL].map((code) => [code, toRefusal(code)])),
  };
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    // For a bearer scheme these are the roles that a caller needs (OpenAPI 3.1, section 4.8.30).
    security: [{ apiKey: [scope] }],
    parameters: toParameters(operation),
    ...(body && { requestBody: { required: true, content: jsonContent(toJsonSchema(body, "input")) } }),
    responses,
  };
}

function toParameters({ path, query, headers = {} }: Operation) {
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => parameter("query", name, schema));
  const inHeader = Object.entries(headers).map(([name, schema]) => parameter("header", name, schema));
  const inPath = path.includes("{idOrCode}")
    ? [
        {
          ...parameter("path", "idOrCode", z.string().describe("Its id, or its short code in any case")),
          required: true,
        },
      ]
    : [];
  return [...inPath, ...inQuery, ...inHeader];
}

function parameter(place: "path" | "query" | "header", name: string, schema: z.ZodType) {
  // What comes in a query is text; the schema tells what the text must be read as.
  const { description, ...rest } = toJsonSchema(schema, "output");
  return { in: place, name, required: false, ...(description && { description }), schema: rest };
}

function toRefusal(status: number): OpenApiResponse {
  const own: Record<number, Record<string, string>> = {
    401: { "WWW-Authenticate": "Bearer, with the reason" },
    403: { "WWW-Authenticate": "Bearer, where the key lacks the scope" },
    429: { ...LIMIT_HEADERS, "Retry-After": "Seconds until the next request is let through" },
  };
  return {
    description: REFUSALS[status] ?? "",
    ...(own[status] && { headers: toHeaders(own[status]) }),
    content: jsonContent({ $ref: "#/components/schemas/Error" }),
  };
}

function toHeaders(headers: Record<string, string>): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" as const } }]),
  );
}

function jsonContent(schema: z.core.JSONSchema.BaseSchema) {
  return { "application/json": { schema } };
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output") {
  // What a check cannot say in JSON Schema, its message does.
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: simplify });
  return rest;
}

/** Leaves out what only zod needs: its patterns for common formats, names of formats that are none, closed answers. */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format === "starts_with") delete jsonSchema.format;
  else if (jsonSchema.format) delete jsonSchema.pattern;
  // A later version may tell more, and a client that checks must not stumble over it.
  delete jsonSchema.additionalProperties;
}
