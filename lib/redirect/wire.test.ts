import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { answerFor, LOOP, TOO_MANY, UNAVAILABLE } from "@/lib/redirect/answer";
import { readRequestHead, writeAnswer } from "@/lib/redirect/wire";

const head = (...lines: string[]) => Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
const GET = "GET /abc?qr=1 HTTP/1.1";
const HOST = "Host: hop.example";

test("parses what a browser sends", () => {
  const chunk = head(
    GET,
    HOST,
    "Connection: keep-alive",
    "User-Agent: Mozilla/5.0 (caf\xe9)",
    "referer:  https://news.example/ ",
    "X-Forwarded-For: 192.0.2.7, 10.0.0.1",
    "Sec-Purpose: prefetch",
    "CF-IPCountry: SE",
    "Accept: */*",
    "Accept-Language: de-AT,de;q=0.9",
    "Cookie: a=b",
  );
  expect(readRequestHead(chunk, "cf-ipcountry")).toEqual({
    method: "GET",
    target: "/abc?qr=1",
    host: "hop.example",
    userAgent: "Mozilla/5.0 (caf\xe9)",
    referer: "https://news.example/",
    forwardedFor: "192.0.2.7, 10.0.0.1",
    isPrefetch: true,
    country: "SE",
    acceptLanguage: "de-AT,de;q=0.9",
  });
});

test.each([
  ["Sec-Purpose: prefetch;prerender"],
  ["Purpose: prefetch"],
  ["X-moz: prefetch"],
  ["X-Purpose: preview"],
  ["Purpose: prefetch", "Sec-Purpose: prefetch"],
  ["X-Moz: other", "Sec-Purpose: prefetch"],
  ["Sec-Purpose: prefetch", "X-Moz: other"],
])("%s marks a prefetch", (...lines) => {
  expect(readRequestHead(head(GET, HOST, ...lines))).toMatchObject({ isPrefetch: true });
});

test.each([["Purpose: navigate"], ["X-Moz:"], ["X-Prefetch: prefetch"]])("%s marks no prefetch", (line) => {
  expect(readRequestHead(head(GET, HOST, line))).toMatchObject({ isPrefetch: false });
});

test.each(["TE: trailers", "te:Trailers "])("%j asks for nothing", (line) => {
  expect(readRequestHead(head(GET, HOST, line))).toMatchObject({ target: "/abc?qr=1" });
});

describe("the country is parsed", () => {
  const chunk = head(GET, HOST, "CF-IPCountry: SE", "CloudFront-Viewer-Country: NO");

  test.each([
    [undefined, undefined],
    ["cf-ipcountry", "SE"],
    ["cloudfront-viewer-country", "NO"],
    ["x-country", undefined],
  ])("from the header %s: %s", (countryHeader, country) => {
    expect(readRequestHead(chunk, countryHeader)?.country).toBe(country);
  });

  test("by node:http when it is repeated", () => {
    const twice = head(GET, HOST, "X-Country: SE", "x-country: NO");
    expect(readRequestHead(twice, "x-country")).toBeNull();
    expect(readRequestHead(twice)).toMatchObject({ country: undefined });
  });
});

test.each<[string, Buffer]>([
  ["is not whole", Buffer.from(`${GET}\r\n${HOST}\r\n`)],
  ["is followed by another", Buffer.concat([head(GET, HOST), head(GET, HOST)])],
  ["has a body behind it", Buffer.concat([head(GET, HOST), Buffer.from("x")])],
  ["announces a body", head(GET, HOST, "Content-Length: 0")],
  ["announces chunks", head(GET, HOST, "Transfer-Encoding: chunked")],
  ["hides that it announces chunks", head(GET, HOST, "Transfer-Encoding : chunked")],
  ["hides it behind a vertical tab", head(GET, HOST, "\x0bTransfer-Encoding: chunked")],
  ["hides it behind a bare line end", head(GET, `${HOST}\nTransfer-Encoding: chunked`)],
  ["hides it behind a bare carriage return", head(GET, `${HOST}\rTransfer-Encoding: chunked`)],
  ["folds a field", head(GET, HOST, "User-Agent: a", " b")],
  ["has no Host", head(GET, "User-Agent: a")],
  ["has two", head(GET, HOST, "host: other.example")],
  ["has one that is none", head(GET, "Host: hop.example/..")],
  ["says twice who it is", head(GET, HOST, "User-Agent: a", "User-Agent: b")],
  ["says twice where from", head(GET, HOST, "X-Forwarded-For: a", "X-Forwarded-For: b")],
  ["names its languages twice", head(GET, HOST, "Accept-Language: de", "Accept-Language: en")],
  ["accepts trailers twice", head(GET, HOST, "TE: trailers", "te: trailers")],
  ["accepts trailers twice in one field", head(GET, HOST, "TE: trailers, trailers")],
  ["accepts trailers and a transfer coding", head(GET, HOST, "TE: trailers, deflate;q=0.5")],
  ["accepts a transfer coding", head(GET, HOST, "TE: deflate")],
  ["accepts trailers by a weight", head(GET, HOST, "TE: trailers;q=1")],
  ["accepts no transfer coding", head(GET, HOST, "TE:")],
  ["accepts trailers for one hop", head(GET, HOST, "TE: trailers", "Connection: TE")],
  ["accepts trailers, and has a body", head(GET, HOST, "TE: trailers", "Transfer-Encoding: chunked")],
  ["hides chunks behind trailers", head(GET, HOST, "TE: trailers\nTransfer-Encoding: chunked")],
  ["wants another protocol", head(GET, HOST, "Upgrade: websocket", "Connection: Upgrade")],
  ["wants the connection closed", head(GET, HOST, "Connection: close")],
  ["is of HTTP/1.0", head("GET /abc HTTP/1.0", HOST)],
  ["is of another method", head("POST /abc HTTP/1.1", HOST)],
  ["names a whole URL", head("GET http://hop.example/abc HTTP/1.1", HOST)],
  ["has a space in its target", head("GET /a bc HTTP/1.1", HOST)],
  ["has a byte above ASCII in its target", head("GET /\xe9 HTTP/1.1", HOST)],
  ["holds a NUL", head(GET, HOST, "User-Agent: a\0b")],
  ["has a field without a name", head(GET, HOST, ": x")],
  ["has a field without a colon", head(GET, HOST, "User-Agent")],
  ["is longer than 8 KB", head(GET, HOST, `Cookie: ${"x".repeat(8200)}`)],
  ["is nothing", Buffer.alloc(0)],
  ["is the start of TLS", Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00])],
])("a request that %s is left to node:http", (_name, chunk) => {
  expect(readRequestHead(chunk)).toBeNull();
});

describe("responses equal those of node:http byte for byte, apart from the date", () => {
  let server: Server;
  const link = { id: "1", status: "active", destination: "https://example.com/a?b=1#c" } as const;
  const answers = {
    active: answerFor(link),
    unknown: answerFor(null),
    unavailable: UNAVAILABLE,
    tooMany: TOO_MANY,
    loop: LOOP,
  };

  beforeAll(
    () =>
      new Promise<void>((resolve) => {
        server = createServer((request, response) => {
          const { status, headers, body } = answers[(request.url ?? "").slice(1) as keyof typeof answers];
          response.writeHead(status, { ...headers, "Content-Length": body.length });
          response.end(request.method === "HEAD" ? undefined : body);
        }).listen(0, "127.0.0.1", resolve);
      }),
  );
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const withoutDate = (response: string) => response.replace(/Date: .*? GMT/, "Date:");

  function raw(method: string, path: string): Promise<string> {
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    return new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      let received = "";
      socket.setEncoding("latin1").on("data", (chunk) => {
        received += chunk;
        const [head = "", body] = received.split("\r\n\r\n");
        const length = method === "HEAD" ? 0 : Number(/Content-Length: (\d+)/.exec(head)?.[1]);
        if (body !== undefined && body.length >= length) socket.destroy();
      });
      socket.write(`${method} /${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      socket.on("close", () => resolve(received));
    });
  }

  test.each([
    ["GET", "active"],
    ["HEAD", "active"],
    ["GET", "unknown"],
    ["HEAD", "unknown"],
    ["GET", "unavailable"],
    ["GET", "tooMany"],
    ["GET", "loop"],
  ] as const)("%s of %s", async (method, which) => {
    expect(withoutDate(writeAnswer(answers[which], method === "HEAD", false))).toBe(
      withoutDate(await raw(method, which)),
    );
  });

  test("the last response of a connection announces that it closes", () => {
    const last = writeAnswer(answers.active, false, true);
    expect(last).toContain("\r\nConnection: close\r\n");
    expect(last).not.toContain("Keep-Alive");
  });

  test("bodies are ASCII, so that their length in characters equals that in bytes", () => {
    for (const { body } of Object.values(answers)) expect(Buffer.byteLength(body)).toBe(body.length);
  });
});

test("the date follows a clock that is set back", () => {
  const clock = jest.spyOn(Date, "now");
  const dateAt = (at: string) => {
    clock.mockReturnValue(Date.parse(at));
    return /^Date: (.*)\r$/m.exec(writeAnswer(UNAVAILABLE, false, false))?.[1];
  };
  try {
    expect(dateAt("2027-01-04T22:38:50.999Z")).toBe("Mon, 04 Jan 2027 22:38:50 GMT");
    expect(dateAt("2026-11-25T22:38:51.500Z")).toBe("Wed, 25 Nov 2026 22:38:51 GMT");
    expect(dateAt("2026-11-25T22:38:52Z")).toBe("Wed, 25 Nov 2026 22:38:52 GMT");
  } finally {
    clock.mockRestore();
  }
});
