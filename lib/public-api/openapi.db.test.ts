import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { prisma } from "@/lib/db/prisma";
import { openApiDocument } from "@/lib/public-api/openapi";
import { originalUrlSchema } from "@/lib/urls/schema";

/** The routes of app/api/v1 in the document's notation, without the document itself. */
function routes(): string[] {
  const root = path.resolve("app/api/v1");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts" && !file.includes("openapi.json"))
    .flatMap((file) => {
      const methods = readFileSync(path.join(root, file), "utf8").matchAll(/^ {2}(GET|POST|PUT|PATCH|DELETE): /gm);
      const folder = path.dirname(file).replaceAll(path.sep, "/");
      const target = `/api/v1/${folder.replace(/\[(\w+)\]/g, "{$1}")}`;
      return [...methods].map(([, method = ""]) => `${method.toLowerCase()} ${target}`);
    });
}

/** Every value with this key at any depth. */
function valuesOf(name: string, node: unknown): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [...(key === name ? [value] : []), ...valuesOf(name, value)]);
}

test("the document contains exactly the operations of the public API", async () => {
  const { paths } = await openApiDocument();
  const named = Object.entries(paths).flatMap(([target, methods]) =>
    Object.keys(methods).map((method) => `${method} ${target}`),
  );
  expect(named.sort()).toEqual(routes().sort());
});

test("it is generated once for each base URL, as anyone may ask for it", async () => {
  const document = await openApiDocument();
  expect(await openApiDocument()).toBe(document);
  await prisma().setting.create({ data: { key: "base_url", value: "https://elsewhere.example" } });
  const { servers } = await openApiDocument();
  await prisma().setting.delete({ where: { key: "base_url" } });
  expect(servers).toEqual([{ url: "https://elsewhere.example" }]);
});

test("its references resolve and its operation ids are unique", async () => {
  const document = await openApiDocument();
  const references = new Set(valuesOf("$ref", document));
  const named = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect([...references].sort()).toEqual(named.sort());
  expect(document.components.schemas.Error).toMatchObject({ required: ["success", "message", "code", "requestId"] });
  const ids = valuesOf("operationId", document.paths);
  expect(new Set(ids).size).toBe(ids.length);
});

test("it is valid JSON, matches the validation and contains no zod-specific keywords", async () => {
  const document = await openApiDocument();
  const text = JSON.stringify(document);
  expect(JSON.parse(text)).toEqual(document);
  expect(document).toMatchObject({
    openapi: "3.1.1",
    servers: [{ url: "http://localhost:3000" }],
    paths: {
      "/api/v1/urls": {
        post: {
          requestBody: {
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/NewUrl" },
              },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        NewUrl: {
          required: ["url"],
          properties: {
            url: { type: "string", minLength: 8, maxLength: 2048 },
            email: { anyOf: [{ type: "string", format: "email", maxLength: 254 }, { type: "null" }] },
          },
        },
      },
    },
  });
  expect(text).not.toMatch(/starts_with|"\$schema"|"pattern":"\^\(/);
});

test("exactly the bodies whose unknown fields are refused say so, and no response", async () => {
  const { paths, components } = await openApiDocument();
  const strict = Object.entries(components.schemas).filter(([, schema]) => "additionalProperties" in schema);
  expect(strict.map(([name]) => name).sort()).toEqual(["UrlChanges", "UrlChangesItem", "UrlUpsert"]);
  expect(valuesOf("additionalProperties", components)).toEqual([false, false, false]);
  expect(valuesOf("additionalProperties", paths)).toEqual([false]);
  expect(valuesOf("additionalProperties", paths["/api/v1/urls/bulk"]?.patch?.requestBody)).toEqual([false]);
});

test("destinations are not promised to be strict URIs, which generated clients would fail to parse", async () => {
  const { components } = await openApiDocument();
  const destination = originalUrlSchema.parse("https://example.com/?off=50%#a#b");
  expect(() => decodeURI(destination)).toThrow(URIError);
  for (const name of ["NewUrl", "UrlUpsert", "UrlChanges", "UrlChangesItem", "Url", "CreatedUrl"]) {
    const { url, originalUrl } = components.schemas[name]?.properties ?? {};
    expect([name, url ?? originalUrl]).toEqual([name, expect.objectContaining({ type: "string" })]);
    expect(url ?? originalUrl).not.toHaveProperty("format");
  }
});

test("lists in queries are separated by commas, apart from those that are repeated", async () => {
  const { paths } = await openApiDocument();
  const parameter = (method: string, target: string, name: string) =>
    paths[target]?.[method]?.parameters.find((one) => one.name === name);
  expect(parameter("get", "/api/v1/urls/{idOrCode}/stats", "filter")).toMatchObject({ explode: true });
  expect(parameter("delete", "/api/v1/urls/bulk", "ids")).toMatchObject({ explode: false });
});

test("every query parameter is described, and pages have their default size", async () => {
  const { paths } = await openApiDocument();
  const undescribed = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters }) => parameters.map((parameter) => ({ operationId, ...parameter })))
    .filter((parameter) => parameter.in === "query" && !("description" in parameter));
  expect(undescribed.map(({ operationId, name }) => `${operationId} ${name}`)).toEqual([]);
  const limit = paths["/api/v1/urls"]?.get?.parameters.find(({ name }) => name === "limit");
  expect(limit).toMatchObject({ required: false, schema: { minimum: 1, maximum: 1000, default: 500 } });
});

test("only a link that was created has a Location", async () => {
  const { paths } = await openApiDocument();
  const located = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { headers }]) =>
        headers?.Location ? [`${operationId} ${status}`] : [],
      ),
    );
  expect(located).toEqual(["createUrl 201", "upsertUrl 201"]);
});

test("the parts of responses and bodies have names, for generated clients", async () => {
  const { paths, components } = await openApiDocument();
  const item = { $ref: "#/components/schemas/Url" };
  const response = (method: string, target: string) =>
    paths[target]?.[method]?.responses[200]?.content?.["application/json"]?.schema.properties?.data;
  expect(response("get", "/api/v1/urls")).toEqual({ type: "array", items: item });
  expect(response("get", "/api/v1/urls/{idOrCode}")).toEqual(item);
  expect(response("patch", "/api/v1/urls/{idOrCode}")).toEqual(item);
  expect(components.schemas.Url).toMatchObject({
    type: "object",
    required: expect.arrayContaining(["id", "shortCode", "creator", "updatedAt"]),
    properties: {
      creator: { anyOf: [{ $ref: "#/components/schemas/Creator" }, { type: "null" }] },
      updatedAt: { type: "string", format: "date-time" },
    },
  });
  // An object that is neither named nor the envelope would be an anonymous type.
  for (const data of valuesOf("data", paths)) expect(JSON.stringify(data)).not.toContain('"properties"');
});

test("names the responses that have no rate limit", async () => {
  const { info } = await openApiDocument();
  expect(info.summary).toBe("Create and manage a group's short URLs with an API key of that group.");
  expect(info.description).toContain("except 503 and responses to requests with malformed headers (400, 408, 431)");
  expect(info.description).toContain("more than 1,000 requests waiting gets 429 without it");
});

test("a call with an id or code in its path may return 400 to what can't be one", async () => {
  const { paths } = await openApiDocument();
  const withId = Object.entries(paths).filter(([target]) => target.includes("{idOrCode}"));
  expect(withId.length).toBeGreaterThan(4);
  for (const { operationId, responses } of withId.flatMap(([, methods]) => Object.values(methods))) {
    expect([operationId, responses]).toEqual([operationId, expect.objectContaining({ 400: expect.anything() })]);
  }
});

test("every operation may return 503, and every error after authentication has the rate limit", async () => {
  const { paths } = await openApiDocument();
  for (const { operationId, responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    expect([operationId, Object.keys(responses)]).toEqual([
      operationId,
      expect.arrayContaining(["401", "414", "431", "503"]),
    ]);
    expect(responses[503]?.headers).toHaveProperty("Retry-After");
    for (const [status, { headers }] of Object.entries(responses)) {
      const isCounted = !["401", "431", "503"].includes(status);
      expect([operationId, status, "RateLimit-Remaining" in (headers ?? {})]).toEqual([operationId, status, isCounted]);
    }
  }
});
