import { ApiError } from "@/components/data/api";
import { createErrorText } from "@/components/urls/url-errors";

const LIMIT_OF_THREE =
  "URL Limit Reached - You've reached your limit of 3 active URLs. Request more URLs from support.";

test.each([
  ["the limit", new ApiError(403, '{"message":"URL limit reached: at most 3 active URLs"}', ""), LIMIT_OF_THREE],
  ["the limit in other words", new ApiError(403, "You have reached your URL limit", ""), LIMIT_OF_THREE],
  [
    "another refusal",
    new ApiError(409, '{"message":"This short code is already taken"}', ""),
    "This short code is already taken",
  ],
  ["no answer", new TypeError("Failed to fetch"), "Failed to create short URL"],
])("a link that could not be created for %s", (_, error, text) => {
  expect(createErrorText(error, 3)).toBe(text);
});
