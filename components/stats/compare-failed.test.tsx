import { renderToStaticMarkup } from "react-dom/server";
import { ApiError } from "@/components/data/api";
import { CompareFailed } from "@/components/stats/compare-failed";

const buttonsAfter = (status: number) => {
  const failure = { title: "These links could not be compared", onRetry: () => undefined, retrying: false };
  const error = new ApiError(status, "", "");
  const html = renderToStaticMarkup(<CompareFailed error={error} failure={failure} onStartOver={() => undefined} />);
  return [...html.matchAll(/<button[^>]*><span[^>]*>([^<]+)/g)].map(([, text]) => text);
};

test("with a link that the user can't see, only starting over is offered", () => {
  expect(buttonsAfter(404)).toEqual(["Start over"]);
  expect(buttonsAfter(503)).toEqual(["Try again"]);
});
