import { ApiError } from "@/components/data/api";
import { createErrorText, nearLimitText } from "@/components/urls/url-errors";

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

test.each([
  [35, 40, null],
  [36, 40, "4 links left of your limit of 40 active URLs."],
  [39, 40, "1 link left of your limit of 40 active URLs."],
  [40, 40, "You've reached your limit of 40 active URLs. Request more URLs from support."],
  [41, 40, "You've reached your limit of 40 active URLs. Request more URLs from support."],
  [0, 2, null],
  [1, 1, "You've reached your limit of 1 active URL. Request more URLs from support."],
  [0, 1, "1 link left of your limit of 1 active URL."],
])("with %i of %i active links, the form warns: %s", (activeUrlCount, urlLimit, expected) => {
  expect(nearLimitText({ activeUrlCount, urlLimit })).toBe(expected);
});
