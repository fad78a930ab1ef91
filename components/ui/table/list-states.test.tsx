import { renderToStaticMarkup } from "react-dom/server";
import { ApiError } from "@/components/data/api";
import { ListFailed, type ListFailure, ListOutdated, toListFailure } from "@/components/ui/table/list-states";

const refetch = () => Promise.resolve();
const query = (error: Error | null) => ({ isError: error !== null, error, isFetching: false, refetch });
const refusal = (status: number, code: string, message: string) =>
  new ApiError(status, JSON.stringify({ message, code }), "");
const textsOf = (face: (failure: ListFailure) => React.ReactNode, error: Error) => {
  const failure = toListFailure("Failed to fetch analytics", query(null), query(error));
  const html = renderToStaticMarkup(failure && face(failure));
  return [...html.matchAll(/<p[^>]*>([^<]+)/g)].map(([, text]) => text?.trim());
};

const TOO_LONG = "Counting these clicks takes too long. Please choose a shorter range.";
const LIMITED = "Too many requests. Please try again in 40 seconds.";
const CHECK = "Check your connection and try again.";

test.each([
  ["takes too long", refusal(503, "unavailable", TOO_LONG), TOO_LONG],
  ["is refused", refusal(429, "rate_limited", LIMITED), LIMITED],
  ["is for something that is gone", refusal(404, "not_found", "Short URL not found"), "Short URL not found"],
  ["fails", refusal(500, "internal", "Internal server error"), CHECK],
  ["is answered by a proxy", new ApiError(502, "<html>Bad gateway</html>", "Bad Gateway"), CHECK],
  ["gets another service's error", new ApiError(403, '{"message":{"text":"No"},"code":1}', ""), CHECK],
  ["gets null", new ApiError(502, "null", ""), CHECK],
  ["doesn't arrive", new TypeError("Failed to fetch"), CHECK],
])("a list whose call %s says what to do", (_, error, text) => {
  expect(textsOf(ListFailed, error)).toEqual(["Failed to fetch analytics", text]);
});

test.each([
  [refusal(429, "rate_limited", LIMITED), ` ${LIMITED}`],
  [new TypeError("Failed to fetch"), ""],
])("rows that could not be refreshed stay, with the server's reason if it gave one", (error, reason) => {
  const text = `Failed to fetch analytics. What you see may be out of date.${reason}`;
  expect(textsOf(ListOutdated, error)).toEqual([text]);
});
