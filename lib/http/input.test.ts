import { z } from "zod";
import { MAX_BODY_BYTES, parseInput, readJsonBody } from "@/lib/http/input";

function post(body: BodyInit, contentType = "application/json"): Request {
  return new Request("http://localhost/", { method: "POST", body, headers: { "Content-Type": contentType } });
}

const code = (call: Promise<unknown>) =>
  call.then(
    () => "read",
    (error: { code: string }) => error.code,
  );

/** A body whose length nobody says beforehand. */
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
    ["text, as a page of another site may send it", "{}", "text/plain", "unsupported_media_type"],
    ["a type that only begins like JSON", "{}", "application/jsonp", "unsupported_media_type"],
    ["broken JSON", '{"a":', "application/json", "malformed"],
    ["nothing", "", "application/json", "malformed"],
    ["bytes that are no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "application/json", "malformed"],
    ["one byte too many", `"${"a".repeat(MAX_BODY_BYTES - 1)}"`, "application/json", "too_large"],
  ])("of %s is refused", async (_name, body, contentType, expected) => {
    expect(await code(readJsonBody(post(body, contentType)))).toBe(expected);
  });

  test("is read up to its limit", async () => {
    expect(await code(readJsonBody(post(`"${"a".repeat(MAX_BODY_BYTES - 2)}"`)))).toBe("read");
  });

  test("that never ends is given up at its limit", async () => {
    const body = stream(Number.POSITIVE_INFINITY);
    const request = new Request("http://localhost/", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json" },
      duplex: "half",
    } as RequestInit);
    expect(await code(readJsonBody(request))).toBe("too_large");
  });

  test("without a content type is refused", async () => {
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

  test("is given back as its schema makes it", () => {
    expect(refusal({ name: "a", unknown: 1 })).toEqual({ name: "a" });
    expect(parseInput(undefined, { anything: 1 })).toBeUndefined();
  });

  test.each([
    ["the first problem and its field", { inner: 1 }, { message: "Name is required", field: "name" }],
    ["the path of a field that lies deeper", { name: "a", inner: { list: ["b", 1] } }, { field: "inner.list.1" }],
    ["no field where the whole is wrong", "text", { field: undefined }],
    ["no field where the whole is a list", [], { field: undefined }],
  ])("is refused with %s", (_name, input, expected) => {
    expect(refusal(input)).toMatchObject({ code: "invalid", ...expected });
  });

  test.each([
    ["a NUL character", "a\u0000b"],
    ["half a surrogate pair, the first", "a\ud83d"],
    ["half a surrogate pair, the second", "\ude00a"],
    ["a pair the wrong way round", "\ude00\ud83d"],
  ])("is refused with %s, which the database cannot hold", (_name, text) => {
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

  test("may hold whole surrogate pairs", () => {
    expect(refusal({ name: "😀" })).toEqual({ name: "😀" });
  });
});
