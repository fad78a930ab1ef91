import { ApiError, call, isUnauthorized, send } from "@/components/data/api";
import { errorText } from "@/components/data/toast-error";

const fetchMock = jest.spyOn(globalThis, "fetch");

function answer(status: number, body: string, statusText = "") {
  fetchMock.mockResolvedValueOnce(new Response(body, { status, statusText }));
}

/** What every call sends. */
const ACCEPT = { Accept: "application/json, image/*" };
const COMMON = { credentials: "include", redirect: "manual", signal: expect.any(AbortSignal) };

describe("a call", () => {
  test("sends cookies, and neither body nor content type if there is no body", async () => {
    answer(200, "{}");
    await call("POST", "/api/auth/logout");
    expect(fetchMock).toHaveBeenLastCalledWith("/api/auth/logout", { ...COMMON, method: "POST", headers: ACCEPT });
  });

  test("sends the acting user with changes, but not with reads", async () => {
    await jest.isolateModulesAsync(async () => {
      const api = await import("@/components/data/api");
      api.actAs("ann");
      answer(200, "{}");
      await api.call("DELETE", "/api/sessions");
      expect(fetchMock).toHaveBeenLastCalledWith("/api/sessions", {
        ...COMMON,
        method: "DELETE",
        headers: { ...ACCEPT, "X-Acting-User": "ann" },
      });
      answer(200, "[]");
      await api.call("GET", "/api/sessions");
      expect(fetchMock).toHaveBeenLastCalledWith("/api/sessions", { ...COMMON, method: "GET", headers: ACCEPT });
    });
  });

  test("sends a body as JSON", async () => {
    answer(200, "{}");
    await call("PUT", "/api/urls/1", { status: "paused" });
    expect(fetchMock).toHaveBeenLastCalledWith(
      "/api/urls/1",
      expect.objectContaining({
        body: '{"status":"paused"}',
        headers: { ...ACCEPT, "Content-Type": "application/json" },
      }),
    );
  });

  test("fails with the status, the body, and the server's message and field", async () => {
    const body = '{"message":"This short code is already taken","code":"short_code_taken","field":"shortCode"}';
    answer(409, body);
    await expect(call("POST", "/api/urls", {})).rejects.toMatchObject({
      message: `409: ${body}`,
      serverMessage: "This short code is already taken",
      code: "short_code_taken",
      field: "shortCode",
    });
  });

  test("fails with the seconds after which a limit allows another attempt", async () => {
    fetchMock.mockResolvedValueOnce(new Response("", { status: 429, headers: { "Retry-After": "600" } }));
    await expect(call("POST", "/api/auth/request", {})).rejects.toMatchObject({ retryAfterSeconds: 600 });
    answer(503, "");
    await expect(call("GET", "/api/urls")).rejects.toMatchObject({ retryAfterSeconds: undefined });
  });

  test("fails with the status text if the body is empty", async () => {
    answer(502, "", "Bad Gateway");
    await expect(call("GET", "/api/urls")).rejects.toThrow("502: Bad Gateway");
  });

  test.each([
    ["GET", 60_000],
    ["PUT", 120_000],
  ] as const)("%s fails like a broken connection if there is no response within %i ms", async (method, limit) => {
    const timer = new AbortController();
    const timeout = jest.spyOn(AbortSignal, "timeout").mockReturnValueOnce(timer.signal);
    fetchMock.mockImplementationOnce(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    );
    const failure = call(method, "/api/urls/1").catch((error: unknown) => error);
    expect(timeout).toHaveBeenLastCalledWith(limit);
    timer.abort(new DOMException("too late", "TimeoutError"));
    expect(errorText(await failure, "Failed to load")).toBe("Failed to load");
    timeout.mockRestore();
  });
});

describe("a proxy that asks for a sign-in of its own is taken for the end of the session", () => {
  const page = { headers: { "Content-Type": "text/html; charset=utf-8" } };
  const redirect = () => Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });

  test.each([
    ["redirects", redirect],
    ["answers with a page", () => new Response("<title>Sign in</title>", page)],
    ["refuses, without a status text", () => new Response("<title>401</title>", { ...page, status: 401 })],
  ])("if it %s", async (_, respond) => {
    fetchMock.mockResolvedValueOnce(respond());
    const error: unknown = await send("GET", "/api/urls/1/qr").catch((failure: unknown) => failure);
    expect(isUnauthorized(error)).toBe(true);
  });

  test("but not if it reports a failure with a page", async () => {
    fetchMock.mockResolvedValueOnce(new Response("<title>502</title>", { ...page, status: 502 }));
    const error: unknown = await send("GET", "/api/urls").catch((failure: unknown) => failure);
    expect(isUnauthorized(error)).toBe(false);
  });
});

test.each([
  [new ApiError(401, '{"message":"Unauthorized","code":"unauthorized"}', ""), true],
  [new ApiError(401, "", "Unauthorized"), true],
  [new ApiError(403, "Unauthorized", ""), false],
  // A proxy's, of which HTTP/2 transfers no status text.
  [new ApiError(401, "", ""), true],
  [new TypeError("Failed to fetch"), false],
])("%s means signed out: %s", (error, expected) => {
  expect(isUnauthorized(error)).toBe(expected);
});
