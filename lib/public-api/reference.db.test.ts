import { z } from "zod";
import { examples } from "@/lib/public-api/examples";
import { typeInWords } from "@/lib/public-api/field-rows";
import { operations } from "@/lib/public-api/operations";
import { apiReference } from "@/lib/public-api/reference";
import { answerSchema } from "@/lib/public-api/types";

test("every call of the document is on the page once, with an example and what it may answer", async () => {
  const { operations: shown, errorFields, baseUrl } = await apiReference();
  expect(shown.map(({ id }) => id).sort()).toEqual(operations.map(({ id }) => id).sort());
  for (const { answer, refusals, example, path } of shown) {
    expect(answer.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(["success", "data"]));
    expect(answer.headers.map(({ name }) => name)).toContain("RateLimit-Remaining");
    expect(refusals.map(({ status }) => status)).toEqual(expect.arrayContaining([401, 429, 500]));
    expect(example.curl).toContain(`${baseUrl}${path.replace("{idOrCode}", "spring")}`);
  }
  expect(errorFields.map(({ name }) => name)).toEqual(["success", "message", "code", "field", "requestId"]);
});

test("fields are named with the way to them, and said in words", async () => {
  const { operations: shown } = await apiReference();
  const find = (id: string) => shown.find((one) => one.id === id);
  expect(find("createUrl")?.body).toEqual([
    expect.objectContaining({ name: "url", type: "text (uri), 8 to 2,048 characters", isRequired: true }),
    expect.objectContaining({ name: "shortCode", isRequired: false, type: expect.stringContaining("or null") }),
    expect.objectContaining({
      name: "email",
      isRequired: false,
      type: "text (email), at most 254 characters or null",
    }),
  ]);
  const listed = find("listUrls");
  expect(listed?.answer.fields.map(({ name }) => name)).toContain("data[].clickCount");
  expect(listed?.answer.fields).toContainEqual(
    expect.objectContaining({ name: "data[].status", type: "active | paused | deleted" }),
  );
  expect(listed?.parameters).toContainEqual(
    expect.objectContaining({ name: "sort", place: "query", isRequired: false }),
  );
  expect(find("getUrl")?.parameters).toEqual([expect.objectContaining({ name: "idOrCode", isRequired: true })]);
  expect(find("createUrls")?.body.map(({ name }) => name)).toEqual([
    "urls",
    "urls[].url",
    "urls[].shortCode",
    "urls[].email",
  ]);
});

test.each(operations.map(({ id, data, isList }) => [id, data, isList] as const))(
  "the example answer of %s is one that the schema knows",
  (id, data, isList) => {
    const { answer } = examples("https://hop.example")[id] ?? {};
    expect(
      answerSchema(isList ? z.array(data) : data)
        .strict()
        .safeParse(answer).error,
    ).toBeUndefined();
  },
);

test.each([
  [{ type: "integer", minimum: 1, maximum: 1000 }, "whole number, 1 to 1,000"],
  [{ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, "whole number"],
  [{ type: "string", maxLength: 200 }, "text, at most 200 characters"],
  [{ type: "array", items: { type: "string" }, minItems: 1, maxItems: 100 }, "list of text, 1 to 100 items"],
  [{ const: true }, "true"],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "text or null"],
] as const)("%j in words", (schema, words) => {
  expect(typeInWords(schema as z.core.JSONSchema.BaseSchema)).toBe(words);
});
