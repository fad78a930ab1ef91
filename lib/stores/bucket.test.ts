import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { openBucket } from "@/lib/stores/bucket";
import { StoreError } from "@/lib/stores/store";
import { BUCKET, type Fault, refuse, type S3Server, startS3 } from "@/lib/stores/testing/s3-server";

const MIB = 1024 * 1024;
const NAME = "hop-2026-11-22T03-00-00Z-0a1b2c3d.backup";
const signal = new AbortController().signal;

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterEach(() => {
  s3.state.fault = undefined;
  s3.state.requests.length = 0;
});
afterAll(() => s3.stop());

const open = (prefix = "hop/", options = {}) =>
  openBucket({ bucket: BUCKET, prefix }, `s3://${BUCKET}/${prefix}`, { partBytes: 5 * MIB, ...options });

/** Writes like a backup: in pieces, without knowing how many. */
const send = (content: Buffer) => (target: NodeJS.WritableStream) =>
  pipeline(async function* () {
    for (let at = 0; at < content.length; at += 64 * 1024) yield content.subarray(at, at + 64 * 1024);
  }, target);

async function failure(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => new Error("did not fail"),
    (error: Error) => error,
  );
}

test.each([0, 1, 5 * MIB, 5 * MIB + 1, 12 * MIB])("%i bytes are stored and read back", async (bytes) => {
  const content = randomBytes(bytes);
  const store = open();
  await store.write(NAME, send(content), signal);
  expect((await buffer(await store.read(NAME, signal))).equals(content)).toBe(true);
  expect(await store.list()).toEqual([{ name: NAME, bytes }]);
  expect(s3.unfinishedUploads()).toEqual([]);
  await store.remove(NAME);
  expect(await store.list()).toEqual([]);
});

test.each(["a b/", "ü/", "?#/", "%2F/", "+()/", "*=/"])("a prefix may be %s", async (prefix) => {
  const store = open(prefix);
  await store.write(NAME, send(Buffer.from("x")), signal);
  expect(await store.list()).toEqual([{ name: NAME, bytes: 1 }]);
  expect(await buffer(await store.read(NAME, signal))).toEqual(Buffer.from("x"));
  await store.remove(NAME);
  expect(await store.list()).toEqual([]);
});

test("only backups are listed, on all pages", async () => {
  const names = Array.from({ length: 3 }, (_, day) => `hop-2026-11-0${day + 1}T00-00-00Z-00000000.backup`);
  const page = (from: number) => {
    const keys = Array.from({ length: 1000 }, (_, at) => `hop/hop-${String(from + at).padStart(5, "0")}`);
    const isLast = from >= 9_000;
    if (isLast) keys.push(...names.map((name) => `hop/${name}`), `hop/${names[0]}/below`);
    const items = keys.map((key) => `<Contents><Key>${key}</Key><Size>7</Size></Contents>`).join("");
    const next = isLast ? "" : `<NextContinuationToken>${from + 1000}</NextContinuationToken>`;
    return `<ListBucketResult>${items}<IsTruncated>${!isLast}</IsTruncated>${next}</ListBucketResult>`;
  };
  s3.state.fault = (request, response) => {
    const token = new URL(request.url ?? "", s3.endpoint).searchParams.get("continuation-token");
    response.end(page(Number(token ?? 0)));
    return true;
  };
  expect(await open().list()).toEqual(names.map((name) => ({ name, bytes: 7 })));
  expect(s3.state.requests).toHaveLength(10);
});

test("the check needs the right to write and leaves nothing behind", async () => {
  await open().check();
  expect(s3.unfinishedUploads()).toEqual([]);
  s3.state.fault = (request, response) => request.method === "POST" && refuse(403, "AccessDenied")(request, response);
  await expect(open().check()).rejects.toThrow(/refused access \(403 AccessDenied\)/);
});

test("an error of the server is retried", async () => {
  let failures = 2;
  s3.state.fault = (request, response) =>
    request.method === "PUT" && failures-- > 0 && refuse(500, "InternalError")(request, response);
  await open().write(NAME, send(randomBytes(12 * MIB)), signal);
  expect(s3.unfinishedUploads()).toEqual([]);
  await open().remove(NAME);
});

describe("a failure is one sentence without secrets:", () => {
  test.each([
    [500, "InternalError", /returned 500 InternalError in each of 4 attempts: the storage is overloaded/],
    [503, "SlowDown", /returned 503 SlowDown in each of 4 attempts: the storage is overloaded/],
    [403, "AccessDenied", /refused access \(403 AccessDenied\): check AWS_ACCESS_KEY_ID/],
    [403, "SignatureDoesNotMatch", /refused access .* check AWS_ACCESS_KEY_ID/],
    [403, "InvalidAccessKeyId", /refused access .* check AWS_ACCESS_KEY_ID/],
    [404, "NoSuchBucket", /does not exist \(404 NoSuchBucket\): create the bucket/],
    [301, "PermanentRedirect", /in another region or at another address: correct AWS_REGION/],
    [307, "TemporaryRedirect", /in another region or at another address/],
    [403, "RequestTimeTooSkewed", /refused access .* correct the clock of this machine/],
    [400, "hunter2</Code><Code>", /refused the request \(400 \w+\): look up this error/],
  ])("%i %s", async (status, code, message) => {
    s3.state.fault = refuse(status, code);
    const error = await failure(open().write(NAME, send(randomBytes(12 * MIB)), signal));
    expect(error).toBeInstanceOf(StoreError);
    expect(error.message).toMatch(message);
    expect(error.message).not.toMatch(/hunter2|S3RVER/);
    expect(error.cause).toBeUndefined();
  });

  test("a redirect to elsewhere is not followed", async () => {
    s3.state.fault = (request, response) => {
      request.resume();
      response.writeHead(302, { location: `${s3.endpoint}/elsewhere` }).end();
      return true;
    };
    expect((await failure(open().list())).message).toMatch(/in another region or at another address/);
    expect(s3.state.requests).not.toContain("GET /elsewhere");
  });

  test("a web site instead of S3", async () => {
    s3.state.fault = (request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><p>Welcome");
      return true;
    };
    const error = await failure(open().check());
    expect(error).toBeInstanceOf(StoreError);
    expect(error.message).toMatch(/did not give a valid S3 response \(\w+\): AWS_ENDPOINT_URL may point to a website/);
  });

  test("a connection that breaks", async () => {
    s3.state.fault = (request) => {
      request.socket.destroy();
      return true;
    };
    expect(await failure(open().list())).toBeInstanceOf(StoreError);
  });

  test("a server that hangs", async () => {
    s3.state.fault = () => true;
    const began = Date.now();
    const error = await failure(open("hop/", { idleTimeoutMs: 200 }).write(NAME, send(randomBytes(100)), signal));
    expect(error.message).toMatch(/did not answer in time/);
    expect(Date.now() - began).toBeLessThan(10_000);
  });
});

describe("a file whose reading fails half-way is one sentence too:", () => {
  const half = (after: (response: ServerResponse) => void): Fault => {
    return (request, response) => {
      if (request.method !== "GET") return false;
      response.writeHead(200, { "content-length": "1000" }).write("x".repeat(500), () => after(response));
      return true;
    };
  };

  test.each([
    [
      "the connection breaks",
      half((response) => response.destroy()),
      /cannot be reached, or the connection broke \(ECONNRESET\)/,
      60_000,
    ],
    ["nothing more comes", half(() => undefined), /did not answer in time: check AWS_ENDPOINT_URL/, 300],
  ])("%s", async (_what, fault, message, idleTimeoutMs) => {
    s3.state.fault = fault;
    const body = await open("hop/", { idleTimeoutMs }).read(NAME, signal);
    const error = await failure(buffer(body));
    expect(error).toBeInstanceOf(StoreError);
    expect(error.message).toMatch(message);
  });

  test("it is stopped", async () => {
    s3.state.fault = half(() => undefined);
    const stopping = new AbortController();
    const body = await open().read(NAME, stopping.signal);
    const reading = failure(buffer(body));
    stopping.abort();
    expect((await reading).name).toBe("AbortError");
  });
});

describe("an upload in parts leaves nothing behind", () => {
  test("when a part is refused", async () => {
    s3.state.fault = (request, response) =>
      Boolean(request.url?.includes("partNumber=2")) && refuse(403, "AccessDenied")(request, response);
    await expect(open().write(NAME, send(randomBytes(12 * MIB)), signal)).rejects.toThrow(/refused access/);
    expect(s3.unfinishedUploads()).toEqual([]);
  });

  test("when the producer fails, whose error is reported", async () => {
    const produce = async (target: NodeJS.WritableStream) => {
      await new Promise((resolve) => target.write(randomBytes(12 * MIB), resolve));
      throw new Error("the database is gone");
    };
    await expect(open().write(NAME, produce, signal)).rejects.toThrow("the database is gone");
    expect([s3.unfinishedUploads(), await open().list()]).toEqual([[], []]);
  });

  test("when it is stopped, even while the server hangs", async () => {
    const stopping = new AbortController();
    s3.state.fault = (request) => {
      if (!request.url?.includes("partNumber=2")) return false;
      stopping.abort();
      return true;
    };
    const writing = open().write(NAME, send(randomBytes(12 * MIB)), stopping.signal);
    expect((await failure(writing)).name).toBe("AbortError");
    expect(s3.unfinishedUploads()).toEqual([]);
  });

  test("after remove, when its process was killed", async () => {
    s3.state.fault = (request, response) =>
      (Boolean(request.url?.includes("partNumber=2")) || request.method === "DELETE") &&
      refuse(403, "AccessDenied")(request, response);
    await expect(open().write(NAME, send(randomBytes(12 * MIB)), signal)).rejects.toThrow();
    s3.state.fault = undefined;
    expect(s3.unfinishedUploads()).toEqual([`hop/${NAME}`]);
    await open().remove(NAME.replace("0a1b2c3d", "ffffffff"));
    expect(s3.unfinishedUploads()).toEqual([`hop/${NAME}`]);
    await open().remove(NAME);
    expect(s3.unfinishedUploads()).toEqual([]);
  });
});
