import { confirmLink, isSpent } from "@/components/auth/confirm-link";
import { ApiError } from "@/components/data/api";

function answer(...responses: (Response | Error)[]) {
  const fetchMock = jest.spyOn(globalThis, "fetch");
  for (const response of responses) {
    if (response instanceof Error) fetchMock.mockRejectedValueOnce(response);
    else fetchMock.mockResolvedValueOnce(response);
  }
}

const refusal = (status: number, code: string) => Response.json({ message: "no", code }, { status });

test.each([
  ["keeps the cookie", true, Response.json({ id: "ann" })],
  ["drops the cookie", false, refusal(401, "unauthorized")],
  ["keeps the cookie, for all that is known", true, refusal(503, "unavailable")],
  ["loses the connection", true, new TypeError("Failed to fetch")],
])("a browser that %s counts as signed in: %s", async (_, expected, response) => {
  answer(Response.json({}), response);
  expect(await confirmLink("token")).toBe(expected);
});

test("a link that is refused is not followed by the check", async () => {
  answer(refusal(400, "invalid"));
  const error: unknown = await confirmLink("token").catch((failure: unknown) => failure);
  expect(isSpent(error)).toBe(true);
});

test.each([
  ["403 of a proxy", new ApiError(403, "<h1>Forbidden</h1>", "")],
  ["407 of a proxy", new ApiError(407, "", "Proxy Authentication Required")],
  ["429", new ApiError(429, '{"message":"Too many","code":"rate_limited"}', "")],
  ["a lost connection", new TypeError("Failed to fetch")],
])("a link is not spent after %s", (_, error) => {
  expect(isSpent(error)).toBe(false);
});
