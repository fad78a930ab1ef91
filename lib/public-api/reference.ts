import { examples } from "@/lib/public-api/examples";
import { fieldRows, typeInWords } from "@/lib/public-api/field-rows";
import { type OpenApiOperation, type OpenApiResponse, openApiDocument } from "@/lib/public-api/openapi";
import type { Reference, ReferenceAnswer, ReferenceOperation } from "@/lib/public-api/types";

/** The OpenAPI document as a page shows it, with an example of every call. */
export async function apiReference(): Promise<Reference> {
  const document = await openApiDocument();
  const baseUrl = document.servers[0]?.url ?? "";
  const exampleOf = examples(baseUrl);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const example = exampleOf[operation.operationId] ?? { curl: "", answer: {} };
      return { ...toReference(operation), method: method.toUpperCase(), path, example };
    }),
  );
  const { title, description } = document.info;
  return { title, description, baseUrl, operations, errorFields: fieldRows(document.components.schemas.Error) };
}

function toReference(operation: OpenApiOperation): Omit<ReferenceOperation, "method" | "path" | "example"> {
  const { operationId, summary, description = null, parameters, requestBody, responses, security } = operation;
  const answers = Object.entries(responses).map(([status, response]) => ({ status: Number(status), response }));
  const success = answers.find(({ status }) => status < 300);
  if (!success) throw new Error(`${operationId} has no answer`);
  return {
    id: operationId,
    summary,
    description,
    scope: security[0]?.apiKey[0] ?? "",
    parameters: parameters.map(({ in: place, name, required, description: text = null, schema }) => ({
      place,
      name,
      type: typeInWords(schema),
      isRequired: required,
      description: text,
    })),
    body: requestBody ? fieldRows(requestBody.content["application/json"].schema) : [],
    answer: { ...toAnswer(success), fields: fieldRows(success.response.content["application/json"].schema) },
    refusals: answers.filter(({ status }) => status >= 400).map(toAnswer),
  };
}

function toAnswer({ status, response }: { status: number; response: OpenApiResponse }): ReferenceAnswer {
  const headers = Object.entries(response.headers ?? {}).map(([name, header]) => ({
    name,
    description: header.description,
  }));
  return { status, description: response.description, headers };
}
