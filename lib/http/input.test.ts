import { MAX_BODY_BYTES, parseInput, readJsonBody } from "@/lib/http/input";
import * as z from "@/lib/zod";

function post(body: BodyInit, contentType = "application/json"): Request {
  return new Request("http://localhost/", { method: "POST", body, headers: { "Content-Type": contentType } });
}

const code = (call: Promise<unknown>) =>
  call.then(
    () => "read",
    (error: { code: string }) => error.code,
  );

/** A body of undeclared length. */
function stream(bytes: number): ReadableStream {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      const size = Math.min(left, 16 * 1024);
      if (size === 0) controller.close();
      else controller.enqueue(new Uint8Array(size).fill(0x20));
      left -= size;
    },
  });
}

describe("a body", () => {
  test.each([
    ["JSON", '{"a":[1,"ü"]}', "application/json", { a: [1, "ü"] }],
    ["JSON with a charset", "null", "Application/JSON; charset=utf-8", null],
  ])("of %s is read", async (_name, body, contentType, value) => {
    expect(await readJsonBody(post(body, contentType))).toEqual(value);
  });

  test.each([
    ["a form", "a=1", "application/x-www-form-urlencoded", "unsupported_media_type"],
    ["text, as another site may send it", "{}", "text/plain", "unsupported_media_type"],
    ["a type that merely starts with application/json", "{}", "application/jsonp", "unsupported_media_type"],
    ["broken JSON", '{"a":', "application/json", "malformed"],
    ["nothing", "", "application/json", "malformed"],
    ["invalid UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "application/json", "malformed"],
    ["one byte too many", `"${"a".repeat(MAX_BODY_BYTES - 1)}"`, "application/json", "too_large"],
  ])("of %s is rejected", async (_name, body, contentType, expected) => {
    expect(await code(readJsonBody(post(body, contentType)))).toBe(expected);
  });

  test.each([
    ["gzip", "unsupported_media_type"],
    ["identity", "read"],
  ])("with the encoding %s: %s", async (encoding, expected) => {
    const request = post("{}");
    request.headers.set("Content-Encoding", encoding);
    expect(await code(readJsonBody(request))).toBe(expected);
  });

  test("is read up to the size limit", async () => {
    expect(await code(readJsonBody(post(`"${"a".repeat(MAX_BODY_BYTES - 2)}"`)))).toBe("read");
  });

  test("that never ends is rejected at the size limit", async () => {
    const body = stream(Number.POSITIVE_INFINITY);
    const request = new Request("http://localhost/", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json" },
      duplex: "half",
    } as RequestInit);
    expect(await code(readJsonBody(request))).toBe("too_large");
  });

  test("without a content type is rejected", async () => {
    const request = new Request("http://localhost/", { method: "POST" });
    expect(await code(readJsonBody(request))).toBe("unsupported_media_type");
  });
});

describe("an input", () => {
  const schema = z.object({
    name: z.string("Name is required"),
    inner: z.object({ list: z.array(z.string()) }).optional(),
  });

  function refusal(input: unknown) {
    try {
      return parseInput(schema, input);
    } catch (error) {
      const { code, message, field } = error as { code: string; message: string; field?: string };
      return { code, message, field };
    }
  }

  test("is returned as its schema parses it", () => {
    expect(refusal({ name: "a", unknown: 1 })).toEqual({ name: "a" });
    expect(parseInput(undefined, { anything: 1 })).toBeUndefined();
  });

  test.each([
    ["the first problem and the field's name", { inner: 1 }, { message: "Name is required", field: "name" }],
    ["the path of a nested field", { name: "a", inner: { list: ["b", 1] } }, { field: "inner.list.1" }],
    ["no field if it is not an object", "text", { field: undefined }],
    ["no field if it is a list", [], { field: undefined }],
  ])("is rejected with %s", (_name, input, expected) => {
    expect(refusal(input)).toMatchObject({ code: "invalid", ...expected });
  });

  test.each([
    ["a NUL character", "a\u0000b"],
    ["a lone high surrogate", "a\ud83d"],
    ["a lone low surrogate", "\ude00a"],
    ["a reversed surrogate pair", "\ude00\ud83d"],
  ])("is rejected if it contains %s, which the database cannot store", (_name, text) => {
    const message = "Text contains characters that are not allowed";
    expect(refusal({ name: text })).toEqual({ code: "invalid", message, field: "name" });
    expect(refusal({ name: "a", inner: { list: ["b", text] } })).toEqual({
      code: "invalid",
      message,
      field: "inner.list.1",
    });
    expect(refusal({ name: "a", unknown: text })).toMatchObject({ code: "invalid" });
    expect(refusal({ name: "a", [text]: 1 })).toEqual({ name: "a" });
  });

  test("says what its field's own rules say about a character that cannot be stored", () => {
    const strict = z.object({ code: z.string().regex(/^[a-z]*$/, "Letters only"), name: z.string() });
    const input = { code: "a\u0000", name: "b" };
    expect(() => parseInput(strict, input)).toThrow(
      expect.objectContaining({ message: "Letters only", field: "code" }),
    );
    const other = { code: "1", name: "\u0000" };
    expect(() => parseInput(strict, other)).toThrow(expect.objectContaining({ field: "name" }));
  });

  test("may contain surrogate pairs", () => {
    expect(refusal({ name: "😀" })).toEqual({ name: "😀" });
  });
});
