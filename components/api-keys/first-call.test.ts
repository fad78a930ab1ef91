import { firstCall } from "@/components/api-keys/first-call";
import type { ApiKeyScope } from "@/lib/api-keys/types";

const START = `curl "https://hop.example/api/v1/urls`;
const KEY = `-H "Authorization: Bearer hop_x"`;
const JSON_TYPE = "-H 'Content-Type: application/json'";

test.each<[ApiKeyScope[], string[]]>([
  [
    ["create", "read", "update", "delete"],
    [`${START}?limit=5"`, KEY],
  ],
  [["create"], [`${START}"`, KEY, JSON_TYPE, `-d '{"url":"https://example.com/spring"}'`]],
  [
    ["update", "delete"],
    [`${START}/SHORT_CODE"`, KEY, "-X PATCH", JSON_TYPE, `-d '{"status":"paused"}'`],
  ],
  [["delete"], [`${START}/SHORT_CODE"`, KEY, "-X DELETE"]],
])("a key with the scopes %p is shown in a call that it may make", (scopes, lines) => {
  expect(firstCall({ apiKey: "hop_x", scopes }, "https://hop.example").split(" \\\n  ")).toEqual(lines);
});
