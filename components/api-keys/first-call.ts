import type { ApiKeyScope, CreatedApiKey } from "@/lib/api-keys/types";
import { paths } from "@/lib/paths";

const JSON_TYPE = "-H 'Content-Type: application/json'";

/** Calls by scope. The first one that the key may make is shown, so reading comes first: it changes nothing. */
const CALLS: [ApiKeyScope, { path: string; parts: string[] }][] = [
  ["read", { path: `${paths.api.v1Urls}?limit=5`, parts: [] }],
  ["create", { path: paths.api.v1Urls, parts: [JSON_TYPE, `-d '{"url":"https://example.com/spring"}'`] }],
  ["update", { path: paths.api.v1Url("SHORT_CODE"), parts: ["-X PATCH", JSON_TYPE, `-d '{"status":"paused"}'`] }],
  ["delete", { path: paths.api.v1Url("SHORT_CODE"), parts: ["-X DELETE"] }],
];

/** A curl command that a new key can make, with the key in it. */
export function firstCall({ apiKey, scopes }: Pick<CreatedApiKey, "apiKey" | "scopes">, baseUrl: string): string {
  const { path, parts } = CALLS.find(([scope]) => scopes.includes(scope))?.[1] ?? {
    path: paths.api.openApi,
    parts: [],
  };
  return [`curl "${baseUrl}${path}"`, `-H "Authorization: Bearer ${apiKey}"`, ...parts].join(" \\\n  ");
}
