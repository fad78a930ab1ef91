import { ApiError, call } from "@/components/data/api";
import { errorText, toastFailure } from "@/components/data/toast-error";
import { getToasts } from "@/components/ui/toast/toast-store";
import { AppError, ERROR_STATUS, type ErrorCode, unauthorized } from "@/lib/errors";
import { errorResponse } from "@/lib/http/error-response";
import { log } from "@/lib/log";

beforeAll(() => {
  log.level = "silent";
});

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];
const MESSAGE = "Short URL not found";

/** The error that a call throws when a route fails with `error`. */
async function failureOf(error: unknown): Promise<unknown> {
  jest.spyOn(globalThis, "fetch").mockResolvedValueOnce(errorResponse(error, { requestId: "1", isPublicApi: false }));
  return call("DELETE", "/api/urls/1").catch((failure: unknown) => failure);
}

const refusal = (code: ErrorCode) =>
  code === "internal" ? new Error("relation does not exist") : new AppError(code, MESSAGE);

const shown = () => getToasts().map(({ title, description, variant }) => ({ title, description, variant }));

test.each(CODES.filter((code) => code !== "unauthorized"))(
  "a fixed failure text is followed by the server's message for 403, 404, 409 and 429 only: %s",
  async (code) => {
    toastFailure(await failureOf(refusal(code)), "Failed to delete URL");
    const isActionable = [403, 404, 409, 429].includes(ERROR_STATUS[code]);
    expect(shown()).toEqual([
      {
        title: "Failed to delete URL",
        description: isActionable ? MESSAGE : undefined,
        variant: "destructive",
      },
    ]);
  },
);

test.each([
  ["the database is unavailable", Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })],
  ["the server fails", new Error("relation does not exist")],
])("a fixed failure text stands alone when %s", async (_, error) => {
  toastFailure(await failureOf(error), "Failed to update group");
  expect(shown()).toEqual([{ title: "Failed to update group", description: undefined, variant: "destructive" }]);
});

test.each([
  ["the network fails", new TypeError("Failed to fetch")],
  ["a proxy responds", new ApiError(404, "<html>Not found</html>", "Not Found")],
])("a fixed failure text stands alone when %s", (_, error) => {
  toastFailure(error, "Failed to refresh favicons");
  expect(shown()).toEqual([{ title: "Failed to refresh favicons", description: undefined, variant: "destructive" }]);
});

test("a lost session shows no failure", async () => {
  const before = getToasts();
  toastFailure(await failureOf(unauthorized()), "Failed to create group");
  expect(getToasts()).toBe(before);
});

test.each([
  ["conflict", MESSAGE],
  ["invalid", MESSAGE],
  ["unavailable", MESSAGE],
  ["internal", "Failed to create user"],
] as const)("other failures show the server's message, except for internal errors: %s", async (code, text) => {
  expect(errorText(await failureOf(refusal(code)), "Failed to create user")).toBe(text);
});
