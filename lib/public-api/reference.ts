import { examples } from "@/lib/public-api/examples";
import { describeType, fieldRows } from "@/lib/public-api/field-rows";
import { dereference, type NamedSchemas } from "@/lib/public-api/json-schema";
import { type OpenApiOperation, type OpenApiResponse, openApiDocument } from "@/lib/public-api/openapi";
import type { Reference, ReferenceOperation, ReferenceResponse } from "@/lib/public-api/types";

/** Returns the OpenAPI document in the form that the reference page shows, with an example of every operation. */
export async function apiReference(): Promise<Reference> {
  const document = await openApiDocument();
  const baseUrl = document.servers[0]?.url ?? "";
  const exampleById = examples(baseUrl);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const example = exampleById[operation.operationId] ?? { curl: "", response: {} };
      return { ...toReference(operation, document.components.schemas), method: method.toUpperCase(), path, example };
    }),
  );
  const { title, summary: description } = document.info;
  const errorFields = fieldRows(document.components.schemas.Error ?? {});
  return { title, description, baseUrl, operations, errorFields };
}

function toReference(
  operation: OpenApiOperation,
  named: NamedSchemas,
): Omit<ReferenceOperation, "method" | "path" | "example"> {
  const { operationId, summary, description = null, parameters, requestBody, responses, security } = operation;
  const all = Object.entries(responses).map(([status, response]) => ({ status: Number(status), response }));
  const success = all.find(({ status }) => status < 300);
  const fieldsOf = (content: OpenApiResponse["content"]) =>
    fieldRows(dereference(content?.["application/json"]?.schema ?? {}, named));
  if (!success) throw new Error(`${operationId} has no success response`);
  return {
    id: operationId,
    summary,
    description,
    scopes: security[0]?.apiKey ?? [],
    parameters: parameters.map(({ in: location, name, required, description: text = null, schema }) => ({
      location,
      name,
      type: describeType(schema),
      isRequired: required,
      description: text,
    })),
    body: fieldsOf(requestBody?.content),
    response: {
      ...toReferenceResponse(success),
      fields: fieldsOf(success.response.content),
    },
    errors: all.filter(({ status }) => status >= 400).map(toReferenceResponse),
  };
}

function toReferenceResponse({ status, response }: { status: number; response: OpenApiResponse }): ReferenceResponse {
  const headers = Object.entries(response.headers ?? {}).map(([name, header]) => ({
    name,
    description: header.description,
  }));
  return { status, description: response.description, headers };
}
