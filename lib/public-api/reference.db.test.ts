import { examples } from "@/lib/public-api/examples";
import { describeType } from "@/lib/public-api/field-rows";
import { operations } from "@/lib/public-api/operations";
import { apiReference } from "@/lib/public-api/reference";
import { responseSchema } from "@/lib/public-api/types";
import * as z from "@/lib/zod";

test("the page lists every operation once, with an example and its responses", async () => {
  const { operations: shown, errorFields, baseUrl } = await apiReference();
  expect(shown.map(({ id }) => id).sort()).toEqual(operations.map(({ id }) => id).sort());
  for (const { response, errors, example, path } of shown) {
    // A response without an example is an image.
    const isImage = example.response === null;
    const names = response.fields.map(({ name }) => name);
    expect(names).toEqual(isImage ? [] : expect.arrayContaining(["success", "data"]));
    expect(response.headers.map(({ name }) => name)).toContain("RateLimit-Remaining");
    expect(errors.map(({ status }) => status)).toEqual(expect.arrayContaining([401, 429, 500, 503]));
    expect(example.curl).toContain(
      `${baseUrl}${path.replace("{idOrCode}", "spring").replace("{name}", "poster-hall-3")}`,
    );
  }
  expect(errorFields.map(({ name }) => name)).toEqual(["success", "message", "code", "field", "requestId"]);
});

test("fields have their full path and a readable type", async () => {
  const { operations: shown } = await apiReference();
  const find = (id: string) => shown.find((one) => one.id === id);
  expect(find("createUrl")?.body).toEqual([
    expect.objectContaining({ name: "url", type: "string, 8 to 2,048 characters", isRequired: true }),
    expect.objectContaining({ name: "shortCode", isRequired: false, type: expect.stringContaining("or null") }),
    expect.objectContaining({
      name: "email",
      isRequired: false,
      type: "string (email), at most 254 characters or null",
    }),
    expect.objectContaining({ name: "externalId", isRequired: false, type: "string, 1 to 255 characters or null" }),
  ]);
  const listed = find("listUrls");
  expect(listed?.response.fields.map(({ name }) => name)).toContain("data[].clickCount");
  expect(listed?.response.fields).toContainEqual(
    expect.objectContaining({ name: "data[].status", type: "active | paused | deleted" }),
  );
  expect(listed?.parameters).toContainEqual(
    expect.objectContaining({ name: "sort", location: "query", isRequired: false }),
  );
  expect(listed?.response.fields).toContainEqual(
    expect.objectContaining({ name: "data[].creator.email", type: "string (email) or null" }),
  );
  expect(listed?.response.fields).toContainEqual(
    expect.objectContaining({ name: "data[].externalId", type: "string or null" }),
  );
  expect(find("getUrlQr")?.parameters).toContainEqual(
    expect.objectContaining({ name: "size", type: "integer, 64 to 2,048" }),
  );
  expect(find("getUrlStats")?.parameters).toContainEqual(
    expect.objectContaining({ name: "filter", location: "query", isRequired: false, type: "array of string" }),
  );
  expect(find("getUrl")?.parameters).toEqual([expect.objectContaining({ name: "idOrCode", isRequired: true })]);
  expect(find("createUrls")?.body.map(({ name }) => name)).toEqual([
    "urls",
    "urls[].url",
    "urls[].shortCode",
    "urls[].email",
    "urls[].externalId",
  ]);
});

test.each(operations.map((operation) => [operation.id, operation] as const))(
  "the example response of %s matches the schema",
  (id, { data, isList, mediaTypes }) => {
    const { response } = examples("https://hop.example")[id] ?? {};
    if (!data) {
      expect([response, mediaTypes]).toEqual([null, ["image/png", "image/svg+xml", "image/webp", "application/pdf"]]);
      return;
    }
    expect(
      responseSchema(isList ? z.array(data) : data)
        .strict()
        .safeParse(response).error,
    ).toBeUndefined();
  },
);

test.each([
  [{ type: "integer", minimum: 1, maximum: 1000 }, "integer, 1 to 1,000"],
  [{ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, "integer"],
  [{ type: "string", maxLength: 200 }, "string, at most 200 characters"],
  [{ type: "array", items: { type: "string" }, minItems: 1, maxItems: 100 }, "array of string, 1 to 100 items"],
  [{ const: true }, "true"],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string or null"],
  [{ type: ["string", "null"] }, "string or null"],
  [{ type: ["string", "null"], format: "date" }, "string (date) or null"],
] as const)("describes %j", (schema, description) => {
  expect(describeType(schema as z.core.JSONSchema.BaseSchema)).toBe(description);
});
