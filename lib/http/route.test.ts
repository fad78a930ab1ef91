import { NextRequest } from "next/server";
import { AppError } from "@/lib/errors";
import { DATABASE_UNAVAILABLE } from "@/lib/http/error-response";
import { imageResponse } from "@/lib/http/image-response";
import { listResponse } from "@/lib/http/list-response";
import { route } from "@/lib/http/route";
import { log } from "@/lib/log";
import * as z from "@/lib/zod";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const call = (handler: ReturnType<typeof route>, init: object = {}, path = "/api/items") =>
  handler(new NextRequest(`http://hop.example${path}`, init), { params: Promise.resolve({ id: "7" }) });

const json = (body: unknown) => ({
  method: "POST",
  body: JSON.stringify(body),
  headers: { "Content-Type": "application/json" },
});

describe("a declared route", () => {
  test("passes parsed path, query and body to its handler, and answers uncacheable JSON", async () => {
    const handler = route(
      {
        auth: "public",
        params: z.object({ id: z.coerce.number() }),
        query: z.object({ limit: z.coerce.number().default(5) }),
        body: z.object({ name: z.string().trim() }),
        status: 201,
      },
      ({ actor, params, query, body }) => ({ actor, params, query, body }),
    );
    const response = await call(handler, json({ name: " a " }), "/api/items?limit=3");
    expect(response.status).toBe(201);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(response.headers.get("X-Request-Id")).toMatch(UUID);
    expect(await response.json()).toEqual({ actor: null, params: { id: 7 }, query: { limit: 3 }, body: { name: "a" } });
  });

  test("takes the last value of a repeated query parameter, and all of a declared one", async () => {
    const query = z.object({ filter: z.array(z.string()).optional(), limit: z.string().optional() });
    const handler = route({ auth: "public", query, repeated: ["filter"] }, ({ query }) => query);
    const ask = async (search: string) => (await call(handler, {}, `/api/items${search}`)).json();
    expect(await ask("?filter=a&limit=1&filter=b&limit=2")).toEqual({ filter: ["a", "b"], limit: "2" });
    expect(await ask("?filter=a")).toEqual({ filter: ["a"] });
    expect(await ask("")).toEqual({});
  });

  test("answers an AppError with its message and the request id", async () => {
    const handler = route({ auth: "public" }, () => {
      throw new AppError("rate_limited", "Too many", "email", 60);
    });
    const response = await call(handler);
    expect([response.status, response.headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(await response.json()).toEqual({
      message: "Too many",
      code: "rate_limited",
      field: "email",
      requestId: response.headers.get("X-Request-Id"),
    });
  });

  test("returns 503 with Retry-After while the database is unavailable, and logs why", async () => {
    const logged = jest.spyOn(log, "error").mockImplementation(() => undefined);
    const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const response = await call(
      route({ auth: "public" }, () => Promise.reject(away)),
      {},
      "/api/v1/urls",
    );
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ success: false, code: "unavailable", message: DATABASE_UNAVAILABLE });
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ err: away }), "database unavailable");
    logged.mockRestore();
  });

  test("answers an unknown error opaquely, and logs it in full", async () => {
    const logged = jest.spyOn(log, "error").mockReturnValue(undefined);
    const failure = new Error('relation "secret_table" does not exist');
    const handler = route({ auth: "public" }, () => Promise.reject(failure));
    const response = await call(handler);
    const requestId = response.headers.get("X-Request-Id");
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: "Internal server error", code: "internal", requestId });
    expect(logged).toHaveBeenCalledWith({ err: failure, requestId }, "request failed");
    logged.mockRestore();
  });

  test.each([
    ["a bad body", json({ name: 1 }), 400],
    ["a body of another type", { method: "POST", body: "a=1" }, 415],
    [
      "another site",
      { ...json({ name: "a" }), headers: { "Content-Type": "application/json", Origin: "https://evil.example" } },
      403,
    ],
  ])("does not run the handler for %s", async (_name, init, status) => {
    const run = jest.fn();
    const response = await call(route({ auth: "public", body: z.object({ name: z.string() }) }, run), init);
    expect([response.status, run.mock.calls]).toEqual([status, []]);
  });

  test("reads the body of a refused request, whose sender may otherwise get a reset instead of the response", async () => {
    let parts = 50;
    const body = new ReadableStream({
      pull: (controller) => (parts-- > 0 ? controller.enqueue(Buffer.alloc(64 * 1024)) : controller.close()),
    });
    const handler = route({ auth: "public", params: z.object({ id: z.uuid() }) }, () => ({}));
    const { status } = await call(handler, { method: "POST", body, duplex: "half" });
    expect([status, parts]).toEqual([400, -1]);
  });

  test("passes a Response through unchanged", async () => {
    const handler = route(
      { auth: "public" },
      () => new Response("picture", { headers: { "Cache-Control": "public" } }),
    );
    const response = await call(handler);
    expect([await response.text(), response.headers.get("Cache-Control")]).toEqual(["picture", "public"]);
  });
});

describe("a list", () => {
  test("is a plain array with a total and a link to the next page", async () => {
    const url = new URL("http://hop.example/api/urls?q=a%26b&limit=2&cursor=old");
    const response = listResponse({ items: [1, 2], total: 9, nextCursor: "new" }, url);
    expect(await response.json()).toEqual([1, 2]);
    expect(response.headers.get("X-Total-Count")).toBe("9");
    expect(response.headers.get("Link")).toBe('</api/urls?q=a%26b&limit=2&cursor=new>; rel="next"');
  });

  test("has no Link on its last page", () => {
    const response = listResponse({ items: [], total: 0, nextCursor: null }, new URL("http://hop.example/api/urls"));
    expect(response.headers.has("Link")).toBe(false);
  });
});

describe("an image", () => {
  const image = { bytes: Buffer.from("<svg/>"), mediaType: "image/svg+xml", etag: '"abc"', fileName: "code.svg" };

  test("cannot run scripts when opened directly", () => {
    const { headers } = imageResponse(image, { isDownload: false, ifNoneMatch: null });
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.has("Content-Disposition")).toBe(false);
  });

  test("is downloaded under its file name", () => {
    const { headers } = imageResponse(image, { isDownload: true, ifNoneMatch: null });
    expect(headers.get("Content-Disposition")).toBe('attachment; filename="code.svg"');
  });

  test.each([
    ['"abc"', 304],
    ['"old", "abc"', 304],
    ['"old"', 200],
    [null, 200],
  ])("answers If-None-Match %s with %d", (ifNoneMatch, status) => {
    expect(imageResponse(image, { isDownload: false, ifNoneMatch }).status).toBe(status);
  });
});

describe("a body that nobody reads yet", () => {
  const watched = () => {
    const cancel = jest.fn();
    const body = new ReadableStream({ cancel });
    return { body, cancel, handler: route({ auth: "public" }, () => new Response(body)) };
  };

  test("is cancelled if the client disconnects before the response", async () => {
    const { cancel, handler } = watched();
    await call(handler, { signal: AbortSignal.abort() });
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  test("is cancelled once the client disconnects", async () => {
    const { cancel, handler } = watched();
    const client = new AbortController();
    await call(handler, { signal: client.signal });
    expect(cancel).not.toHaveBeenCalled();
    client.abort();
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  test("is left to whoever reads it", async () => {
    const { body, cancel, handler } = watched();
    const client = new AbortController();
    await call(handler, { signal: client.signal });
    const reader = body.getReader();
    client.abort();
    expect(cancel).not.toHaveBeenCalled();
    await reader.cancel();
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});
