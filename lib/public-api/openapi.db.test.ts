import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { openApiDocument } from "@/lib/public-api/openapi";

/** Calls of app/api/v1 as the document names them; the document itself is none. */
function routes(): string[] {
  const root = path.resolve("app/api/v1");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts" && !file.includes("openapi.json"))
    .flatMap((file) => {
      const methods = readFileSync(path.join(root, file), "utf8").matchAll(/^ {2}(GET|POST|PUT|PATCH|DELETE): /gm);
      const target = `/api/v1/${path.dirname(file).replaceAll(path.sep, "/").replace("[id]", "{idOrCode}")}`;
      return [...methods].map(([, method = ""]) => `${method.toLowerCase()} ${target}`);
    });
}

/** Every value under this name, wherever it stands. */
function valuesOf(name: string, node: unknown): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [...(key === name ? [value] : []), ...valuesOf(name, value)]);
}

test("the document names every call of the public API, and no other", async () => {
  const { paths } = await openApiDocument();
  const named = Object.entries(paths).flatMap(([target, methods]) =>
    Object.keys(methods).map((method) => `${method} ${target}`),
  );
  expect(named.sort()).toEqual(routes().sort());
});

test("its references lead somewhere, and its operations have names of their own", async () => {
  const document = await openApiDocument();
  const references = new Set(valuesOf("$ref", document));
  expect([...references]).toEqual(["#/components/schemas/Error"]);
  expect(document.components.schemas.Error).toMatchObject({ required: ["success", "message", "code", "requestId"] });
  const ids = valuesOf("operationId", document.paths);
  expect(new Set(ids).size).toBe(ids.length);
});

test("it survives JSON, says what the checks say, and keeps zod's own words to itself", async () => {
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
                schema: {
                  required: ["url"],
                  properties: {
                    url: { type: "string", format: "uri", minLength: 8, maxLength: 2048 },
                    email: { anyOf: [{ type: "string", format: "email", maxLength: 254 }, { type: "null" }] },
                  },
                },
              },
            },
          },
        },
      },
    },
  });
  expect(text).not.toMatch(/starts_with|additionalProperties|"\$schema"|"pattern":"\^\(/);
});
